#include "headscope/trace.hpp"

#include <algorithm>
#include <utility>

#include "headscope/error.hpp"
#include "trace_builder.hpp"

namespace headscope {
namespace {

std::string names_of(std::vector<TensorInfo> const& tensors) {
  std::string names;
  for (TensorInfo const& tensor : tensors) {
    if (!names.empty()) names += ", ";
    names += tensor.name;
  }
  return names;
}

}  // namespace

std::size_t TensorInfo::size() const noexcept { return saturating_product(shape); }

TensorInfo const* Trace::find(std::string_view name) const noexcept {
  auto const found = std::find_if(tensors_.begin(), tensors_.end(),
                                  [name](TensorInfo const& tensor) { return tensor.name == name; });
  return found == tensors_.end() ? nullptr : &*found;
}

bool Trace::has(std::string_view name) const noexcept { return find(name) != nullptr; }

TensorInfo const& Trace::info(std::string_view name) const {
  TensorInfo const* const tensor = find(name);
  if (tensor != nullptr) return *tensor;
  fail(ErrorCode::UnknownTensor, "Trace::get",
       {"no tensor is named \"", name, "\"; there are: ", names_of(tensors_)});
}

float const* Trace::data(std::string_view name) const { return arena_.data() + info(name).offset; }

std::size_t Trace::bytes() const noexcept { return arena_.size() * sizeof(float); }

Trace::Builder::Slot Trace::Builder::push(std::string_view prefix, std::string_view name,
                                          std::vector<std::size_t> shape, Axes axes,
                                          std::size_t place) {
  planned_.push_back({joined({prefix, name}), std::move(shape), {axes.begin(), axes.end()}, 0});
  place_of_.push_back(place);
  bool const kept =
      keeps_all() || std::find(names_.begin(), names_.end(), planned_.back().name) != names_.end();
  kept_.push_back(kept);
  if (kept) {
    places_[place].kept = true;
    end_ = planned_.size();
  }
  return planned_.size() - 1;
}

Trace::Builder::Slot Trace::Builder::add(std::string_view prefix, std::string_view name,
                                         std::initializer_list<std::size_t> shape, Axes axes) {
  places_.push_back({.first = planned_.size(), .size = saturating_product(shape)});
  return push(prefix, name, shape, axes, places_.size() - 1);
}

Trace::Builder::Slot Trace::Builder::add_leaf(std::string_view prefix, std::string_view name,
                                              std::initializer_list<std::size_t> shape, Axes axes) {
  Slot const slot = add(prefix, name, shape, axes);
  places_.back().leaf = true;
  return slot;
}

Trace::Builder::Slot Trace::Builder::alias(std::string_view prefix, std::string_view name, Slot of,
                                           Axes axes) {
  return push(prefix, name, planned_[of].shape, axes, place_of_[of]);
}

void Trace::Builder::lay_out(std::string_view where) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    auto const is_named = [&](TensorInfo const& tensor) { return tensor.name == names_[i]; };
    if (std::any_of(planned_.begin(), planned_.end(), is_named)) continue;
    fail(ErrorCode::UnknownTensor, where,
         {"names[", i, "] is \"", names_[i], "\"; there are: ", names_of(planned_)});
  }
  for (Place& place : places_) {
    if (!reaches(place.first) || (place.leaf && !place.kept)) continue;
    std::size_t& size = place.kept ? kept_size_ : aside_size_;
    place.offset = size;
    size =
        saturating_sum(size, saturating_round_up(place.size, Buffer::kAlignment / sizeof(float)));
  }
}

void Trace::Builder::allocate() {
  trace_.arena_ = Buffer(kept_size_);
  aside_ = Buffer(aside_size_);
}

float* Trace::Builder::data(Slot slot) noexcept {
  Place const& place = places_[place_of_[slot]];
  if (place.kept) return trace_.arena_.data() + place.offset;
  return place.leaf ? nullptr : aside_.data() + place.offset;
}

Trace Trace::Builder::finish() noexcept {
  for (Slot slot = 0; slot < end_; ++slot) {
    if (!kept_[slot]) continue;
    trace_.tensors_.push_back(std::move(planned_[slot]));
    trace_.tensors_.back().offset = places_[place_of_[slot]].offset;
  }
  return std::move(trace_);
}

}  // namespace headscope
