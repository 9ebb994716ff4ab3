#include "dense.hpp"

#include <algorithm>

#include "kernels/gemm.hpp"

namespace headscope {

Dense::Dense(std::size_t in, std::size_t out, float const* weight, float const* bias)
    : in_(in),
      out_(out),
      packed_(kernels::packed_columns_size(in, out)),
      bias_(bias == nullptr ? 0 : out) {
  kernels::pack_columns(weight, out, in, out, packed_.data());
  std::copy_n(bias, bias_.size(), bias_.data());
}

std::size_t Dense::scratch_size(std::size_t rows) const noexcept {
  return kernels::gemm_scratch_size(rows, in_);
}

void Dense::apply(std::size_t rows, float const* x, float* y, float* scratch) const noexcept {
  kernels::gemm(rows, out_, in_, x, in_, packed_.data(), bias_.data(), y, out_, scratch);
}

void Dense::apply_slab(std::size_t rows, std::size_t begin, std::size_t depth, float const* x,
                       float* y, float* scratch) const noexcept {
  kernels::gemm_slab(rows, out_, depth, x + begin, in_, packed_.data(), in_, begin, nullptr, y,
                     out_, scratch);
}

}  // namespace headscope
