#pragma once

#include <cstddef>
#include <cstring>
#include <limits>

#include "kernels/key_range.hpp"
#include "kernels/simd/exp2.hpp"
#include "kernels/simd/map.hpp"

// Three passes over a row: its maximum, 2^((x - max) · log2 e) with the sum, a scaling. The
// difference is taken before the multiplication, where it is all but exact, so scores of any size
// lose nothing: maximum absolute error 5e-7 against double.
namespace headscope::kernels::simd {

inline constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

/// Largest of x [n]; -infinity for none.
template <class Arch>
float row_max(std::size_t n, float const* x) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch largest(kMinusInfinity);
  for_each_batch<Arch>(n, x, kMinusInfinity,
                       [&](Batch batch) { largest = xsimd::max(largest, batch); });
  return xsimd::reduce_max(largest);
}

/// out [n] = e^(x - max); returns the sum. `out` may be `x`.
template <class Arch>
float exp_row(std::size_t n, float const* x, float max, float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Exp2Constants<Arch> const constants;
  Batch const offset(max);
  Batch sum(0.0F);
  map<Arch>(n, x, kMinusInfinity, out, [&](Batch batch) {
    Batch const power = exp2_nonpositive<Arch>((batch - offset) * Batch(kLog2E), constants);
    sum = sum + power;
    return power;
  });
  return xsimd::reduce_add(sum);
}

/// The part of `range` that lies within `keys`, never reversed.
template <class Arch>
KeyRange clamped(KeyRange range, std::size_t keys) noexcept {
  if (range.end > keys) range.end = keys;
  if (range.begin > range.end) range.begin = range.end;
  return range;
}

template <class Arch>
void mask_row(float const* scaled, std::size_t keys, KeyRange range, float* out) noexcept {
  range = clamped<Arch>(range, keys);
  for (std::size_t key = 0; key < range.begin; ++key) out[key] = kMinusInfinity;
  for (std::size_t key = range.begin; key < range.end; ++key) {
    out[key] = range.bits == nullptr || range.bits[key] != 0 ? scaled[key] : kMinusInfinity;
  }
  for (std::size_t key = range.end; key < keys; ++key) out[key] = kMinusInfinity;
}

template <class Arch>
void softmax_row(float const* scaled, std::size_t keys, KeyRange range, float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  range = clamped<Arch>(range, keys);
  std::size_t const count = range.end - range.begin;
  float const* x = scaled + range.begin;
  float* y = out + range.begin;
  if (range.bits != nullptr) {
    mask_row<Arch>(x, count, {0, count, range.bits + range.begin}, y);
    x = y;
  }
  float const max = row_max<Arch>(count, x);
  std::memset(out, 0, range.begin * sizeof(float));
  std::memset(out + range.end, 0, (keys - range.end) * sizeof(float));
  if (max == kMinusInfinity) {
    // Every score is -infinity, or NaN, which a maximum passes over but nobody may take for masked.
    float weight = 0.0F;
    for (std::size_t i = 0; i < count; ++i) weight = x[i] == x[i] ? weight : x[i];
    for (std::size_t i = 0; i < count; ++i) y[i] = weight;
    return;
  }
  Batch const inverse(1.0F / exp_row<Arch>(count, x, max, y));
  map<Arch>(count, y, 0.0F, y, [&](Batch power) { return power * inverse; });
}

template <class Arch>
void softmax_rows(std::size_t rows, std::size_t keys, float const* scaled, std::size_t ld_scaled,
                  KeyRange const* ranges, float* out, std::size_t ld_out) noexcept {
  for (std::size_t row = 0; row < rows; ++row) {
    softmax_row<Arch>(scaled + row * ld_scaled, keys,
                      ranges != nullptr ? ranges[row] : KeyRange{0, keys}, out + row * ld_out);
  }
}

}  // namespace headscope::kernels::simd
