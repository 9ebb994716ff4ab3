#pragma once

#include <cstddef>
#include <xsimd/xsimd.hpp>

namespace headscope::kernels::simd {

/// out[i] = function(x[i]) a batch at a time; `out` may be `x`. The last, partial batch is filled
/// up with `fill`, so the function sees every element in a whole batch and each exactly once.
template <class Arch, class Function>
XSIMD_INLINE void map(std::size_t n, float const* x, float fill, float* out,
                      Function&& function) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    Batch const result = function(Batch::load_unaligned(x + i));
    result.store_unaligned(out + i);
  }
  if (i == n) return;
  alignas(Arch::alignment()) float rest[Batch::size];
  for (std::size_t j = 0; j < Batch::size; ++j) rest[j] = i + j < n ? x[i + j] : fill;
  Batch const result = function(Batch::load_aligned(rest));
  result.store_aligned(rest);
  for (std::size_t j = 0; i + j < n; ++j) out[i + j] = rest[j];
}

/// As `map` in place, with one copy of `function`'s code, where that is long.
template <class Arch, class Function>
XSIMD_INLINE void map_compactly(std::size_t n, float* x, Function&& function) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  for (std::size_t i = 0; i < n; i += Batch::size) {
    alignas(Arch::alignment()) float rest[Batch::size] = {};
    bool const is_whole = n - i >= Batch::size;
    float* const at = is_whole ? x + i : rest;
    for (std::size_t j = 0; !is_whole && i + j < n; ++j) rest[j] = x[i + j];
    Batch const result = function(Batch::load_unaligned(at));
    result.store_unaligned(at);
    for (std::size_t j = 0; !is_whole && i + j < n; ++j) x[i + j] = rest[j];
  }
}

/// Calls function(batch) for every batch of x [n], the last filled up with `fill`.
template <class Arch, class Function>
XSIMD_INLINE void for_each_batch(std::size_t n, float const* x, float fill,
                                 Function&& function) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) function(Batch::load_unaligned(x + i));
  if (i == n) return;
  alignas(Arch::alignment()) float rest[Batch::size];
  for (std::size_t j = 0; j < Batch::size; ++j) rest[j] = i + j < n ? x[i + j] : fill;
  function(Batch::load_aligned(rest));
}

}  // namespace headscope::kernels::simd
