#pragma once

#include <cstddef>

#include "headscope/buffer.hpp"

namespace headscope {

/// y = x W + b, with W packed once for the matrix product.
class Dense {
 public:
  /// `weight` [in, out] and `bias` [out], or null for none, are copied.
  Dense(std::size_t in, std::size_t out, float const* weight, float const* bias);

  /// Floats of scratch that `apply` and `apply_slab` need for `rows` rows.
  std::size_t scratch_size(std::size_t rows) const noexcept;
  /// `x` [rows, in] to `y` [rows, out], both contiguous.
  void apply(std::size_t rows, float const* x, float* y, float* scratch) const noexcept;
  /// The part that columns [begin, begin + depth) of `x` [rows, in] add to y, without the bias.
  void apply_slab(std::size_t rows, std::size_t begin, std::size_t depth, float const* x, float* y,
                  float* scratch) const noexcept;

 private:
  std::size_t in_;
  std::size_t out_;
  Buffer packed_;
  Buffer bias_;
};

}  // namespace headscope
