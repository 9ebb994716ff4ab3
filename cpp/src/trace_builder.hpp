#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "byte_count.hpp"
#include "headscope/trace.hpp"

namespace headscope {

/// Lays out the tensors of a trace first, so that their size is known before anything is allocated,
/// and then hands out where each is to be written. Of a trace that keeps some names only, the other
/// tensors get a place aside for as long as they are computed with, or none.
class Trace::Builder {
 public:
  using Slot = std::size_t;  ///< index of a tensor in flow order

  using Axes = std::initializer_list<std::string_view>;  ///< their names, in the order of a shape

  /// `names` of the tensors to keep, which must outlive the builder; none means all of them.
  explicit Builder(std::span<std::string const> names = {}) : names_(names) {}

  bool keeps_all() const noexcept { return names_.empty(); }

  /// The next tensor, called `prefix` and `name`. Its size may be past every budget: nothing is
  /// allocated yet.
  Slot add(std::string_view prefix, std::string_view name, std::initializer_list<std::size_t> shape,
           Axes axes);
  /// One that nothing else is computed from: it has a place only where it is kept.
  Slot add_leaf(std::string_view prefix, std::string_view name,
                std::initializer_list<std::size_t> shape, Axes axes);
  /// A second name for a tensor that is already laid out.
  Slot alias(std::string_view prefix, std::string_view name, Slot of, Axes axes);

  /// Gives every tensor its place; none can be added any more. Throws UnknownTensor when one of the
  /// names is no tensor's.
  void lay_out(std::string_view where);

  /// Floats of all places; saturates.
  std::size_t size() const noexcept { return saturating_sum(kept_size_, aside_size_); }
  /// Whether the tensor, or one after it, is kept: where not, there is nothing left to compute.
  bool reaches(Slot slot) const noexcept { return slot < end_; }
  /// Whether the tensor, or a second name for it, is kept.
  bool keeps(Slot slot) const noexcept { return places_[planned_[slot].place].kept; }

  /// Allocates the places; every float of every kept tensor must then be written. Call it after the
  /// budget check.
  void allocate();
  /// First float of a tensor, once allocated; null for a leaf that is not kept.
  float* data(Slot slot) noexcept;
  /// The trace; the builder is spent.
  Trace finish() noexcept;

 private:
  struct Place {
    Slot first = 0;
    std::size_t size = 0;
    bool leaf = false;
    bool kept = false;
    std::size_t offset = 0;
  };

  struct Planned {
    TensorInfo tensor;
    std::size_t place = 0;
    bool kept = false;
  };

  Slot push(std::string_view prefix, std::string_view name, std::vector<std::size_t> shape,
            Axes axes, std::size_t place);

  std::span<std::string const> names_;
  std::vector<Planned> planned_;
  std::vector<Place> places_;
  std::size_t end_ = 0;  // behind the last slot that is kept
  std::size_t kept_size_ = 0;
  std::size_t aside_size_ = 0;
  Trace trace_;
  Buffer aside_;
};

}  // namespace headscope
