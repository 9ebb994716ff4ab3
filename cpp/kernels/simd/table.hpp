#pragma once

#include <xsimd/xsimd.hpp>

#include "kernels/activation.hpp"
#include "kernels/attention.hpp"
#include "kernels/gemm.hpp"
#include "kernels/norm.hpp"
#include "kernels/vector.hpp"

namespace headscope::kernels::simd {

/// The architectures of this target, best first; the last one every machine has.
#if defined(__wasm__)
using Architectures = xsimd::arch_list<xsimd::wasm>;
#elif defined(__aarch64__)
using Architectures = xsimd::arch_list<xsimd::neon64>;
#else
using Architectures = xsimd::arch_list<xsimd::fma3<xsimd::avx2>, xsimd::sse4_1, xsimd::sse2>;
#endif

/// Every public kernel, compiled for one architecture.
struct Table {
  decltype(&kernels::packed_columns_size) packed_columns_size;
  decltype(&kernels::pack_columns) pack_columns;
  decltype(&kernels::gemm_scratch_size) gemm_scratch_size;
  decltype(&kernels::gemm) gemm;
  decltype(&kernels::gemm_slab) gemm_slab;
  decltype(&kernels::packed_rows_size) packed_rows_size;
  decltype(&kernels::pack_keys) pack_keys;
  decltype(&kernels::pack_values) pack_values;
  decltype(&kernels::attend_scratch_size) attend_scratch_size;
  decltype(&kernels::attend) attend;
  decltype(&kernels::layer_norm) layer_norm;
  decltype(&kernels::relu) relu;
  decltype(&kernels::gelu) gelu;
  decltype(&kernels::tanh) tanh;
  decltype(&kernels::add) add;
  decltype(&kernels::scale) scale;
  decltype(&kernels::l2_norm) l2_norm;
  decltype(&kernels::mean_rows) mean_rows;
  decltype(&kernels::first_non_finite) first_non_finite;
};

/// Defined for each of the Architectures in a table.*.cpp file that is compiled for it.
template <class Arch>
Table const& table_for() noexcept;

}  // namespace headscope::kernels::simd
