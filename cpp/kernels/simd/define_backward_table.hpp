#pragma once

#include "kernels/simd/backward.hpp"
#include "kernels/simd/backward_table.hpp"

// Included only by the backward.*.cpp files; see define_table.hpp.
namespace headscope::kernels::simd {

template <class Arch>
BackwardTable const& backward_table_for() noexcept {
  static constexpr BackwardTable kTable = {
      .softmax_row = &softmax_row<Arch>,
      .softmax_rows = &softmax_rows<Arch>,
      .pack_columns_transposed = &pack_columns_transposed<Arch>,
      .segment_attend = &segment_attend<Arch>,
      .segment_backward = &segment_backward<Arch>,
      .transpose = &transpose<Arch>,
      .sum_rows = &sum_rows<Arch>,
      .dot = &dot<Arch>,
      .relu_backward = &relu_backward<Arch>,
      .layer_norm_backward = &layer_norm_backward<Arch>,
      .adamw = &adamw<Arch>,
  };
  return kTable;
}

}  // namespace headscope::kernels::simd
