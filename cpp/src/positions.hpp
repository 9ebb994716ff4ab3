#pragma once

#include <cstddef>

namespace headscope {

/// Adds tensor2tensor's timing signal of positions `first` to `last` - 1 to `out`, [last - first,
/// d_model]: sines of a position's angles first, then cosines. Maximum error of either: 1e-7, for
/// angles up to 2^28.
void add_positions(std::size_t first, std::size_t last, std::size_t d_model, float* out) noexcept;

}  // namespace headscope
