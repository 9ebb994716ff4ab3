#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "headscope/attention.hpp"
#include "headscope/buffer.hpp"
#include "headscope/encoder.hpp"

/// From JavaScript's values to the core's and back. web/core has checked that each value is of its
/// kind (a whole number, a Float32Array, ...) and has filled in what was left out, with null for
/// "none"; what only the core can know, that sizes fit together, is checked here and there. No code
/// of the caller's runs while a value is read: an object that was looked up before lives on.
namespace headscope::bindings {

/// What follows is compiled once here instead of with every call of Embind's templates.
emscripten::val get(emscripten::val const& object, char const* key);
void set(emscripten::val& object, char const* key, emscripten::val const& value);
/// The method `name` of one argument, its answer dropped.
void call(emscripten::val const& object, char const* name, emscripten::val const& argument);
emscripten::val at(emscripten::val const& array, std::size_t index);
std::size_t length(emscripten::val const& array);
std::size_t whole(emscripten::val const& object, char const* key);
bool has(emscripten::val const& object, char const* key);  ///< whether it is not null
float number(emscripten::val const& object, char const* key);
bool flag(emscripten::val const& object, char const* key);
emscripten::val text(std::string_view utf8);

/// Keys are the members' names: {d_model, heads, d_head, d_memory, d_output, scale, byte_budget}.
AttentionConfig attention_config(emscripten::val const& object);

/// Keys are the members' names, `blocks` an array; `activation` is "relu" or "gelu".
EncoderConfig encoder_config(emscripten::val const& object);

/// {query, key, value, output, query_bias, ...}: Float32Arrays, biases may be null.
/// Throws BadShape.
AttentionWeights attention_weights(emscripten::val const& object, AttentionConfig const& config);

/// Owned copies of an array of {name, shape, data}. Throws BadShape.
class NamedWeights {
 public:
  NamedWeights(emscripten::val const& array, std::string_view where);
  WeightMap const& views() const noexcept { return views_; }

 private:
  std::vector<std::vector<float>> storage_;
  WeightMap views_;
};

/// {causal, padding, window, allow}. Throws BadMask.
Mask mask(emscripten::val const& object, std::size_t queries, std::size_t keys);

/// Throws BadShape, calling them `name`, unless `count` values fill [rows, columns].
void check_length(std::size_t count, std::uint64_t rows, std::uint64_t columns,
                  std::string_view where, std::string_view name);

/// The `count` floats of a Float32Array.
Buffer buffer_of(emscripten::val const& array, std::size_t count);
/// The same, for instance one layer's gains.
std::vector<float> floats(emscripten::val const& array);
/// An array of strings.
std::vector<std::string> strings(emscripten::val const& array);
/// An Int32Array of any length.
std::vector<std::int32_t> integers(emscripten::val const& array);

}  // namespace headscope::bindings
