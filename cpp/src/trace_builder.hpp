#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "byte_count.hpp"
#include "headscope/trace.hpp"

namespace headscope {

/// Lays out the tensors of a trace first, so that their size is known before the arena is
/// allocated, and then hands out where each is to be written.
class Trace::Builder {
 public:
  using Slot = std::size_t;  ///< index of a tensor in flow order

  /// The next tensor. Its size may be past every budget: nothing is allocated yet.
  Slot add(std::string name, std::vector<std::size_t> shape, std::vector<std::string> axes);
  /// A second name for a tensor that is already laid out.
  Slot alias(std::string name, Slot of, std::vector<std::string> axes);

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
  Trace trace_;
  std::size_t size_ = 0;
};

}  // namespace headscope
