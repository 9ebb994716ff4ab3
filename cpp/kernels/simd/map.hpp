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
