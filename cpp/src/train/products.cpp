#include "products.hpp"

#include "kernels/backward.hpp"
#include "kernels/gemm.hpp"

namespace headscope::train {

void Products::forward(DenseAt const& dense, std::size_t rows, float const* weights, float const* x,
                       float* y) {
  auto const [in, out, weight, bias] = dense;
  float* const packed = packed_.of(kernels::packed_columns_size(in, out));
  kernels::pack_columns(weights + weight, out, in, out, packed);
  kernels::gemm(rows, out, in, x, in, packed, bias ? weights + *bias : nullptr, y, out,
                scratch_.of(kernels::gemm_scratch_size(rows, in)));
}

void Products::by_input(DenseAt const& dense, std::size_t rows, float const* weights,
                        float const* d_y, float* d_x) {
  auto const [in, out, weight, bias] = dense;
  float* const packed = packed_.of(kernels::packed_columns_size(out, in));
  kernels::pack_columns_transposed(weights + weight, out, out, in, packed);
  kernels::gemm(rows, in, out, d_y, out, packed, nullptr, d_x, in,
                scratch_.of(kernels::gemm_scratch_size(rows, out)));
}

float const* Products::turned(std::size_t rows, std::size_t in, float const* x) {
  float* const turned = turned_.of(in * rows);
  kernels::transpose(rows, in, x, in, turned, rows);
  return turned;
}

void Products::by_weights(DenseAt const& dense, std::size_t rows, float const* turned_x,
                          float const* d_y, float* gradient) {
  auto const [in, out, weight, bias] = dense;
  float* const packed = packed_.of(kernels::packed_columns_size(rows, out));
  kernels::pack_columns(d_y, out, rows, out, packed);
  kernels::gemm(in, out, rows, turned_x, rows, packed, nullptr, gradient + weight, out,
                scratch_.of(kernels::gemm_scratch_size(in, rows)));
  if (bias) kernels::sum_rows(rows, out, d_y, gradient + *bias);
}

}  // namespace headscope::train
