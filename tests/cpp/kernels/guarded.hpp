#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <random>
#include <vector>

namespace headscope::kernels::test {

/// Floats between guards, starting `offset` floats off any vector's alignment. Checks at its end
/// that nothing was written beyond either side.
class Guarded {
 public:
  explicit Guarded(std::size_t size, float value = 0.0F, std::size_t offset = 1)
      : begin_(kGuard + offset), size_(size), all_(begin_ + size + kGuard, kSentinel) {
    for (std::size_t i = 0; i < size; ++i) data()[i] = value;
  }
  Guarded(Guarded const&) = delete;
  Guarded& operator=(Guarded const&) = delete;
  ~Guarded() {
    for (std::size_t i = 0; i < begin_; ++i) EXPECT_EQ(all_[i], kSentinel) << "before, at " << i;
    for (std::size_t i = begin_ + size_; i < all_.size(); ++i) {
      EXPECT_EQ(all_[i], kSentinel) << "beyond the end by " << i - begin_ - size_;
    }
  }

  float* data() { return all_.data() + begin_; }
  float const* data() const { return all_.data() + begin_; }
  std::size_t size() const { return size_; }
  float& operator[](std::size_t i) { return data()[i]; }

 private:
  static constexpr std::size_t kGuard = 32;
  static constexpr float kSentinel = -7.25e30F;
  std::size_t begin_;
  std::size_t size_;
  std::vector<float> all_;
};

/// Fills with numbers from [low, high), the same for the same seed on every platform.
inline void fill(Guarded& x, unsigned seed, float low = -1.0F, float high = 1.0F) {
  std::mt19937 bits(seed);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = low + (high - low) * (static_cast<float>(bits() >> 8) * 0x1p-24F);
  }
}

using Sizes = std::initializer_list<std::size_t>;

/// 0 to one more than two of the widest vectors in use, then sizes that models have.
inline std::vector<std::size_t> sizes() {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i <= 17; ++i) all.push_back(i);
  for (std::size_t i : Sizes{31, 32, 33, 64, 100, 257, 512}) all.push_back(i);
  return all;
}

}  // namespace headscope::kernels::test
