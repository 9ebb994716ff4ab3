#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "headscope/attention.hpp"

/// What every entry point asks of its arguments, and the sentences it says otherwise.
namespace headscope {

/// An argument under the name by which messages call it. Row-major, not owned.
struct NamedTensor {
  std::string name;
  std::vector<std::size_t> shape;
  float const* data = nullptr;
};

NamedTensor named(std::string name, Matrix const& matrix);
/// An empty vector means "none": shape {} and no data.
NamedTensor named(std::string name, Vector const& vector);

/// "[4, 30]"
std::string shape_text(std::vector<std::size_t> const& shape);

/// "NaN", "-infinity", "0.500000"
std::string number_text(float value);

/// Throws BadShape, for example `key has shape [30, 32]; [d_memory, heads * d_head] is [32, 32]`.
void check_shape(std::string_view where, NamedTensor const& tensor,
                 std::vector<std::size_t> const& expected, std::string_view meaning);
/// Throws BadShape, for example `x has shape [4, 30]; d_model is 32`.
void check_width(std::string_view where, NamedTensor const& tensor, std::size_t expected,
                 std::string_view meaning);
/// Throws NonFinite, for example `x is NaN at [3, 7]; every number must be finite`.
void check_finite(std::string_view where, NamedTensor const& tensor);
/// Throws BadGains unless `gains` is empty or one finite number per head.
void check_gains(std::string_view where, std::string const& name, Gains const& gains,
                 std::size_t heads);
/// Throws BadConfig unless `value` is finite.
void check_number(std::string_view where, std::string const& name, float value);
/// Throws BadConfig unless `value`, a count or a width, is at least 1.
void check_positive(std::string_view where, std::string const& name, std::size_t value);

}  // namespace headscope
