#pragma once

#include <cstddef>

/// Element-wise helpers on contiguous floats. `out` may be an input.
namespace headscope::kernels {

/// out = a + b.
void add(std::size_t n, float const* a, float const* b, float* out) noexcept;

/// out = factor · x.
void scale(std::size_t n, float factor, float const* x, float* out) noexcept;

/// Euclidean norm, accumulated in double: relative error at most 2^-23, no overflow.
float l2_norm(std::size_t n, float const* x) noexcept;

/// `out` [width] = mean over the rows of `x` [rows, width], contiguous; zero for no rows.
void mean_rows(std::size_t rows, std::size_t width, float const* x, float* out) noexcept;

/// Index of the first NaN or infinity, or `n` when every value is finite.
std::size_t first_non_finite(float const* x, std::size_t n) noexcept;

}  // namespace headscope::kernels
