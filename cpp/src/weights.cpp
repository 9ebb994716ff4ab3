#include "weights.hpp"

#include <algorithm>

#include "byte_count.hpp"

namespace headscope {

NamedTensor WeightReader::find(std::string_view name, std::string_view part) const {
  std::string const key = joined({prefix_, name, part});
  auto const found = weights_.find(key);
  if (found == weights_.end() || found->second.data == nullptr) {
    fail(ErrorCode::MissingTensor, where_, {key, " is missing; the configuration asks for it"});
  }
  return {found->first, found->second.shape, found->second.data};
}

NamedTensor WeightReader::checked(std::string_view name, std::string_view part,
                                  std::initializer_list<std::size_t> shape,
                                  std::string_view meaning) const {
  NamedTensor const weight = find(name, part);
  check_shape(where_, weight, shape, meaning);
  check_finite(where_, weight);
  return weight;
}

Buffer WeightReader::copy(std::string_view name, std::string_view part,
                          std::initializer_list<std::size_t> shape,
                          std::string_view meaning) const {
  NamedTensor const weight = checked(name, part, shape, meaning);
  Buffer copy(saturating_product(shape));
  std::copy_n(weight.data, copy.size(), copy.data());
  return copy;
}

Dense WeightReader::dense(std::string_view name, std::size_t in, std::size_t out,
                          DenseAxes meaning) const {
  NamedTensor const weight = checked(name, ".weight", {in, out}, meaning.weight);
  NamedTensor const bias = checked(name, ".bias", {out}, meaning.bias);
  Dense::Part const part{weight.data, bias.data};
  return {in, out, {&part, 1}};
}

}  // namespace headscope
