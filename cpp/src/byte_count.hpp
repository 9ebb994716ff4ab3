#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace headscope {

/// Product that stops at the largest std::size_t instead of wrapping. 1 when empty.
std::size_t saturating_product(std::span<std::size_t const> factors) noexcept;
std::size_t saturating_product(std::initializer_list<std::size_t> factors) noexcept;
/// Sum that stops at the largest std::size_t instead of wrapping.
std::size_t saturating_sum(std::size_t a, std::size_t b) noexcept;
/// Smallest multiple of `step` that is not below `n`; the largest multiple when there is none.
std::size_t saturating_round_up(std::size_t n, std::size_t step) noexcept;

/// How many bytes of floats a call is about to allocate, known before it allocates any.
class ByteCount {
 public:
  /// Adds the product of `factors` floats.
  ByteCount& floats(std::initializer_list<std::size_t> factors) noexcept;
  std::size_t bytes() const noexcept { return bytes_; }
  /// Throws TooLarge when the bytes exceed `budget`, or more than can be counted.
  void check(std::string_view where, std::size_t budget) const;

 private:
  std::size_t bytes_ = 0;
};

}  // namespace headscope
