#pragma once

#include <cstddef>

namespace headscope::kernels {

/// Layer norm of each row: out = (x - mean) / sqrt(variance + epsilon) · scale + bias.
/// `x` and `out` [rows, width], contiguous, may be the same; `scale` and `bias` [width]. Two
/// passes, so that a large mean costs no digits: error at most 2e-6 of the row's largest
/// |x - mean| / deviation, times |scale|.
void layer_norm(std::size_t rows, std::size_t width, float const* x, float const* scale,
                float const* bias, float epsilon, float* out) noexcept;

}  // namespace headscope::kernels
