#include "check.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "byte_count.hpp"
#include "kernels/vector.hpp"

namespace headscope {
namespace {

std::vector<std::size_t> index_of(std::size_t position, Shape shape) {
  std::vector<std::size_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return index;
}

}  // namespace

NamedTensor named(std::string_view name, Matrix const& matrix) {
  return {name, matrix.shape(), matrix.data()};
}

NamedTensor named(std::string_view name, MatrixView const& matrix) {
  return {name, matrix.shape, matrix.data};
}

NamedTensor named(std::string_view name, Vector const& vector) {
  if (vector.size() == 0) return {name};
  return {name, vector.shape(), vector.data()};
}

void check_shape(std::string_view where, NamedTensor const& tensor,
                 std::initializer_list<std::size_t> expected, std::string_view meaning) {
  if (std::ranges::equal(tensor.shape, expected)) return;
  fail(ErrorCode::BadShape, where,
       {tensor.name, " has shape ", tensor.shape, "; ", meaning, " is ", Shape(expected)});
}

void check_width(std::string_view where, NamedTensor const& tensor, std::size_t expected,
                 std::string_view meaning) {
  if (tensor.shape.back() == expected) return;
  fail(ErrorCode::BadShape, where,
       {tensor.name, " has shape ", tensor.shape, "; ", meaning, " is ", expected});
}

void check_finite(std::string_view where, NamedTensor const& tensor) {
  std::size_t const size = tensor.shape.empty() ? 0 : saturating_product(tensor.shape);
  std::size_t const position = kernels::first_non_finite(tensor.data, size);
  if (position == size) return;
  std::vector<std::size_t> const index = index_of(position, tensor.shape);
  fail(ErrorCode::NonFinite, where,
       {tensor.name, " is ", tensor.data[position], " at ", Shape(index),
        "; every number must be finite"});
}

void check_gains(std::string_view where, std::string_view name, Gains const& gains,
                 std::size_t heads) {
  if (gains.empty()) return;
  if (gains.size() != heads) {
    fail(ErrorCode::BadGains, where, {name, " has ", gains.size(), " entries; heads is ", heads});
  }
  for (std::size_t head = 0; head < heads; ++head) {
    if (std::isfinite(gains[head])) continue;
    fail(ErrorCode::BadGains, where,
         {name, " is ", gains[head], " at [", head, "]; every gain must be finite"});
  }
}

void check_number(std::string_view where, std::string_view prefix, std::string_view name,
                  float value) {
  if (std::isfinite(value)) return;
  fail(ErrorCode::BadConfig, where, {prefix, name, " is ", value, "; expected a finite number"});
}

void check_positive(std::string_view where, std::string_view prefix, std::string_view name,
                    std::size_t value) {
  if (value > 0) return;
  fail(ErrorCode::BadConfig, where, {prefix, name, " is 0; expected at least 1"});
}

}  // namespace headscope
