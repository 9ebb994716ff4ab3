#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "byte_count.hpp"
#include "headscope/trace.hpp"

namespace headscope {

/// Lays out the tensors of a trace first, so that their size is known before the arena is
/// allocated, and then hands out where each is to be written.
class Trace::Builder {
 public:
  using Slot = std::size_t;  ///< index of a tensor in flow order

  using Axes = std::initializer_list<std::string_view>;  ///< their names, in the order of a shape

  /// The next tensor, called `prefix` and `name`. Its size may be past every budget: nothing is
  /// allocated yet.
  Slot add(std::string_view prefix, std::string_view name, std::initializer_list<std::size_t> shape,
           Axes axes);
  /// A second name for a tensor that is already laid out.
  Slot alias(std::string_view prefix, std::string_view name, Slot of, Axes axes);

  /// Floats of the whole arena; saturates.
  std::size_t size() const noexcept { return size_; }

  /// Allocates the arena; every float of every tensor must then be written. Call it after the
  /// budget check.
  void allocate();
  /// First float of a tensor, once allocated.
  float* data(Slot slot) noexcept { return trace_.arena_.data() + trace_.tensors_[slot].offset; }
  /// The trace; the builder is spent.
  Trace finish() noexcept;

 private:
  Slot push(std::string_view prefix, std::string_view name, std::vector<std::size_t> shape,
            Axes axes, std::size_t offset);

  Trace trace_;
  std::size_t size_ = 0;
};

}  // namespace headscope
