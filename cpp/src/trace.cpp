#include "headscope/trace.hpp"

#include <algorithm>
#include <utility>

#include "headscope/error.hpp"
#include "trace_builder.hpp"

namespace headscope {

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
  for (TensorInfo const& other : tensors_) {
    if (!names.empty()) names += ", ";
    names += other.name;
  }
  fail(ErrorCode::UnknownTensor, "Trace::get",
       {"no tensor is named \"", name, "\"; there are: ", names});
}

float const* Trace::data(std::string_view name) const { return arena_.data() + info(name).offset; }

std::size_t Trace::bytes() const noexcept { return arena_.size() * sizeof(float); }

Trace::Builder::Slot Trace::Builder::push(std::string_view prefix, std::string_view name,
                                          std::vector<std::size_t> shape, Axes axes,
                                          std::size_t offset) {
  trace_.tensors_.push_back(
      {joined({prefix, name}), std::move(shape), {axes.begin(), axes.end()}, offset});
  return trace_.tensors_.size() - 1;
}

Trace::Builder::Slot Trace::Builder::add(std::string_view prefix, std::string_view name,
                                         std::initializer_list<std::size_t> shape, Axes axes) {
  std::size_t const offset = size_;
  std::size_t const size = saturating_product(shape);
  size_ = saturating_sum(size_, saturating_round_up(size, Buffer::kAlignment / sizeof(float)));
  return push(prefix, name, shape, axes, offset);
}

Trace::Builder::Slot Trace::Builder::alias(std::string_view prefix, std::string_view name, Slot of,
                                           Axes axes) {
  TensorInfo const& original = trace_.tensors_[of];
  return push(prefix, name, original.shape, axes, original.offset);
}

void Trace::Builder::allocate() { trace_.arena_ = Buffer(size_); }

Trace Trace::Builder::finish() noexcept { return std::move(trace_); }

}  // namespace headscope
