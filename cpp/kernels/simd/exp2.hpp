#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/simd/madd.hpp"

namespace headscope::kernels::simd {

inline constexpr float kLog2E = 1.44269504088896341F;

/// max(x, limit) that keeps NaN: of two unordered numbers xsimd's max returns the first, before
/// version 14 on x86 the second.
template <class Arch>
XSIMD_INLINE xsimd::batch<float, Arch> at_least(xsimd::batch<float, Arch> x,
                                                xsimd::batch<float, Arch> limit) noexcept {
#if defined(__wasm__) || XSIMD_VERSION_MAJOR >= 14
  return xsimd::max(x, limit);
#else
  return xsimd::max(limit, x);
#endif
}

/// The constants of `exp2_nonpositive`, each in all lanes. A loop reads them before its first
/// round: Chromium 156 makes each anew in every round where it knows them, and takes 8.6 cycles a
/// vector instead of 6.5.
template <class Arch>
struct Exp2Constants {
  using Batch = xsimd::batch<float, Arch>;

  Exp2Constants() noexcept {
    float const* from = kValues;
#if defined(__wasm__)
    asm volatile("" : "+r"(from));
#endif
    lowest = Batch(from[0]);
    magic = Batch(from[1]);
#pragma GCC unroll 6
    for (std::size_t i = 0; i < 6; ++i) polynomial[i] = Batch(from[2 + i]);
  }

  /// 2^(x - whole) instead of 2^x, for x <= whole + 1/2, where whole is the integer next to `near`,
  /// of a size up to 2^21: the sum that rounds x subtracts it as well.
  void divide_by_power_near(Batch near) noexcept {
    Batch const whole = (near + magic) - magic;
    lowest = lowest + whole;
    magic = magic - whole;
  }

  Batch lowest;
  Batch magic;
  Batch polynomial[6];

 private:
  static constexpr float kValues[] = {-127.0F,       12582912.0F,  0.00132647278F, 0.00967151326F,
                                      0.0555073375F, 0.240222421F, 0.693146978F,   1.0F};
};

/// 2^x for x <= 0; exactly 0 for x <= -127 and -infinity, exactly 1 for 0, NaN for NaN.
/// Maximum relative error 2.5e-7 for x >= -126.
///
/// x = k + f with |f| <= 1/2: adding 1.5 · 2^23 rounds x to the integer k and leaves k in the low
/// bits, which a shift moves onto the exponent of a polynomial in f (minimax, 9.2e-8, with p(0) = 1
/// kept exact so that -127 gives exactly the bits of zero). No division, no table, no branch.
template <class Arch>
XSIMD_INLINE xsimd::batch<float, Arch> exp2_nonpositive(
    xsimd::batch<float, Arch> x, Exp2Constants<Arch> const& constants) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  x = at_least<Arch>(x, constants.lowest);
  Batch const shifted = x + constants.magic;
  Batch const f = x - (shifted - constants.magic);
  Batch const square = f * f;
  auto const& c = constants.polynomial;
  Batch const high = madd(madd(f, c[0], c[1]), square, madd(f, c[2], c[3]));
  Batch const p = madd(high, square, madd(f, c[4], c[5]));
  auto const exponent = xsimd::bitwise_cast<std::int32_t>(shifted) << 23;
  return xsimd::bitwise_cast<float>(xsimd::bitwise_cast<std::int32_t>(p) + exponent);
}

}  // namespace headscope::kernels::simd
