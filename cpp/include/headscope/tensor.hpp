#pragma once

// xtensor moved its headers in 0.26; both layouts are supported.
#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xtensor.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xtensor.hpp>
#endif

#include <array>
#include <cstddef>

namespace headscope {

using Vector = xt::xtensor<float, 1>;  ///< row-major, as every tensor here
using Matrix = xt::xtensor<float, 2>;  ///< row-major, as every tensor here

/// A matrix, row-major, whose floats are someone else's for as long as it is used.
struct MatrixView {
  MatrixView(float const* floats, std::size_t rows, std::size_t columns)
      : data(floats), shape{rows, columns} {}
  // NOLINTNEXTLINE(google-explicit-constructor): whoever takes a view takes a matrix.
  MatrixView(Matrix const& matrix) : MatrixView(matrix.data(), matrix.shape(0), matrix.shape(1)) {}

  float const* data;
  std::array<std::size_t, 2> shape;
};

}  // namespace headscope
