#pragma once

#include <cstddef>
#include <utility>

#include "kernels/simd/madd.hpp"

// The limit to measure against, as tests/bench/module/bench.cpp has it for WebAssembly.
namespace headscope::bench {

/// Sums that never leave their registers, few enough for the 16 of x86.
inline constexpr std::size_t kSums = 12;

/// `value`, which compilers take for another one, so that what is made of it stays in the loop.
template <class Batch>
Batch anew(Batch value) noexcept {
  typename Batch::register_type bits = value;
#if defined(__aarch64__)
  asm volatile("" : "+w"(bits));
#else
  asm volatile("" : "+x"(bits));
#endif
  return bits;
}

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
  // Read anew for each sum: with a value that it knows the compiler would compute, and of sums that
  // it knows to be equal it would keep one.
  float volatile source = 1.0F;
  Batch const one(source);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    Batch sums[] = {(static_cast<void>(I), Batch(source))...};
    for (std::size_t i = 0; i < steps; ++i) {
      if constexpr (kernels::simd::kFused<Arch>) {
        ((sums[I] = kernels::simd::madd(one, one, sums[I])), ...);
      } else {
        // No product waits for a sum, which would measure their latency.
#pragma GCC unroll 12
        for (std::size_t j = 0; j < kSums; j += 2) {
          Batch const left = anew(one) * one;
          Batch const right = anew(one) * one;
          sums[j] = sums[j] + left;
          sums[j + 1] = sums[j + 1] + right;
        }
      }
    }
    Batch total(0.0F);
    ((total = total + sums[I]), ...);
    float volatile sink = total.get(0);  // or nothing would be computed
    static_cast<void>(sink);
    return static_cast<double>(steps) * static_cast<double>(2 * kSums * Batch::size);
  }(std::make_index_sequence<kSums>{});
}

}  // namespace headscope::bench
