#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "dense.hpp"
#include "headscope/buffer.hpp"
#include "headscope/encoder.hpp"

namespace headscope {

/// The weight of that name, its shape not yet checked. Throws MissingTensor.
NamedTensor find_weight(std::string_view where, WeightMap const& weights, std::string const& name);
/// The weight of that name. Throws MissingTensor, BadShape, NonFinite.
NamedTensor checked_weight(std::string_view where, WeightMap const& weights,
                           std::string const& name, std::vector<std::size_t> const& shape,
                           std::string_view meaning);
/// A copy of the weight of that name. Throws MissingTensor, BadShape, NonFinite.
Buffer copied_weight(std::string_view where, WeightMap const& weights, std::string const& name,
                     std::vector<std::size_t> const& shape, std::string_view meaning);
/// What a message calls the two extents of a dense layer's weight.
struct DenseAxes {
  std::string_view in;
  std::string_view out;
};
/// `name.weight` [in, out] and `name.bias` [out], packed. Throws MissingTensor, BadShape,
/// NonFinite.
Dense dense_weight(std::string_view where, WeightMap const& weights, std::string const& name,
                   std::size_t in, std::size_t out, DenseAxes meaning);

}  // namespace headscope
