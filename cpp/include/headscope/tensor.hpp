#pragma once

// xtensor moved its headers in 0.26; both layouts are supported.
#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xtensor.hpp>
#endif

namespace headscope {

using Vector = xt::xtensor<float, 1>;  ///< row-major, as every tensor here
using Matrix = xt::xtensor<float, 2>;  ///< row-major, as every tensor here

}  // namespace headscope
