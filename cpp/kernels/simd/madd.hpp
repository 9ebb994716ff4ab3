#pragma once

#include <type_traits>
#include <xsimd/xsimd.hpp>

namespace headscope::kernels::simd {

/// Whether the architecture, as compiled for, multiplies and adds in one instruction.
#if defined(__wasm_relaxed_simd__)
template <class Arch>
inline constexpr bool kFused = true;
#else
template <class Arch>
inline constexpr bool kFused =
    std::is_base_of_v<xsimd::neon64, Arch> || std::is_same_v<xsimd::fma3<xsimd::avx2>, Arch>;
#endif

/// a · b + c, fused where the hardware can. The one place that may contract: xsimd::fma never
/// becomes WebAssembly's relaxed madd, and contracting everywhere breaks range reductions such as
/// the one in xsimd::exp.
template <class Arch>
XSIMD_INLINE xsimd::batch<float, Arch> madd(xsimd::batch<float, Arch> a,
                                            xsimd::batch<float, Arch> b,
                                            xsimd::batch<float, Arch> c) noexcept {
#if defined(__wasm_relaxed_simd__)
  return wasm_f32x4_relaxed_madd(a, b, c);
#else
  if constexpr (kFused<Arch>) {
    return xsimd::fma(a, b, c);
  } else {
    return a * b + c;
  }
#endif
}

}  // namespace headscope::kernels::simd
