#include "kernels/attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "guarded.hpp"

namespace headscope::kernels::test {
namespace {

constexpr double kTolerance = 2e-6;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Shape {
  std::size_t queries;
  std::size_t keys;
  std::size_t d_head;
  std::size_t d_value;
};

bool allowed(KeyRange const* ranges, std::size_t query, std::size_t key) {
  if (ranges == nullptr) return true;
  KeyRange const& range = ranges[query];
  return key >= range.begin && key < range.end && (range.bits == nullptr || range.bits[key] != 0);
}

class Head {
 public:
  explicit Head(Shape shape, unsigned seed = 1, float largest_query = 2.0F)
      : shape_(shape),
        q_(shape.queries * ldq()),
        k_(shape.keys * shape.d_head),
        v_(shape.keys * shape.d_value),
        scale_(1.0F / std::sqrt(static_cast<float>(std::max<std::size_t>(shape.d_head, 1)))) {
    fill(q_, seed, -largest_query, largest_query);
    fill(k_, seed + 1, -2.0F, 2.0F);
    fill(v_, seed + 2);
  }

  float& scale() { return scale_; }
  float& query(std::size_t query, std::size_t column) { return q_[query * ldq() + column]; }
  float& value(std::size_t key, std::size_t column) { return v_[key * shape_.d_value + column]; }
  float& key(std::size_t key, std::size_t column) { return k_[key * shape_.d_head + column]; }

  /// The fused kernel and the traced steps, both against double.
  void check(KeyRange const* ranges, double tolerance = kTolerance) {
    auto const [queries, keys, d_head, d_value] = shape_;
    SCOPED_TRACE(testing::Message() << queries << " queries, " << keys << " keys, d_head " << d_head
                                    << ", d_value " << d_value);
    float const scale = scale_;
    std::size_t const ldo = d_value + 3;
    Guarded packed_k(packed_rows_size(keys, d_head));
    Guarded packed_v(packed_rows_size(d_value, keys));
    pack_keys(k_.data(), d_head, keys, d_head, packed_k.data());
    pack_values(v_.data(), d_value, keys, d_value, packed_v.data());

    Guarded fused(queries * ldo, 42.0F);
    Guarded scratch(attend_scratch_size(keys, std::max(d_head, d_value)), 1e30F);
    attend(queries, keys, d_head, d_value, scale, q_.data(), ldq(), packed_k.data(),
           packed_v.data(), ranges, nullptr, fused.data(), ldo, scratch.data());
    if (d_head == d_value) check_in_place(packed_k, packed_v, ranges, fused, ldo);

    Guarded scores(queries * keys);
    Guarded scaled(queries * keys);
    Guarded masked(queries * keys);
    Guarded weights(queries * keys);
    Guarded traced(queries * ldo, 42.0F);
    auto const trace = [&](Kept kept, std::size_t width, float* out) {
      std::fill_n(scratch.data(), scratch.size(), 1e30F);
      attend(queries, keys, d_head, width, scale, q_.data(), ldq(), packed_k.data(),
             packed_v.data(), ranges, &kept, out, ldo, scratch.data());
    };
    trace({scores.data(), scaled.data(), masked.data(), weights.data()}, d_value, traced.data());
    check_steps(ranges, scale, scores, scaled, masked, weights);

    // The same bits, whatever else is kept.
    Guarded alone(queries * ldo, 42.0F);
    trace({}, d_value, alone.data());
    expect_same_bits(alone, traced);
    Guarded alone_weights(queries * keys);
    trace({.weights = alone_weights.data()}, 0, nullptr);
    expect_same_bits(alone_weights, weights);
    Guarded alone_masked(queries * keys);
    trace({.masked = alone_masked.data()}, 0, nullptr);
    expect_same_bits(alone_masked, masked);

    for (std::size_t query = 0; query < queries; ++query) {
      std::vector<double> const expected = reference(query, scale, ranges);
      for (std::size_t j = 0; j < d_value; ++j) {
        std::size_t const at = query * ldo + j;
        SCOPED_TRACE(testing::Message() << "at " << query << ", " << j);
        check_value(fused[at], expected[j], tolerance);
        check_value(traced[at], expected[j], tolerance);
        if (testing::Test::HasFailure()) return;
      }
      for (std::size_t j = d_value; j < ldo; ++j) {
        ASSERT_EQ(fused[query * ldo + j], 42.0F);
        ASSERT_EQ(traced[query * ldo + j], 42.0F);
      }
    }
  }

