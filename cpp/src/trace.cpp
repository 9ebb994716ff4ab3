#include "headscope/trace.hpp"

#include <algorithm>
#include <utility>

#include "headscope/error.hpp"
#include "trace_builder.hpp"

namespace headscope {
namespace {

void append_name(std::string& names, std::string_view name) {
  if (!names.empty()) names += ", ";
  names += name;
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
  std::string names;
  for (TensorInfo const& other : tensors_) append_name(names, other.name);
  fail(ErrorCode::UnknownTensor, "Trace::get",
       {"no tensor is named \"", name, "\"; there are: ", names});
}

float const* Trace::data(std::string_view name) const { return arena_.data() + info(name).offset; }

std::size_t Trace::bytes() const noexcept { return arena_.size() * sizeof(float); }

Trace::Builder::Slot Trace::Builder::push(std::string_view prefix, std::string_view name,
                                          std::vector<std::size_t> shape, Axes axes,
                                          std::size_t place) {
  TensorInfo tensor{joined({prefix, name}), std::move(shape), {axes.begin(), axes.end()}};
  bool const kept =
      keeps_all() || std::find(names_.begin(), names_.end(), tensor.name) != names_.end();
  planned_.push_back({std::move(tensor), place, kept});
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
  return push(prefix, name, planned_[of].tensor.shape, axes, planned_[of].place);
}

void Trace::Builder::lay_out(std::string_view where) {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    auto const is_it = [&name = names_[i]](Planned const& planned) {
      return planned.tensor.name == name;
    };
    if (std::ranges::any_of(planned_, is_it)) continue;
    std::string names;
    for (Planned const& planned : planned_) append_name(names, planned.tensor.name);
    fail(ErrorCode::UnknownTensor, where,
         {"names[", i, "] is \"", names_[i], "\"; there are: ", names});
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
  // So that `finish`, which may not fail, allocates nothing.
  auto const kept = std::ranges::count_if(planned_, &Planned::kept);
  trace_.tensors_.reserve(static_cast<std::size_t>(kept));
}

float* Trace::Builder::data(Slot slot) noexcept {
  Place const& place = places_[planned_[slot].place];
  if (place.kept) return trace_.arena_.data() + place.offset;
  return place.leaf ? nullptr : aside_.data() + place.offset;
}

Trace Trace::Builder::finish() noexcept {
  for (Slot slot = 0; slot < end_; ++slot) {
    Planned& planned = planned_[slot];
    if (!planned.kept) continue;
    planned.tensor.offset = places_[planned.place].offset;
    trace_.tensors_.push_back(std::move(planned.tensor));
  }
  return std::move(trace_);
}

}  // namespace headscope
