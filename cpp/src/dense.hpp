#pragma once

#include <cstddef>
#include <span>

#include "byte_count.hpp"
#include "headscope/buffer.hpp"

namespace headscope {

/// y = x W + b, with W packed once for the matrix product. Several of them may share one object, as
/// its parts, so that one product reads x once for all of them.
class Dense {
 public:
  /// `weight` [in, out] and `bias` [out], or null for none.
  struct Part {
    float const* weight;
    float const* bias;
  };

  /// Copies `parts`, which may be none.
  Dense(std::size_t in, std::size_t out, std::span<Part const> parts);

  /// Adds the bytes of `parts` packed weights and their biases, which take them where there are
  /// none too; saturates.
  static void count(ByteCount& bytes, std::size_t in, std::size_t out,
                    std::size_t parts = 1) noexcept;

  /// Columns from the beginning of one part in y to that of the next: whole panels, at least `out`.
  std::size_t distance() const noexcept { return distance_; }
  /// Floats of scratch that `apply` and `apply_slab` need for `rows` rows.
  std::size_t scratch_size(std::size_t rows) const noexcept;
  /// The first part of `x` [rows, in] to `y` [rows, out], both contiguous.
  void apply(std::size_t rows, float const* x, float* y, float* scratch) const noexcept;
  /// The `count` parts from `first` on of `x` [rows, in] to `y`, side by side, `distance()` apart;
  /// rows lie `ldx` and `ldy` apart. What y has between the parts is lost, beyond the last nothing.
  void apply_parts(std::size_t first, std::size_t count, std::size_t rows, float const* x,
                   std::size_t ldx, float* y, std::size_t ldy, float* scratch) const noexcept;
  /// What columns [begin, begin + depth) of `x` [rows, in] add to the first part of y, without the
  /// bias.
  void apply_slab(std::size_t rows, std::size_t begin, std::size_t depth, float const* x, float* y,
                  float* scratch) const noexcept;

 private:
  std::size_t in_;
  std::size_t out_;
  std::size_t distance_;
  Buffer packed_;
  Buffer bias_;
};

}  // namespace headscope
