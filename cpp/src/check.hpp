#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

#include "headscope/attention.hpp"

/// What every entry point asks of its arguments, and the sentences it says otherwise.
namespace headscope {

/// Extents of a tensor, not owned.
using Shape = std::span<std::size_t const>;

/// An argument under the name by which messages call it. Row-major; nothing of it is owned.
struct NamedTensor {
  std::string_view name;
  Shape shape = {};
  float const* data = nullptr;
};

NamedTensor named(std::string_view name, Matrix const& matrix);
NamedTensor named(std::string_view name, MatrixView const& matrix);
/// An empty vector means "none": shape {} and no data.
NamedTensor named(std::string_view name, Vector const& vector);

/// Throws BadShape, for example `key has shape [30, 32]; [d_memory, heads * d_head] is [32, 32]`.
void check_shape(std::string_view where, NamedTensor const& tensor,
                 std::initializer_list<std::size_t> expected, std::string_view meaning);
/// Throws BadShape, for example `x has shape [4, 30]; d_model is 32`.
void check_width(std::string_view where, NamedTensor const& tensor, std::size_t expected,
                 std::string_view meaning);
/// Throws NonFinite, for example `x is NaN at [3, 7]; every number must be finite`.
void check_finite(std::string_view where, NamedTensor const& tensor);
/// Throws BadGains unless `gains` is empty or one finite number per head.
void check_gains(std::string_view where, std::string_view name, Gains const& gains,
                 std::size_t heads);
/// Throws BadConfig unless `value` is finite; messages call it `prefix` and `name`.
void check_number(std::string_view where, std::string_view prefix, std::string_view name,
                  float value);
/// Throws BadConfig unless `value`, a count or a width, is at least 1.
void check_positive(std::string_view where, std::string_view prefix, std::string_view name,
                    std::size_t value);

}  // namespace headscope