 private:
  static void check_value(float value, double expected, double tolerance) {
    if (std::isfinite(expected)) {
      EXPECT_NEAR(static_cast<double>(value), expected, tolerance);
    } else {
      EXPECT_FALSE(std::isfinite(value)) << value;
    }
  }

  static void expect_same_bits(Guarded& actual, Guarded& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    EXPECT_EQ(std::memcmp(actual.data(), expected.data(), actual.size() * sizeof(float)), 0);
  }

  /// The context in the place of the queries, the same bits as elsewhere.
  void check_in_place(Guarded& packed_k, Guarded& packed_v, KeyRange const* ranges,
                      Guarded& expected, std::size_t ldo) {
    auto const [queries, keys, d_head, d_value] = shape_;
    Guarded both(q_.size());
    std::copy_n(q_.data(), q_.size(), both.data());
    Guarded scratch(attend_scratch_size(keys, d_head), 1e30F);
    attend(queries, keys, d_head, d_value, scale_, both.data(), ldq(), packed_k.data(),
           packed_v.data(), ranges, nullptr, both.data(), ldq(), scratch.data());
    for (std::size_t row = 0; row < queries; ++row) {
      SCOPED_TRACE(testing::Message() << "in place, row " << row);
      float* const actual = &both[row * ldq()];
      EXPECT_EQ(std::memcmp(actual, &expected[row * ldo], d_head * sizeof(float)), 0);
      EXPECT_EQ(std::memcmp(actual + d_head, &q_[row * ldq() + d_head], 2 * sizeof(float)), 0);
    }
  }

  /// Each kept step against the one before it, the first and the last against double.
  void check_steps(KeyRange const* ranges, float scale, Guarded& scores, Guarded& scaled,
                   Guarded& masked, Guarded& weights) {
    for (std::size_t query = 0; query < shape_.queries; ++query) {
      std::size_t const row = query * shape_.keys;
      std::vector<double> const expected = weights_of(&scaled[0] + row, query, ranges);
      for (std::size_t key = 0; key < shape_.keys; ++key) {
        std::size_t const at = row + key;
        SCOPED_TRACE(testing::Message() << "at " << query << ", " << key);
        double score = 0.0;
        double size = 0.0;
        for (std::size_t i = 0; i < shape_.d_head; ++i) {
          double const product = static_cast<double>(q_[query * ldq() + i]) *
                                 static_cast<double>(k_[key * shape_.d_head + i]);
          score += product;
          size += std::fabs(product);
        }
        check_value(scores[at], score, static_cast<double>(shape_.d_head) * 0x1p-24 * size);
        if (std::isnan(scores[at])) {
          EXPECT_TRUE(std::isnan(scaled[at]));
        } else {
          EXPECT_EQ(scaled[at], scores[at] * scale);
        }
        if (!allowed(ranges, query, key)) {
          EXPECT_EQ(masked[at], -kInfinity);
          EXPECT_EQ(weights[at], 0.0F);
        } else {
          EXPECT_EQ(std::memcmp(&masked[at], &scaled[at], sizeof(float)), 0);
          check_value(weights[at], expected[key], 1e-6);
        }
        if (testing::Test::HasFailure()) return;
      }
    }
  }

