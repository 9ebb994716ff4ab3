#include <algorithm>
#include <cstdint>
#include <limits>

#include "guarded.hpp"
#include "kernels/backward.hpp"

namespace headscope::kernels::test {
namespace {

constexpr double kTolerance = 1e-6;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

bool allowed(KeyRange range, std::size_t key) {
  return key >= range.begin && key < range.end && (range.bits == nullptr || range.bits[key] != 0);
}

std::vector<double> expected_weights(Guarded& scaled, KeyRange range) {
  std::vector<double> weights(scaled.size(), 0.0);
  double max = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    if (allowed(range, i)) max = std::max(max, static_cast<double>(scaled[i]));
  }
  if (std::isinf(max)) return weights;
  double sum = 0.0;
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    if (allowed(range, i)) sum += weights[i] = std::exp(static_cast<double>(scaled[i]) - max);
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

void check_row(Guarded& scaled, KeyRange range) {
  std::size_t const keys = scaled.size();
  std::vector<double> const expected = expected_weights(scaled, range);
  Guarded out(keys, kNaN, 2);
  softmax_row(scaled.data(), keys, range, out.data());
  for (std::size_t i = 0; i < keys; ++i) {
    ASSERT_NEAR(static_cast<double>(out[i]), expected[i], kTolerance) << "key " << i;
    if (!allowed(range, i)) {
      ASSERT_EQ(out[i], 0.0F) << "masked key " << i;
    }
  }
  softmax_row(scaled.data(), keys, range, scaled.data());
  for (std::size_t i = 0; i < keys; ++i) ASSERT_EQ(scaled[i], out[i]) << "in place, key " << i;
}

TEST(KernelSoftmax, EverySizeAndMagnitude) {
  for (std::size_t const keys : sizes()) {
    for (float const size : {0.01F, 1.0F, 8.0F, 100.0F, 1e4F}) {
      SCOPED_TRACE(testing::Message() << keys << " keys up to " << size);
      Guarded scaled(keys);
      fill(scaled, static_cast<unsigned>(keys), -size, size);
      check_row(scaled, {0, keys});
    }
  }
}

TEST(KernelSoftmax, LargeEqualScoresShareTheWeight) {
  for (float const score : {1e4F, -1e4F, 3e38F, -3e38F}) {
    Guarded scaled(37, score);
    check_row(scaled, {0, 37});
  }
}

TEST(KernelSoftmax, OverflowingDifferencesGiveZero) {
  Guarded scaled(9, -3e38F);
  scaled[4] = 3e38F;
  Guarded out(9);
  softmax_row(scaled.data(), 9, {0, 9}, out.data());
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(out[i], i == 4 ? 1.0F : 0.0F);
}

TEST(KernelSoftmax, EveryRange) {
  constexpr std::size_t kKeys = 19;
  for (std::size_t begin = 0; begin <= kKeys; ++begin) {
    for (std::size_t end = 0; end <= kKeys; ++end) {
      SCOPED_TRACE(testing::Message() << begin << " to " << end);
      Guarded scaled(kKeys);
      fill(scaled, 7, -5.0F, 5.0F);
      check_row(scaled, {begin, end});
    }
  }
}

TEST(KernelSoftmax, BitsAndWhatTheyHide) {
  constexpr std::size_t kKeys = 29;
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> bits(kKeys);
    for (std::uint8_t& bit : bits) bit = random() % 3 == 0 ? 2 : 0;
    Guarded scaled(kKeys);
    fill(scaled, seed, -5.0F, 5.0F);
    KeyRange const range{seed % 5, kKeys - seed % 7, bits.data()};
    for (std::size_t i = 0; i < kKeys; ++i) {
      if (!allowed(range, i)) scaled[i] = i % 2 == 0 ? kNaN : kInfinity;
    }
    check_row(scaled, range);
  }
}

TEST(KernelSoftmax, FullyMaskedRowsAreZero) {
  std::vector<std::uint8_t> const none(11, 0);
  for (KeyRange const range :
       {KeyRange{0, 0}, KeyRange{5, 5}, KeyRange{7, 3}, KeyRange{0, 11, none.data()}}) {
    Guarded scaled(11, kNaN);
    Guarded out(11, 1.0F);
    softmax_row(scaled.data(), 11, range, out.data());
    for (std::size_t i = 0; i < 11; ++i) EXPECT_EQ(out[i], 0.0F);
  }
  Guarded minus(11, -kInfinity);
  check_row(minus, {0, 11});
}

TEST(KernelSoftmax, MinusInfinityScoresGetExactlyNothing) {
  Guarded scaled(13);
  fill(scaled, 3);
  scaled[0] = scaled[5] = scaled[12] = -kInfinity;
  Guarded out(13);
  softmax_row(scaled.data(), 13, {0, 13}, out.data());
  for (std::size_t i : {0U, 5U, 12U}) EXPECT_EQ(out[i], 0.0F);
  check_row(scaled, {0, 13});
}

TEST(KernelSoftmax, NaNIsNotHidden) {
  for (std::size_t at = 0; at < 10; ++at) {
    Guarded scaled(10, 0.5F);
    scaled[at] = kNaN;
    Guarded out(10);
    softmax_row(scaled.data(), 10, {0, 10}, out.data());
    EXPECT_TRUE(std::isnan(out[at])) << at;
  }
}

TEST(KernelSoftmax, NaNAloneIsNotTakenForMasked) {
  for (std::size_t const keys : sizes()) {
    for (float const other : {kNaN, -kInfinity}) {
      Guarded scaled(keys, other);
      if (keys > 0) scaled[keys - 1] = kNaN;
      Guarded out(keys);
      softmax_row(scaled.data(), keys, {0, keys}, out.data());
      for (std::size_t i = 0; i < keys; ++i) EXPECT_TRUE(std::isnan(out[i])) << i << " of " << keys;
    }
  }
}

TEST(KernelSoftmax, RowsAgreeWithSingleRows) {
  constexpr std::size_t kRows = 5;
  constexpr std::size_t kKeys = 14;
  constexpr std::size_t kStride = 17;
  Guarded scaled(kRows * kStride);
  fill(scaled, 11, -4.0F, 4.0F);
  std::vector<KeyRange> ranges;
  for (std::size_t row = 0; row < kRows; ++row) ranges.push_back({row, 2 * row + 1});
  for (bool const all : {true, false}) {
    KeyRange const* source = all ? nullptr : ranges.data();
    Guarded out(kRows * kStride, 9.0F);
    softmax_rows(kRows, kKeys, scaled.data(), kStride, source, out.data(), kStride);
    for (std::size_t row = 0; row < kRows; ++row) {
      Guarded expected(kKeys);
      softmax_row(scaled.data() + row * kStride, kKeys, all ? KeyRange{0, kKeys} : ranges[row],
                  expected.data());
      for (std::size_t i = 0; i < kKeys; ++i) ASSERT_EQ(out[row * kStride + i], expected[i]);
      for (std::size_t i = kKeys; i < kStride; ++i) ASSERT_EQ(out[row * kStride + i], 9.0F);
    }
  }
}

}  // namespace
}  // namespace headscope::kernels::test
