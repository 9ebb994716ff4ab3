#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace headscope {

/// One piece of a message: text, a number, or a shape. It refers to what it was made from and is
/// written out in one place, so that a message costs the code that may need it a few stores.
class Piece {
 public:
  // NOLINTBEGIN(google-explicit-constructor): a message lists its pieces bare.
  Piece(char const* text) : value_(std::string_view(text)) {}
  Piece(std::string_view text) : value_(text) {}
  Piece(std::string const& text) : value_(std::string_view(text)) {}
  template <std::unsigned_integral Number>
  Piece(Number number) : value_(std::uint64_t{number}) {}
  Piece(std::int32_t number) : value_(number) {}
  /// "NaN", "-infinity", "0.500000"; from 1e9 on with an exponent of ten: "340282346.638529e30".
  Piece(float number) : value_(number) {}
  /// "[4, 30]"
  Piece(std::span<std::size_t const> shape) : value_(shape) {}
  // NOLINTEND(google-explicit-constructor)

  void append_to(std::string& text) const;

 private:
  std::variant<std::string_view, std::uint64_t, std::int32_t, float, std::span<std::size_t const>>
      value_;
};

/// Adds the pieces to `text`, one after another.
void append(std::string& text, std::initializer_list<Piece> pieces);

/// The pieces, one after another.
std::string joined(std::initializer_list<Piece> pieces);

}  // namespace headscope
