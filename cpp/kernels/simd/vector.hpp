#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "kernels/simd/madd.hpp"
#include "kernels/simd/map.hpp"

namespace headscope::kernels::simd {

template <class Arch>
void add(std::size_t n, float const* a, float const* b, float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    (Batch::load_unaligned(a + i) + Batch::load_unaligned(b + i)).store_unaligned(out + i);
  }
  for (; i < n; ++i) out[i] = a[i] + b[i];
}

template <class Arch>
void scale(std::size_t n, float factor, float const* x, float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  map<Arch>(n, x, 0.0F, out, [&](Batch batch) { return batch * Batch(factor); });
}

template <class Arch>
float l2_norm(std::size_t n, float const* x) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return static_cast<float>(std::sqrt(sum));
}

template <class Arch>
void mean_rows(std::size_t rows, std::size_t width, float const* x, float* out) noexcept {
  std::memset(out, 0, width * sizeof(float));
  if (rows == 0) return;
  for (std::size_t row = 0; row < rows; ++row) add<Arch>(width, out, x + row * width, out);
  scale<Arch>(width, 1.0F / static_cast<float>(rows), out, out);
}

/// Vectors that `first_non_finite` looks at together: a look takes more than they do.
inline constexpr std::size_t kChecked = 4;

template <class Arch>
std::size_t first_non_finite(float const* x, std::size_t n) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  constexpr float kLargest = std::numeric_limits<float>::max();
  std::size_t i = 0;
  for (; i + kChecked * Batch::size <= n; i += kChecked * Batch::size) {
    Batch zero(0.0F);  // unless 0 times a number is NaN
#pragma GCC unroll 4
    for (std::size_t j = 0; j < kChecked; ++j) {
      zero = madd(Batch(0.0F), Batch::load_unaligned(x + i + j * Batch::size), zero);
    }
    if (!xsimd::all(zero == zero)) break;
  }
  for (; i < n; ++i) {
    if (!(std::fabs(x[i]) <= kLargest)) break;
  }
  return i;
}

}  // namespace headscope::kernels::simd
