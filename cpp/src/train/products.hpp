#pragma once

#include <cstddef>

#include "headscope/buffer.hpp"
#include "parameters.hpp"

namespace headscope::train {

/// A buffer that grows to the largest size ever asked for: after the first steps nothing is
/// allocated any more. What it held is lost when it grows.
class Room {
 public:
  float* of(std::size_t size) {
    if (size > buffer_.size()) buffer_ = Buffer(size);
    return buffer_.data();
  }
  float* data() noexcept { return buffer_.data(); }
  float const* data() const noexcept { return buffer_.data(); }

 private:
  Buffer buffer_;
};

/// y = x W + b and its derivatives, by the packed kernels. Weights change with every step, so they
/// are packed with every product.
class Products {
 public:
  /// `y` [rows, out] from `x` [rows, in].
  void forward(DenseAt const& dense, std::size_t rows, float const* weights, float const* x,
               float* y);
  /// `d_x` [rows, in] from `d_y` [rows, out].
  void by_input(DenseAt const& dense, std::size_t rows, float const* weights, float const* d_y,
                float* d_x);
  /// `x` [rows, in] turned to [in, rows], as `by_weights` takes it; valid until the next call.
  float const* turned(std::size_t rows, std::size_t in, float const* x);
  /// The layer's own part of the flat `gradient`, from its turned input and `d_y`.
  void by_weights(DenseAt const& dense, std::size_t rows, float const* turned_x, float const* d_y,
                  float* gradient);

 private:
  Room packed_, scratch_, turned_;
};

}  // namespace headscope::train
