#pragma once

#include <cmath>
#include <cstddef>

#include "kernels/simd/madd.hpp"
#include "kernels/simd/map.hpp"

// The rounding of the first mean is found by the second pass, as the mean of what is left, and
// taken out of both the variance and the result: rows with a large mean keep their digits.
namespace headscope::kernels::simd {

template <class Arch>
void layer_norm_row(std::size_t width, float const* x, float const* scale, float const* bias,
                    float epsilon, float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  float const inverse_width = 1.0F / static_cast<float>(width);
  Batch sum(0.0F);
  for_each_batch<Arch>(width, x, 0.0F, [&](Batch batch) { sum = sum + batch; });
  float const mean = xsimd::reduce_add(sum) * inverse_width;

  Batch const centre(mean);
  Batch rest(0.0F);
  Batch squares(0.0F);
  for_each_batch<Arch>(width, x, mean, [&](Batch batch) {
    Batch const difference = batch - centre;
    rest = rest + difference;
    squares = madd(difference, difference, squares);
  });
  float const correction = xsimd::reduce_add(rest) * inverse_width;
  float const variance = xsimd::reduce_add(squares) * inverse_width - correction * correction;
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
