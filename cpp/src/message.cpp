#include "headscope/message.hpp"

#include <cmath>
#include <cstdlib>

namespace headscope {
namespace {

void append_number(std::string& text, std::uint64_t number) {
  char digits[20];  // of 2^64 - 1
  char* const end = digits + sizeof(digits);
  char* first = end;
  do {
    *--first = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  text.append(first, end);
}

void append_float(std::string& text, float value) {
  if (std::isnan(value)) {
    text += "NaN";
    return;
  }
  if (std::signbit(value)) text += '-';
  if (std::isinf(value)) {
    text += "infinity";
    return;
  }
  double size = std::fabs(static_cast<double>(value));
  unsigned exponent = 0;
  for (; size >= 1e9; size /= 10) ++exponent;
  constexpr std::uint64_t kMillion = 1'000'000;
  auto const millionths = static_cast<std::uint64_t>(std::nearbyint(size * 1e6));
  append_number(text, millionths / kMillion);
  std::size_t const point = text.size();
  append_number(text, kMillion + millionths % kMillion);
  text[point] = '.';  // in place of the 1 that kept the zeros
  if (exponent == 0) return;
  text += 'e';
  append_number(text, exponent);
}

void append_shape(std::string& text, std::span<std::size_t const> shape) {
  text += '[';
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (axis != 0) text += ", ";
    append_number(text, shape[axis]);
  }
  text += ']';
}

}  // namespace

void Piece::append_to(std::string& text) const {
  if (auto const* const part = std::get_if<std::string_view>(&value_)) {
    text += *part;
  } else if (auto const* const whole = std::get_if<std::uint64_t>(&value_)) {
    append_number(text, *whole);
  } else if (auto const* const integer = std::get_if<std::int32_t>(&value_)) {
    if (*integer < 0) text += '-';
    append_number(text, static_cast<std::uint64_t>(std::abs(std::int64_t{*integer})));
  } else if (auto const* const number = std::get_if<float>(&value_)) {
    append_float(text, *number);
  } else if (auto const* const shape = std::get_if<std::span<std::size_t const>>(&value_)) {
    append_shape(text, *shape);
  }
}

void append(std::string& text, std::initializer_list<Piece> pieces) {
  for (Piece const& piece : pieces) piece.append_to(text);
}

std::string joined(std::initializer_list<Piece> pieces) {
  std::string text;
  append(text, pieces);
  return text;
}

}  // namespace headscope
