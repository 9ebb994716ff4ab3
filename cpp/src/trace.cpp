#include "headscope/trace.hpp"

#include <algorithm>
#include <utility>

#include "headscope/error.hpp"
#include "trace_builder.hpp"

namespace headscope {
namespace {

std::size_t saturating_size(std::vector<std::size_t> const& shape) noexcept {
  if (std::find(shape.begin(), shape.end(), std::size_t{0}) != shape.end()) return 0;
  std::size_t size = 1;
  for (std::size_t const extent : shape) size = saturating_product({size, extent});
  return size;
}

}  // namespace

std::size_t TensorInfo::size() const noexcept { return saturating_size(shape); }

TensorInfo const* Trace::find(std::string_view name) const noexcept {
  auto const found = std::find_if(tensors_.begin(), tensors_.end(),
                                  [name](TensorInfo const& tensor) { return tensor.name == name; });
  return found == tensors_.end() ? nullptr : &*found;
}

bool Trace::has(std::string_view name) const noexcept { return find(name) != nullptr; }

TensorInfo const& Trace::info(std::string_view name) const {
  TensorInfo const* const tensor = find(name);
  if (tensor != nullptr) return *tensor;
  std::string what = "no tensor is named \"" + std::string(name) + "\"; there are: ";
  for (TensorInfo const& other : tensors_) {
    what += (&other == tensors_.data() ? "" : ", ") + other.name;
  }
  throw Error(ErrorCode::UnknownTensor, "Trace::get", what);
}

float const* Trace::data(std::string_view name) const { return arena_.data() + info(name).offset; }

std::size_t Trace::bytes() const noexcept { return arena_.size() * sizeof(float); }

Trace::Builder::Slot Trace::Builder::add(std::string name, std::vector<std::size_t> shape,
                                         std::vector<std::string> axes) {
  std::size_t const size = saturating_size(shape);
  trace_.tensors_.push_back({std::move(name), std::move(shape), std::move(axes), size_});
  size_ = saturating_sum(size_, saturating_round_up(size, Buffer::kAlignment / sizeof(float)));
  return trace_.tensors_.size() - 1;
}

Trace::Builder::Slot Trace::Builder::alias(std::string name, Slot of,
                                           std::vector<std::string> axes) {
  TensorInfo const& original = trace_.tensors_[of];
  trace_.tensors_.push_back({std::move(name), original.shape, std::move(axes), original.offset});
  return trace_.tensors_.size() - 1;
}

void Trace::Builder::allocate() { trace_.arena_ = Buffer(size_); }

Trace Trace::Builder::finish() noexcept { return std::move(trace_); }

}  // namespace headscope
