#include "dense.hpp"

#include <algorithm>

#include "kernels/gemm.hpp"

namespace headscope {
namespace {

// Columns that packed ones take; saturates.
std::size_t whole_panels(std::size_t columns) noexcept {
  return saturating_round_up(columns, kernels::packed_columns_size(1, 1));
}

}  // namespace

void Dense::count(ByteCount& bytes, std::size_t in, std::size_t out, std::size_t parts) noexcept {
  bytes.floats({in, parts, whole_panels(out)}).floats({parts, whole_panels(out)});
}

Dense::Dense(std::size_t in, std::size_t out, std::span<Part const> parts)
    : in_(in),
      out_(out),
      distance_(whole_panels(out)),
      packed_(parts.size() * distance_ * in),
      bias_(parts.size() * distance_) {
  std::fill_n(bias_.data(), bias_.size(), 0.0F);
  float* packed = packed_.data();
  float* added = bias_.data();
  for (Part const& part : parts) {
    kernels::pack_columns(part.weight, out, in, out, packed);
    if (part.bias != nullptr) std::copy_n(part.bias, out, added);
    packed += distance_ * in;
    added += distance_;
  }
}

std::size_t Dense::scratch_size(std::size_t rows) const noexcept {
  return kernels::gemm_scratch_size(rows, in_);
}

void Dense::apply(std::size_t rows, float const* x, float* y, float* scratch) const noexcept {
  apply_parts(0, 1, rows, x, in_, y, out_, scratch);
}

void Dense::apply_parts(std::size_t first, std::size_t count, std::size_t rows, float const* x,
                        std::size_t ldx, float* y, std::size_t ldy, float* scratch) const noexcept {
  std::size_t const begin = first * distance_;
  kernels::gemm(rows, (count - 1) * distance_ + out_, in_, x, ldx, packed_.data() + begin * in_,
                bias_.data() + begin, y, ldy, scratch);
}

void Dense::apply_slab(std::size_t rows, std::size_t begin, std::size_t depth, float const* x,
                       float* y, float* scratch) const noexcept {
  kernels::gemm_slab(rows, out_, depth, x + begin, in_, packed_.data(), in_, begin, nullptr, y,
                     out_, scratch);
}

}  // namespace headscope
