#include "values.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

#include "headscope/error.hpp"

namespace headscope::bindings {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// Copies a typed array once. The heap cannot grow between the view and the copy.
template <class Number>
void copy(val const& array, std::size_t count, Number* out) {
  call(val(typed_memory_view(count, out)), "set", array);
}

template <class Number>
std::vector<Number> to_vector(val const& array) {
  std::vector<Number> values(length(array));
  copy(array, values.size(), values.data());
  return values;
}

/// Extents before they are known to be small: two 32-bit factors cannot wrap here.
using Extents = std::span<std::uint64_t const>;

/// Divides where a product could wrap.
bool fills(std::uint64_t count, Extents shape) {
  if (std::find(shape.begin(), shape.end(), std::uint64_t{0}) != shape.end()) return count == 0;
  for (std::uint64_t const extent : shape) {
    if (count % extent != 0) return false;
    count /= extent;
  }
  return count == 1;
}

void check_count(std::size_t count, Extents shape, std::string_view where, std::string_view name) {
  if (fills(count, shape)) return;
  std::string expected;
  for (std::uint64_t const extent : shape) {
    append(expected, {expected.empty() ? "" : ", ", extent});
  }
  fail(ErrorCode::BadShape, where,
       {name, " has ", count, " values; its shape should be [", expected, "]"});
}

constexpr std::string_view kAttention = "MultiHeadAttention";

Matrix matrix(val const& array, std::uint64_t rows, std::uint64_t columns, std::string_view name) {
  check_length(length(array), rows, columns, kAttention, name);
  Matrix values =
      Matrix::from_shape({static_cast<std::size_t>(rows), static_cast<std::size_t>(columns)});
  copy(array, values.size(), values.data());
  return values;
}

Vector bias(val const& array, std::uint64_t width, std::string_view name) {
  if (array.isNull()) return {};
  std::size_t const count = length(array);
  check_count(count, {&width, 1}, kAttention, name);
  Vector values = Vector::from_shape({count});
  copy(array, count, values.data());
  return values;
}

BlockConfig block_config(val const& object) {
  BlockConfig config;
  config.attention = attention_config(get(object, "attention"));
  config.project_residual = flag(object, "project_residual");
  config.d_ffn = whole(object, "d_ffn");
  bool const gelu = get(object, "activation").as<std::string>() == "gelu";
  config.activation = gelu ? Activation::Gelu : Activation::Relu;
  config.norm_epsilon = number(object, "norm_epsilon");
  return config;
}

}  // namespace

val get(val const& object, char const* key) { return object[key]; }

void set(val& object, char const* key, val const& value) { object.set(key, value); }

void call(val const& object, char const* name, val const& argument) {
  object.call<void>(name, argument);
}

val at(val const& array, std::size_t index) { return array[index]; }

std::size_t length(val const& array) { return whole(array, "length"); }

std::size_t whole(val const& object, char const* key) {
  return get(object, key).as<std::uint32_t>();
}

bool has(val const& object, char const* key) { return !get(object, key).isNull(); }

float number(val const& object, char const* key) { return get(object, key).as<float>(); }

bool flag(val const& object, char const* key) { return get(object, key).as<bool>(); }

val text(std::string_view utf8) { return val::u8string(std::string(utf8).c_str()); }

AttentionConfig attention_config(val const& object) {
  AttentionConfig config;
  config.d_model = whole(object, "d_model");
  config.heads = whole(object, "heads");
  config.d_head = whole(object, "d_head");
  config.d_memory = whole(object, "d_memory");
  config.d_output = whole(object, "d_output");
  if (has(object, "scale")) config.scale = number(object, "scale");
  config.byte_budget = whole(object, "byte_budget");
  return config;
}

EncoderConfig encoder_config(val const& object) {
  EncoderConfig config;
  config.vocabulary = whole(object, "vocabulary");
  config.max_seq_len = whole(object, "max_seq_len");
  config.embedding_scale = number(object, "embedding_scale");
  val const blocks = get(object, "blocks");
  std::size_t const count = length(blocks);
  config.blocks = std::vector<BlockConfig>(count);
  for (std::size_t i = 0; i < count; ++i) config.blocks[i] = block_config(at(blocks, i));
  config.d_sentence = whole(object, "d_sentence");
  config.byte_budget = whole(object, "byte_budget");
  return config;
}

AttentionWeights attention_weights(val const& object, AttentionConfig const& config) {
  // No weights fit such a layer; the core says what is wrong with it.
  if (config.d_model == 0 || config.heads == 0 || config.d_head == 0) return {};
  std::uint64_t const inner = std::uint64_t{config.heads} * config.d_head;
  auto const matrix_of = [&](char const* name, std::uint64_t rows, std::uint64_t columns) {
    return matrix(get(object, name), rows, columns, name);
  };
  return {
      .query = matrix_of("query", config.d_model, inner),
      .key = matrix_of("key", config.d_memory, inner),
      .value = matrix_of("value", config.d_memory, inner),
      .output = matrix_of("output", inner, config.d_output),
      .query_bias = bias(get(object, "query_bias"), inner, "query_bias"),
      .key_bias = bias(get(object, "key_bias"), inner, "key_bias"),
      .value_bias = bias(get(object, "value_bias"), inner, "value_bias"),
      .output_bias = bias(get(object, "output_bias"), config.d_output, "output_bias"),
  };
}

NamedWeights::NamedWeights(val const& array, std::string_view where) : storage_(length(array)) {
  for (std::size_t i = 0; i < storage_.size(); ++i) {
    val const weight = at(array, i);
    val const data = get(weight, "data");
    val const extents = get(weight, "shape");
    std::string const name = get(weight, "name").as<std::string>();
    std::vector<std::uint64_t> shape(length(extents));
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      shape[axis] = at(extents, axis).as<std::uint32_t>();
    }
    check_count(length(data), shape, where, name);
    storage_[i] = to_vector<float>(data);
    views_[name] = {{shape.begin(), shape.end()}, storage_[i].data()};
  }
}

Mask mask(val const& object, std::size_t queries, std::size_t keys) {
  Mask::Parts parts{.causal = flag(object, "causal")};
  if (has(object, "padding")) parts.padding = whole(object, "padding");
  if (has(object, "window")) parts.window = whole(object, "window");
  if (!has(object, "allow")) return Mask(parts);
  return Mask::allow(to_vector<std::uint8_t>(get(object, "allow")), queries, keys, parts);
}

void check_length(std::size_t count, std::uint64_t rows, std::uint64_t columns,
                  std::string_view where, std::string_view name) {
  check_count(count, std::array{rows, columns}, where, name);
}

Buffer buffer_of(val const& array, std::size_t count) {
  Buffer values(count);
  copy(array, values.size(), values.data());
  return values;
}

std::vector<float> floats(val const& array) { return to_vector<float>(array); }

std::vector<std::string> strings(val const& array) {
  std::vector<std::string> values(length(array));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = at(array, i).as<std::string>();
  return values;
}

std::vector<std::int32_t> integers(val const& array) { return to_vector<std::int32_t>(array); }

}  // namespace headscope::bindings
