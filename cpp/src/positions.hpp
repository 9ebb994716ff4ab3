#pragma once

#include <cstddef>

#include "headscope/buffer.hpp"

namespace headscope {

/// tensor2tensor's timing signal of `count` positions, [count, d_model]: sines of a position's
/// angles first, then cosines. Maximum error of either: 1e-7, for angles up to 2^28.
Buffer positions(std::size_t count, std::size_t d_model);

}  // namespace headscope
