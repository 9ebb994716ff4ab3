#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "headscope/buffer.hpp"
#include "headscope/tensor.hpp"

namespace headscope {

/// Name and place of one tensor. `axes` names each extent of `shape` in the project's vocabulary
/// ("heads", "query", "key", "seq_len", "d_model", "d_head", ...). `offset` counts floats from the
/// start of the arena; every tensor is row-major and starts on a 64-byte boundary. Two names may
/// share one place: in an encoder a layer's input is the output of the layer before.
struct TensorInfo {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<std::string_view> axes;  ///< literals
  std::size_t offset = 0;

  std::size_t size() const noexcept;  ///< number of floats
};

/// Every intermediate of one computation, by name, in the order in which they were computed.
/// All tensors live in one arena that the trace owns; it does not depend on the layer that made it.
class Trace {
 public:
  class Builder;

  std::vector<TensorInfo> const& tensors() const noexcept { return tensors_; }
  bool has(std::string_view name) const noexcept;
  /// Throws UnknownTensor, naming the tensors that there are.
  TensorInfo const& info(std::string_view name) const;
  /// First float of the tensor; valid as long as the trace lives. Null when the whole trace is
  /// empty. Throws UnknownTensor.
  float const* data(std::string_view name) const;
  /// Non-owning xtensor view of the tensor, valid as long as the trace lives. Throws UnknownTensor.
  auto get(std::string_view name) const {
    TensorInfo const& tensor = info(name);
    return xt::adapt(arena_.data() + tensor.offset, tensor.size(), xt::no_ownership(),
                     tensor.shape);
  }
  std::size_t bytes() const noexcept;  ///< size of the arena

 private:
  TensorInfo const* find(std::string_view name) const noexcept;

  std::vector<TensorInfo> tensors_;
  Buffer arena_;
};

}  // namespace headscope
