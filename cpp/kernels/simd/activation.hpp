#pragma once

#include <cstddef>

#include "kernels/simd/exp2.hpp"
#include "kernels/simd/map.hpp"

namespace headscope::kernels::simd {

template <class Arch>
void relu(std::size_t n, float* x) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch const zero(0.0F);
  map_compactly<Arch>(n, x, [&](Batch batch) { return xsimd::select(batch < zero, zero, batch); });
}

/// The tail Q(z) = erfc(z / sqrt 2) / 2 by Abramowitz and Stegun 7.1.26 (|error| <= 7.5e-8), which
/// needs one exponential and one division; gelu(x) = x - x Q(x) right of zero, x Q(-x) left of it.
template <class Arch>
void gelu(std::size_t n, float* x) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  constexpr float kInverseSqrt2 = 0.707106781F;
  Exp2Constants<Arch> const constants;
  map_compactly<Arch>(n, x, [&](Batch batch) {
    Batch const z = xsimd::abs(batch) * Batch(kInverseSqrt2);
    Batch const t = Batch(1.0F) / madd(z, Batch(0.3275911F), Batch(1.0F));
    Batch p = madd(t, Batch(0.5F * 1.061405429F), Batch(0.5F * -1.453152027F));
    p = madd(p, t, Batch(0.5F * 1.421413741F));
    p = madd(p, t, Batch(0.5F * -0.284496736F));
    p = madd(p, t, Batch(0.5F * 0.254829592F)) * t;
    Batch const tail = p * exp2_nonpositive<Arch>(z * z * Batch(-kLog2E), constants);
    Batch const part = batch * tail;
    return xsimd::select(batch < Batch(0.0F), part, batch - part);
  });
}

/// tanh |x| = (1 - e^(-2|x|)) / (1 + e^(-2|x|)), which cannot overflow; the sign is put back.
template <class Arch>
void tanh(std::size_t n, float* x) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Exp2Constants<Arch> const constants;
  map_compactly<Arch>(n, x, [&](Batch batch) {
    Batch const power =
        exp2_nonpositive<Arch>(xsimd::abs(batch) * Batch(-2.0F * kLog2E), constants);
    Batch const size = (Batch(1.0F) - power) / (Batch(1.0F) + power);
    return xsimd::select(batch < Batch(0.0F), -size, size);
  });
}

}  // namespace headscope::kernels::simd
