#include "check.hpp"

#include <cmath>
#include <utility>

#include "kernels/vector.hpp"

namespace headscope {
namespace {

std::vector<std::size_t> index_of(std::size_t position, std::vector<std::size_t> const& shape) {
  std::vector<std::size_t> index(shape.size());
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return index;
}

}  // namespace

NamedTensor named(std::string name, Matrix const& matrix) {
  return {std::move(name), {matrix.shape(0), matrix.shape(1)}, matrix.data()};
}

NamedTensor named(std::string name, Vector const& vector) {
  if (vector.size() == 0) return {std::move(name), {}, nullptr};
  return {std::move(name), {vector.shape(0)}, vector.data()};
}

std::string shape_text(std::vector<std::size_t> const& shape) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    text += (axis == 0 ? "" : ", ") + std::to_string(shape[axis]);
  }
  return text + "]";
}

std::string number_text(float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "infinity" : "-infinity";
  return std::to_string(value);
}

void check_shape(std::string_view where, NamedTensor const& tensor,
                 std::vector<std::size_t> const& expected, std::string_view meaning) {
  if (tensor.shape == expected) return;
  throw Error(ErrorCode::BadShape, where,
              tensor.name + " has shape " + shape_text(tensor.shape) + "; " + std::string(meaning) +
                  " is " + shape_text(expected));
}

void check_width(std::string_view where, NamedTensor const& tensor, std::size_t expected,
                 std::string_view meaning) {
  if (tensor.shape.back() == expected) return;
  throw Error(ErrorCode::BadShape, where,
              tensor.name + " has shape " + shape_text(tensor.shape) + "; " + std::string(meaning) +
                  " is " + std::to_string(expected));
}

void check_finite(std::string_view where, NamedTensor const& tensor) {
  std::size_t size = tensor.shape.empty() ? 0 : 1;
  for (std::size_t const extent : tensor.shape) size *= extent;
  std::size_t const position = kernels::first_non_finite(tensor.data, size);
  if (position == size) return;
  throw Error(ErrorCode::NonFinite, where,
              tensor.name + " is " + number_text(tensor.data[position]) + " at " +
                  shape_text(index_of(position, tensor.shape)) + "; every number must be finite");
}

void check_gains(std::string_view where, std::string const& name, Gains const& gains,
                 std::size_t heads) {
  if (gains.empty()) return;
  if (gains.size() != heads) {
    throw Error(ErrorCode::BadGains, where,
                name + " has " + std::to_string(gains.size()) + " entries; heads is " +
                    std::to_string(heads));
  }
  for (std::size_t head = 0; head < heads; ++head) {
    if (std::isfinite(gains[head])) continue;
    throw Error(ErrorCode::BadGains, where,
                name + " is " + number_text(gains[head]) + " at [" + std::to_string(head) +
                    "]; every gain must be finite");
  }
}

void check_number(std::string_view where, std::string const& name, float value) {
  if (std::isfinite(value)) return;
  throw Error(ErrorCode::BadConfig, where,
              name + " is " + number_text(value) + "; expected a finite number");
}

void check_positive(std::string_view where, std::string const& name, std::size_t value) {
  if (value > 0) return;
  throw Error(ErrorCode::BadConfig, where, name + " is 0; expected at least 1");
}

}  // namespace headscope
