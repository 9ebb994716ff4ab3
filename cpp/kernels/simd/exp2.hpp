#pragma once

#include <cstdint>

#include "kernels/simd/madd.hpp"

namespace headscope::kernels::simd {

inline constexpr float kLog2E = 1.44269504088896341F;

/// max(x, low) that keeps NaN: of two unordered numbers xsimd's max returns the first, before
/// version 14 on x86 the second.
template <class Arch>
XSIMD_INLINE xsimd::batch<float, Arch> at_least(xsimd::batch<float, Arch> x, float low) noexcept {
  xsimd::batch<float, Arch> const limit(low);
#if defined(__wasm__) || XSIMD_VERSION_MAJOR >= 14
  return xsimd::max(x, limit);
#else
  return xsimd::max(limit, x);
#endif
}

/// 2^x for x <= 0; exactly 0 for x <= -127 and -infinity, exactly 1 for 0, NaN for NaN.
/// Maximum relative error 2.5e-7 for x >= -126.
///
/// x = k + f with |f| <= 1/2: adding 1.5 · 2^23 rounds x to the integer k and leaves k in the low
/// bits, which a shift moves onto the exponent of a polynomial in f (minimax, 9.2e-8, with p(0) = 1
/// kept exact so that -127 gives exactly the bits of zero). No division, no table, no branch.
template <class Arch>
XSIMD_INLINE xsimd::batch<float, Arch> exp2_nonpositive(xsimd::batch<float, Arch> x) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch const magic(12582912.0F);
  x = at_least<Arch>(x, -127.0F);
  Batch const shifted = x + magic;
  Batch const f = x - (shifted - magic);
  Batch p = madd(f, Batch(0.00132647278F), Batch(0.00967151326F));
  p = madd(p, f, Batch(0.0555073375F));
  p = madd(p, f, Batch(0.240222421F));
  p = madd(p, f, Batch(0.693146978F));
  p = madd(p, f, Batch(1.0F));
  auto const exponent = xsimd::bitwise_cast<std::int32_t>(shifted) << 23;
  return xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(p) + exponent);
}

}  // namespace headscope::kernels::simd
