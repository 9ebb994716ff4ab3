#pragma once

#include <cmath>
#include <cstddef>

#include "kernels/simd/madd.hpp"
#include "kernels/simd/map.hpp"

// The rounding of the first mean is found by the second pass, as the mean of what is left, and
// taken out of both the variance and the result: rows with a large mean keep their digits. A sum
// waits three or four cycles for the one before, so there are two of each.
namespace headscope::kernels::simd {

inline constexpr std::size_t kSums = 2;

/// Calls function(batch, i) for every batch of x [n], i going round the sums; `fill` as in
/// for_each_batch.
template <class Arch, class Function>
XSIMD_INLINE void for_each_batch_in_turn(std::size_t n, float const* x, float fill,
                                         Function&& function) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  constexpr std::size_t kStep = kSums * Batch::size;
  std::size_t i = 0;
  for (; i + kStep <= n; i += kStep) {
#pragma GCC unroll 2
    for (std::size_t j = 0; j < kSums; ++j) {
      function(Batch::load_unaligned(x + i + j * Batch::size), j);
    }
  }
  for_each_batch<Arch>(n - i, x + i, fill, [&](Batch batch) { function(batch, 0); });
}

template <class Arch>
XSIMD_INLINE float sum_of(xsimd::batch<float, Arch> const (&sums)[kSums]) noexcept {
  return xsimd::reduce_add(sums[0] + sums[1]);
}

template <class Arch>
void layer_norm_row(std::size_t width, float const* x, float const* scale, float const* bias,
                    float epsilon, float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  float const inverse_width = 1.0F / static_cast<float>(width);
  Batch const zero(0.0F);
  Batch sum[kSums] = {zero, zero};
  for_each_batch_in_turn<Arch>(width, x, 0.0F,
                               [&](Batch batch, std::size_t i) { sum[i] = sum[i] + batch; });
  float const mean = sum_of<Arch>(sum) * inverse_width;

  Batch const centre(mean);
  Batch rest[kSums] = {zero, zero};
  Batch squares[kSums] = {zero, zero};
  for_each_batch_in_turn<Arch>(width, x, mean, [&](Batch batch, std::size_t i) {
    Batch const difference = batch - centre;
    rest[i] = rest[i] + difference;
    squares[i] = madd(difference, difference, squares[i]);
  });
  float const correction = sum_of<Arch>(rest) * inverse_width;
  // Of a constant row of large numbers rounding alone is left, which may come out below 0. NaN
  // stays.
  float const centred = sum_of<Arch>(squares) * inverse_width - correction * correction;
  float const variance = centred < 0.0F ? 0.0F : centred;
  float const inverse_deviation = 1.0F / std::sqrt(variance + epsilon);

  Batch const shift(correction);
  Batch const factor(inverse_deviation);
  std::size_t i = 0;
  for (; i + Batch::size <= width; i += Batch::size) {
    Batch const normal = (Batch::load_unaligned(x + i) - centre - shift) * factor;
    madd(normal, Batch::load_unaligned(scale + i), Batch::load_unaligned(bias + i))
        .store_unaligned(out + i);
  }
  for (; i < width; ++i) {
    out[i] = (x[i] - mean - correction) * inverse_deviation * scale[i] + bias[i];
  }
}

template <class Arch>
void layer_norm(std::size_t rows, std::size_t width, float const* x, float const* scale,
                float const* bias, float epsilon, float* out) noexcept {
  for (std::size_t row = 0; row < rows; ++row) {
    layer_norm_row<Arch>(width, x + row * width, scale, bias, epsilon, out + row * width);
  }
}

}  // namespace headscope::kernels::simd
