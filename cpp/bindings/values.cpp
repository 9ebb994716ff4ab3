#include "values.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "headscope/error.hpp"

namespace headscope::bindings {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// Extents before they are known to be small: two 32-bit factors cannot wrap here.
using Extents = std::vector<std::uint64_t>;

std::size_t size(val const& object, char const* key) { return object[key].as<std::uint32_t>(); }

std::size_t length(val const& array) { return size(array, "length"); }

/// Copies a typed array once. The heap cannot grow between the view and the copy.
template <class Number>
void copy(val const& array, std::size_t count, Number* out) {
  val(typed_memory_view(count, out)).call<void>("set", array);
}

template <class Number>
std::vector<Number> to_vector(val const& array) {
  std::vector<Number> values(length(array));
  copy(array, values.size(), values.data());
  return values;
}

/// Divides where a product could wrap.
bool fills(std::uint64_t count, Extents const& shape) {
  if (std::find(shape.begin(), shape.end(), std::uint64_t{0}) != shape.end()) return count == 0;
  for (std::uint64_t const extent : shape) {
    if (count % extent != 0) return false;
    count /= extent;
  }
  return count == 1;
}

std::size_t checked_length(val const& array, Extents const& shape, std::string_view where,
                           std::string_view name) {
  std::size_t const count = length(array);
  if (fills(count, shape)) return count;
  std::string expected;
  for (std::uint64_t const extent : shape) {
    expected += (expected.empty() ? "" : ", ") + std::to_string(extent);
  }
  throw Error(ErrorCode::BadShape, where,
              std::string(name) + " has " + std::to_string(count) +
                  " values; its shape should be [" + expected + "]");
}

Matrix matrix_of(val const& array, std::uint64_t rows, std::uint64_t columns,
                 std::string_view where, std::string_view name) {
  std::size_t const count = checked_length(array, {rows, columns}, where, name);
  Matrix values =
      Matrix::from_shape({static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
  copy(array, count, values.data());
  return values;
}

constexpr std::string_view kAttention = "MultiHeadAttention";

Vector bias(val const& array, std::uint64_t width, std::string_view name) {
  if (array.isNull()) return {};
  std::size_t const count = checked_length(array, {width}, kAttention, name);
  Vector values = Vector::from_shape({count});
  copy(array, count, values.data());
  return values;
}

BlockConfig block_config(val const& object) {
  BlockConfig config;
  config.attention = attention_config(object["attention"]);
  config.project_residual = object["project_residual"].as<bool>();
  config.d_ffn = size(object, "d_ffn");
  config.activation =
      object["activation"].as<std::string>() == "gelu" ? Activation::Gelu : Activation::Relu;
  config.norm_epsilon = object["norm_epsilon"].as<float>();
  return config;
}

}  // namespace

AttentionConfig attention_config(val const& object) {
  AttentionConfig config;
  config.d_model = size(object, "d_model");
  config.heads = size(object, "heads");
  config.d_head = size(object, "d_head");
  config.d_memory = size(object, "d_memory");
  config.d_output = size(object, "d_output");
  if (!object["scale"].isNull()) config.scale = object["scale"].as<float>();
  config.byte_budget = size(object, "byte_budget");
  return config;
}

val attention_config_object(AttentionConfig const& config) {
  val object = val::object();
  object.set("d_model", config.d_model);
  object.set("heads", config.heads);
  object.set("d_head", config.d_head);
  object.set("d_memory", config.d_memory);
  object.set("d_output", config.d_output);
  object.set("scale", config.scale.value_or(0.0F));
  object.set("byte_budget", config.byte_budget);
  return object;
}

EncoderConfig encoder_config(val const& object) {
  EncoderConfig config;
  config.vocabulary = size(object, "vocabulary");
  config.max_seq_len = size(object, "max_seq_len");
  config.embedding_scale = object["embedding_scale"].as<float>();
  val const blocks = object["blocks"];
  std::size_t const count = length(blocks);
  for (std::size_t i = 0; i < count; ++i) config.blocks.push_back(block_config(blocks[i]));
  config.d_sentence = size(object, "d_sentence");
  config.byte_budget = size(object, "byte_budget");
  return config;
}

AttentionWeights attention_weights(val const& object, AttentionConfig const& config) {
  // No weights fit such a layer; the core says what is wrong with it.
  if (config.d_model == 0 || config.heads == 0 || config.d_head == 0) return {};
  std::uint64_t const inner = std::uint64_t{config.heads} * config.d_head;
  auto const matrix = [&](char const* name, std::uint64_t rows, std::uint64_t columns) {
    return matrix_of(object[name], rows, columns, kAttention, name);
  };
  return {
      .query = matrix("query", config.d_model, inner),
      .key = matrix("key", config.d_memory, inner),
      .value = matrix("value", config.d_memory, inner),
      .output = matrix("output", inner, config.d_output),
      .query_bias = bias(object["query_bias"], inner, "query_bias"),
      .key_bias = bias(object["key_bias"], inner, "key_bias"),
      .value_bias = bias(object["value_bias"], inner, "value_bias"),
      .output_bias = bias(object["output_bias"], config.d_output, "output_bias"),
  };
}

NamedWeights::NamedWeights(val const& array) {
  std::size_t const count = length(array);
  storage_.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    val const weight = array[i];
    val const data = weight["data"];
    std::string const name = weight["name"].as<std::string>();
    std::vector<std::size_t> shape = emscripten::vecFromJSArray<std::size_t>(weight["shape"]);
    checked_length(data, Extents(shape.begin(), shape.end()), "Encoder", name);
    storage_.push_back(to_vector<float>(data));
    views_[name] = {std::move(shape), storage_.back().data()};
  }
}

Mask mask(val const& object, std::size_t queries, std::size_t keys) {
  Mask result = Mask::none();
  if (object["causal"].as<bool>()) result = result & Mask::causal();
  if (!object["padding"].isNull()) result = result & Mask::padding(size(object, "padding"));
  if (!object["window"].isNull()) result = result & Mask::window(size(object, "window"));
  if (!object["allow"].isNull()) {
    result = result & Mask::allow(to_vector<std::uint8_t>(object["allow"]), queries, keys);
  }
  return result;
}

Matrix matrix(val const& array, std::size_t rows, std::size_t columns, std::string_view where,
              std::string_view name) {
  return matrix_of(array, rows, columns, where, name);
}

void check_length(val const& array, std::size_t rows, std::size_t columns, std::string_view where,
                  std::string_view name) {
  checked_length(array, {rows, columns}, where, name);
}

std::vector<float> floats(val const& array) { return to_vector<float>(array); }

std::vector<std::int32_t> integers(val const& array) { return to_vector<std::int32_t>(array); }

}  // namespace headscope::bindings
