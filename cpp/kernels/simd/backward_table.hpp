#pragma once

#include "kernels/backward.hpp"
#include "kernels/simd/table.hpp"

namespace headscope::kernels::simd {

/// The kernels of training, compiled for one architecture. A table of its own, so that what does
/// not train does not carry them.
struct BackwardTable {
  decltype(&kernels::softmax_row) softmax_row;
  decltype(&kernels::softmax_rows) softmax_rows;
  decltype(&kernels::pack_columns_transposed) pack_columns_transposed;
  decltype(&kernels::segment_attend) segment_attend;
  decltype(&kernels::segment_backward) segment_backward;
  decltype(&kernels::transpose) transpose;
  decltype(&kernels::sum_rows) sum_rows;
  decltype(&kernels::dot) dot;
  decltype(&kernels::relu_backward) relu_backward;
  decltype(&kernels::layer_norm_backward) layer_norm_backward;
  decltype(&kernels::adamw) adamw;
};

/// Defined for each of the Architectures in a backward.*.cpp file that is compiled for it.
template <class Arch>
BackwardTable const& backward_table_for() noexcept;

}  // namespace headscope::kernels::simd
