#pragma once

#include <cstddef>
#include <utility>

#include "kernels/simd/madd.hpp"

// The limit to measure against, as tests/bench/module/bench.cpp has it for WebAssembly.
namespace headscope::bench {

/// Values that never leave their registers, few enough for the 16 of x86.
inline constexpr std::size_t kChains = 12;

/// Runs `steps` steps on values that are all one; returns the multiplications and additions done.
template <class Arch>
double peak(std::size_t steps) noexcept;

// As kernels::simd::Architectures.
#if defined(__aarch64__)
template <>
double peak<xsimd::neon64>(std::size_t steps) noexcept;
#else
template <>
double peak<xsimd::fma3<xsimd::avx2> >(std::size_t steps) noexcept;
template <>
double peak<xsimd::sse4_1>(std::size_t steps) noexcept;
template <>
double peak<xsimd::sse2>(std::size_t steps) noexcept;
#endif

/// Defines `peak`; only for the peak.*.cpp files, each compiled with the flags of its architecture.
template <class Arch>
double run_peak(std::size_t steps) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  // Read anew for each chain: with a value that it knows the compiler would compute, and of chains
  // that it knows to be equal it would keep one.
  float volatile source = 1.0F;
  Batch const one(source);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    Batch chain[] = {(static_cast<void>(I), Batch(source))...};
    for (std::size_t i = 0; i < steps; ++i) {
      if constexpr (kernels::simd::kFused<Arch>) {
        ((chain[I] = kernels::simd::madd(chain[I], one, one)), ...);
      } else {
        ((chain[I] = I % 2 == 0 ? chain[I] * one : chain[I] + one), ...);
      }
    }
    Batch sum(0.0F);
    ((sum = sum + chain[I]), ...);
    float volatile sink = sum.get(0);  // or nothing would be computed
    static_cast<void>(sink);
    constexpr std::size_t kPerChain = kernels::simd::kFused<Arch> ? 2 : 1;
    return static_cast<double>(steps) * static_cast<double>(kPerChain * kChains * Batch::size);
  }(std::make_index_sequence<kChains>{});
}

}  // namespace headscope::bench
