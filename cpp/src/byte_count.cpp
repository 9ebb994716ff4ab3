#include "byte_count.hpp"

#include <limits>
#include <string>

#include "headscope/error.hpp"

namespace headscope {
namespace {
constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
}  // namespace

std::size_t saturating_product(std::span<std::size_t const> factors) noexcept {
  for (std::size_t const factor : factors) {
    if (factor == 0) return 0;
  }
  std::size_t product = 1;
  for (std::size_t const factor : factors) {
    if (product > kMost / factor) return kMost;
    product *= factor;
  }
  return product;
}

std::size_t saturating_product(std::initializer_list<std::size_t> factors) noexcept {
  return saturating_product(std::span(factors.begin(), factors.size()));
}

std::size_t saturating_sum(std::size_t a, std::size_t b) noexcept {
  return a > kMost - b ? kMost : a + b;
}

std::size_t saturating_round_up(std::size_t n, std::size_t step) noexcept {
  return saturating_sum(n, step - 1) / step * step;
}

ByteCount& ByteCount::floats(std::initializer_list<std::size_t> factors) noexcept {
  std::size_t const bytes = saturating_product({saturating_product(factors), sizeof(float)});
  bytes_ = saturating_sum(bytes_, bytes);
  return *this;
}

void ByteCount::check(std::string_view where, std::size_t budget) const {
  // What saturated may be any larger number, whatever the budget.
  if (bytes_ <= budget && bytes_ != kMost) return;
  fail(ErrorCode::TooLarge, where,
       {"needs ", bytes_ == kMost ? "at least " : "", bytes_, " bytes; byte_budget is ", budget});
}

}  // namespace headscope
