#pragma once

#include <cstdint>

namespace headscope {

/// PCG32, variant XSH-RR with 64 bits of state (M. E. O'Neill 2014, "PCG: A Family of Simple Fast
/// Space-Efficient Statistically Good Algorithms for Random Number Generation"). Whole-number
/// arithmetic only: the same stream on every platform.
class Pcg32 {
 public:
  /// The stream that all of Headscope draws from: O'Neill's own demonstration's.
  static constexpr std::uint64_t kStream = 54;

  explicit constexpr Pcg32(std::uint64_t seed) noexcept {
    next();
    state_ += seed;
    next();
  }

  /// Uniform over all 32-bit numbers.
  constexpr std::uint32_t next() noexcept {
    std::uint64_t const old = state_;
    state_ = old * 6364136223846793005U + (kStream << 1U | 1U);
    auto const shifted = static_cast<std::uint32_t>(((old >> 18U) ^ old) >> 27U);
    auto const rotation = static_cast<std::uint32_t>(old >> 59U);
    return shifted >> rotation | shifted << ((32U - rotation) & 31U);
  }

  /// Uniform over 0 .. n - 1, without bias; n is at least 1.
  constexpr std::uint32_t below(std::uint32_t n) noexcept {
    std::uint32_t const least = (0U - n) % n;
    std::uint32_t number = next();
    while (number < least) number = next();
    return number % n;
  }

  /// Uniform over the multiples of 2^-24 in [0, 1).
  constexpr float uniform() noexcept { return static_cast<float>(next() >> 8U) * 0x1p-24F; }

  /// True with this probability.
  constexpr bool chance(float probability) noexcept { return uniform() < probability; }

  /// All that is to come depends on this alone.
  constexpr std::uint64_t state() const noexcept { return state_; }
  constexpr void set_state(std::uint64_t state) noexcept { state_ = state; }

 private:
  std::uint64_t state_ = 0;
};

}  // namespace headscope
