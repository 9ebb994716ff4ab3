#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

#include "check.hpp"
#include "dense.hpp"
#include "headscope/buffer.hpp"
#include "headscope/encoder.hpp"

namespace headscope {

/// What a message calls the shapes of a dense layer's weight and bias.
struct DenseAxes {
  std::string_view weight;
  std::string_view bias;
};

/// Finds the weights of one part of an encoder, all of whose names start alike.
class WeightReader {
 public:
  /// `where` and `weights` must outlive the reader.
  WeightReader(std::string_view where, WeightMap const& weights, std::string prefix)
      : where_(where), weights_(weights), prefix_(std::move(prefix)) {}

  std::string_view where() const noexcept { return where_; }

  /// The weight `name` and `part`, its shape not yet checked. Throws MissingTensor.
  NamedTensor find(std::string_view name, std::string_view part) const;
  /// A copy of the weight. Throws MissingTensor, BadShape, NonFinite.
  Buffer copy(std::string_view name, std::string_view part,
              std::initializer_list<std::size_t> shape, std::string_view meaning) const;
  /// `name.weight` [in, out] and `name.bias` [out], packed. Throws MissingTensor, BadShape,
  /// NonFinite.
  Dense dense(std::string_view name, std::size_t in, std::size_t out, DenseAxes meaning) const;

 private:
  NamedTensor checked(std::string_view name, std::string_view part,
                      std::initializer_list<std::size_t> shape, std::string_view meaning) const;

  std::string_view where_;
  WeightMap const& weights_;
  std::string prefix_;
};

}  // namespace headscope
