#pragma once

#include "kernels/simd/activation.hpp"
#include "kernels/simd/attention.hpp"
#include "kernels/simd/gemm.hpp"
#include "kernels/simd/norm.hpp"
#include "kernels/simd/table.hpp"
#include "kernels/simd/vector.hpp"

// Included only by the table.*.cpp files, each compiled with the flags of its architecture. All
// that they compile is a template on that architecture: a plain inline function would exist once
// for all files, in whichever file's instructions the linker happens to keep.
namespace headscope::kernels::simd {

template <class Arch>
Table const& table_for() noexcept {
  static constexpr Table kTable = {
      .packed_columns_size = &packed_columns_size<Arch>,
      .pack_columns = &pack_columns<Arch>,
      .gemm_scratch_size = &gemm_scratch_size<Arch>,
      .gemm = &gemm<Arch>,
      .gemm_slab = &gemm_slab<Arch>,
      .packed_rows_size = &packed_rows_size<Arch>,
      .pack_keys = &pack_keys<Arch>,
      .pack_values = &pack_values<Arch>,
      .attend_scratch_size = &attend_scratch_size<Arch>,
      .attend = &attend<Arch>,
      .layer_norm = &layer_norm<Arch>,
      .relu = &relu<Arch>,
      .gelu = &gelu<Arch>,
      .tanh = &tanh<Arch>,
      .add = &add<Arch>,
      .scale = &scale<Arch>,
      .l2_norm = &l2_norm<Arch>,
      .mean_rows = &mean_rows<Arch>,
      .first_non_finite = &first_non_finite<Arch>,
  };
  return kTable;
}

}  // namespace headscope::kernels::simd