  std::vector<double> weights_of(float const* scaled, std::size_t query, KeyRange const* ranges) {
    std::vector<double> weights(shape_.keys, 0.0);
    double max = -std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (std::size_t key = 0; key < shape_.keys; ++key) {
      if (allowed(ranges, query, key)) max = std::max(max, static_cast<double>(scaled[key]));
    }
    for (std::size_t key = 0; key < shape_.keys; ++key) {
      if (!allowed(ranges, query, key)) continue;
      weights[key] = std::exp(static_cast<double>(scaled[key]) - max);
      sum += weights[key];
    }
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  std::size_t ldq() const { return shape_.d_head + 2; }

  std::vector<double> reference(std::size_t query, float scale, KeyRange const* ranges) {
    std::vector<double> out(shape_.d_value, 0.0);
    std::vector<double> scores(shape_.keys, 0.0);
    double max = -std::numeric_limits<double>::infinity();
    for (std::size_t key = 0; key < shape_.keys; ++key) {
      if (!allowed(ranges, query, key)) continue;
      for (std::size_t i = 0; i < shape_.d_head; ++i) {
        scores[key] += static_cast<double>(q_[query * ldq() + i]) *
                       static_cast<double>(k_[key * shape_.d_head + i]);
      }
      scores[key] *= static_cast<double>(scale);
      max = std::max(max, scores[key]);
    }
    double sum = 0.0;
    for (std::size_t key = 0; key < shape_.keys; ++key) {
      if (!allowed(ranges, query, key)) continue;
      double const weight = std::exp(scores[key] - max);
      sum += weight;
      for (std::size_t j = 0; j < shape_.d_value; ++j) {
        out[j] += weight * static_cast<double>(v_[key * shape_.d_value + j]);
      }
    }
    for (double& x : out) x = sum == 0.0 ? 0.0 : x / sum;
    return out;
  }

  Shape shape_;
  Guarded q_;
  Guarded k_;
  Guarded v_;
  float scale_;
};

std::vector<KeyRange> causal(std::size_t queries) {
  std::vector<KeyRange> ranges(queries);
  for (std::size_t query = 0; query < queries; ++query) ranges[query] = {0, query + 1};
  return ranges;
}

TEST(KernelAttention, EveryNumberOfQueriesAndKeys) {
  for (std::size_t queries = 0; queries <= 14; ++queries) {
    for (std::size_t const keys : sizes()) Head({queries, keys, 8, 8}).check(nullptr);
  }
}

TEST(KernelAttention, EveryWidth) {
  for (std::size_t width = 1; width <= 35; ++width) Head({7, 13, width, 36 - width}).check(nullptr);
  for (std::size_t const width : Sizes{64, 127, 128, 255, 256}) {
    Head({8, 21, width, width}).check(nullptr);
  }
  Head({3, 5, 0, 4}).check(nullptr);
  Head({3, 5, 4, 0}).check(nullptr);
}

TEST(KernelAttention, Causal) {
  for (std::size_t const n : sizes()) {
    std::vector<KeyRange> const ranges = causal(n);
    Head({n, n, 12, 20}).check(ranges.data());
  }
}

TEST(KernelAttention, LongSequences) {
  Head({40, 2048, 64, 64}).check(nullptr);
  std::vector<KeyRange> const ranges = causal(600);
  Head({600, 600, 16, 16}).check(ranges.data());
}

TEST(KernelAttention, LargeScores) {
  for (std::size_t const width : Sizes{16, 64, 256}) {
    Head({96, 300, width, 16}, 5, 10.0F).check(nullptr, 1e-5);
  }
}

// Scores that log2 e makes overflow, or so large that it takes their last bits.
TEST(KernelAttention, ScoresOfEverySize) {
  for (float const size : {1.0F, 1e3F, 1e5F, 1e6F, 3e6F, 1e20F, 3e38F}) {
    for (float const sign : {1.0F, -1.0F}) {
      for (std::size_t const kinds : Sizes{1, 3}) {
        SCOPED_TRACE(testing::Message() << sign * size << ", " << kinds << " kinds of keys");
        Head head({11, 13, 1, 5});
        for (std::size_t i = 0; i < 11; ++i) head.query(i, 0) = i % 2 == 0 ? sign * size : sign;
        for (std::size_t i = 0; i < 13; ++i) head.key(i, 0) = 1.0F - static_cast<float>(i % kinds);
        head.check(nullptr);
        std::vector<KeyRange> ranges = causal(11);
        ranges[4] = {};
        head.check(ranges.data());
      }
    }
  }
}

// Products that log2 e makes overflow, of either sign, so that no maximum shows it.
TEST(KernelAttention, ProductsThatCancel) {
  Head head({11, 13, 2, 5});
  head.scale() = 1.0F;
  for (std::size_t i = 0; i < 11; ++i) head.query(i, 0) = head.query(i, 1) = 0x1p127F;
  for (std::size_t i = 0; i < 13; ++i) {
    head.key(i, 0) = i % 2 == 0 ? 1.5F : 0.0F;
    head.key(i, 1) = -head.key(i, 0);
  }
  head.check(nullptr);
  head.check(causal(11).data());
}

// The same where fused sums let no product overflow on its own: log2 e makes the first sum
// infinite, and the key's own -infinity, all there would be of the score, makes it NaN. The keys
// behind it hide that from the maximum.
TEST(KernelAttention, AProductThatOverflowsBeforeOneOfMinusInfinity) {
  Head head({11, 13, 2, 5});
  head.scale() = 1.0F;
  for (std::size_t i = 0; i < 11; ++i) {
    head.query(i, 0) = 0x1p127F;
    head.query(i, 1) = 1.0F;
  }
  for (std::size_t i = 0; i < 13; ++i) {
    head.key(i, 0) = i == 0 ? 1.5F : 0.0F;
    head.key(i, 1) = i == 0 ? -kInfinity : 1.0F - 0.25F * static_cast<float>(i);
  }
  head.check(nullptr);
}

// Scores whose weights would move by 1e-4 if log2 e were folded into the queries: 8192 and halves,
// which only their own products keep to the bit.
TEST(KernelAttention, LargeScoresKeepTheirFractions) {
  Head head({11, 13, 1, 5});
  head.scale() = 1.0F;
  for (std::size_t i = 0; i < 11; ++i) head.query(i, 0) = 0x1p13F;
  for (std::size_t i = 0; i < 13; ++i) head.key(i, 0) = 1.0F + 0x1p-14F * static_cast<float>(i);
  head.check(nullptr);
  head.check(causal(11).data());
}

// Scores are those of the queries, whatever the scale would make of these alone.
TEST(KernelAttention, ScalesOfEverySize) {
  struct Case {
    float scale, query, key;
  };
  for (Case const& x :
       {Case{1024.0F, 1e36F, 1e-36F}, Case{0x1p127F, 4.0F, 0.1F}, Case{0x1p-126F, 1.2345678F, 0.1F},
        Case{-0.5F, 3.0F, 0.3F}, Case{0.0F, 3.0F, 0.3F}, Case{0x1p-24F, 3e38F, 0.3F}}) {
    SCOPED_TRACE(testing::Message() << "scale " << x.scale);
    Head head({11, 13, 1, 5});
    head.scale() = x.scale;
    for (std::size_t i = 0; i < 11; ++i) head.query(i, 0) = i % 2 == 0 ? x.query : -x.query;
    for (std::size_t i = 0; i < 13; ++i) head.key(i, 0) = i % 3 == 0 ? x.key : 0.0F;
    head.check(nullptr);
  }
}

// Values whose sum overflows, though no mean of them does.
TEST(KernelAttention, ValuesNearTheLargestFloat) {
  Head head({11, 11, 8, 9});
  for (std::size_t key = 0; key < 11; ++key) {
    for (std::size_t column = 0; column < 9; ++column) head.value(key, column) = 3e38F;
  }
  head.check(nullptr, 1e33);
  head.check(causal(11).data(), 1e33);
}

TEST(KernelAttention, RangesAndBitsOfEveryKind) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    std::mt19937 random(seed);
    std::size_t const queries = 1 + random() % 20;
    std::size_t const keys = 1 + random() % 40;
    std::vector<std::uint8_t> bits(queries * keys);
    for (std::uint8_t& bit : bits) bit = random() % 2 == 0 ? 1 : 0;
    std::vector<KeyRange> ranges(queries);
    for (std::size_t query = 0; query < queries; ++query) {
      std::size_t const begin = random() % (keys + 1);
      ranges[query] = {begin, random() % 4 == 0 ? 0 : begin + random() % (keys + 1 - begin),
                       random() % 2 == 0 ? bits.data() + query * keys : nullptr};
    }
    Head({queries, keys, 9, 17}, seed).check(ranges.data());
  }
}

TEST(KernelAttention, AllRowsMasked) {
  std::vector<KeyRange> const ranges(15);
  Head({15, 20, 8, 8}).check(ranges.data());
}

TEST(KernelAttention, WhatIsMaskedNeverLeaks) {
  std::size_t const n = 16;
  Head head({n, n, 8, 24});
  for (std::size_t i = 0; i < 24; ++i) {
    head.value(n - 2, i) = i % 2 == 0 ? kInfinity : std::nanf("");
  }
  for (std::size_t i = 0; i < 8; ++i) head.key(n - 2, i) = std::nanf("");
  // The last two queries see that key, their neighbours in the same group of rows do not.
  head.check(causal(n).data());

  std::vector<std::uint8_t> bits(n, 1);
  bits[n - 2] = 0;
  std::vector<KeyRange> hidden(n, KeyRange{0, n, bits.data()});
  hidden[7] = {};
  head.check(hidden.data());
}

TEST(KernelAttention, ScratchGrowsWithKeysOnly) {
  EXPECT_LE(attend_scratch_size(8192, 64), std::size_t{17} * 8192);
}

}  // namespace
}  // namespace headscope::kernels::test
