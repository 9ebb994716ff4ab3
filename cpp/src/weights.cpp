#include "weights.hpp"

#include <algorithm>

namespace headscope {

NamedTensor find_weight(std::string_view where, WeightMap const& weights, std::string const& name) {
  auto const found = weights.find(name);
  if (found == weights.end() || found->second.data == nullptr) {
    throw Error(ErrorCode::MissingTensor, where,
                name + " is missing; the configuration asks for it");
  }
  return {name, found->second.shape, found->second.data};
}

NamedTensor checked_weight(std::string_view where, WeightMap const& weights,
                           std::string const& name, std::vector<std::size_t> const& shape,
                           std::string_view meaning) {
  NamedTensor weight = find_weight(where, weights, name);
  check_shape(where, weight, shape, meaning);
  check_finite(where, weight);
  return weight;
}

Buffer copied_weight(std::string_view where, WeightMap const& weights, std::string const& name,
                     std::vector<std::size_t> const& shape, std::string_view meaning) {
  NamedTensor const weight = checked_weight(where, weights, name, shape, meaning);
  std::size_t size = 1;
  for (std::size_t const extent : shape) size *= extent;
  Buffer copy(size);
  std::copy_n(weight.data, size, copy.data());
  return copy;
}

Dense dense_weight(std::string_view where, WeightMap const& weights, std::string const& name,
                   std::size_t in, std::size_t out, DenseAxes meaning) {
  std::string const in_name(meaning.in);
  std::string const out_name(meaning.out);
  NamedTensor const weight = checked_weight(where, weights, name + ".weight", {in, out},
                                            "[" + in_name + ", " + out_name + "]");
  NamedTensor const bias =
      checked_weight(where, weights, name + ".bias", {out}, "[" + out_name + "]");
  return {in, out, weight.data, bias.data};
}

}  // namespace headscope
