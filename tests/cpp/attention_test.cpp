#include "headscope/attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "src/attention_layer.hpp"
#include "support.hpp"

namespace headscope::test {
namespace {

/// One layer with its inputs; `memory` is empty in self-attention.
struct Case {
  AttentionConfig config;
  AttentionWeights weights;
  Matrix x;
  std::optional<Matrix> memory = {};
};

Case self_case(Random& random, std::size_t seq_len, std::size_t heads, std::size_t d_head,
               bool biases) {
  AttentionConfig const config{.d_model = 1 + random.below(12), .heads = heads, .d_head = d_head};
  AttentionWeights weights = random_weights(random, config, biases);
  return {config, std::move(weights), random.matrix(seq_len, config.d_model)};
}

/// One of two such layers takes its memory in the width of its queries.
Case cross_case(Random& random, std::size_t queries, std::size_t keys) {
  AttentionConfig config{.d_model = 1 + random.below(9),
                         .heads = 1 + random.below(3),
                         .d_head = 1 + random.below(9),
                         .d_memory = 1 + random.below(9),
                         .d_output = 1 + random.below(9)};
  if (random.coin()) config.d_memory = config.d_model;
  AttentionWeights weights = random_weights(random, config, random.coin());
  return {config, std::move(weights), random.matrix(queries, config.d_model),
          random.matrix(keys, config.d_memory)};
}

void expect_sum_of_contributions(Trace const& trace, Vector const& bias) {
  std::vector<std::size_t> const& shape = trace.info("contribution").shape;
  std::span<float const> const contribution = floats(trace, "contribution");
  std::vector<double> sum(shape[1] * shape[2], 0.0);
  for (std::size_t i = 0; i < contribution.size(); ++i) {
    sum[i % sum.size()] += static_cast<double>(contribution[i]);
  }
  for (std::size_t i = 0; i < sum.size(); ++i) {
    if (bias.size() != 0) sum[i] += static_cast<double>(bias(i % shape[2]));
  }
  expect_close("sum of contributions", floats(trace, "output"), sum, 1e-5);
}

/// Every traced tensor, and the fused forward pass, against the reference.
void expect_reference(Case const& c, MaskParts const& parts = {}, Gains const& gains = {}) {
  Matrix const& memory = c.memory ? *c.memory : c.x;
  std::size_t const n = c.x.shape(0);
  std::size_t const m = memory.shape(0);
  SCOPED_TRACE("queries " + std::to_string(n) + ", keys " + std::to_string(m) + ", heads " +
               std::to_string(c.config.heads) + ", d_head " + std::to_string(c.config.d_head));
  MultiHeadAttention const layer(c.config, c.weights);
  AttentionOptions const options{.mask = parts.mask(n, m), .gains = gains, .contribution = true};
  reference::Attention const expected =
      reference::attention(widened(c.x), widened(memory), widened(c.weights), c.config.heads,
                           c.config.scale ? static_cast<double>(*c.config.scale)
                                          : 1.0 / std::sqrt(static_cast<double>(c.config.d_head)),
                           parts.allowed(n, m), widened(gains, c.config.heads));

  Trace const trace = c.memory ? layer.trace(c.x, *c.memory, options) : layer.trace(c.x, options);
  expect_attention(trace, "", expected);
  if (n > 0) expect_sum_of_contributions(trace, c.weights.output_bias);

  Matrix const output =
      c.memory ? layer.forward(c.x, *c.memory, options) : layer.forward(c.x, options);
  ASSERT_EQ(output.shape(0), n);
  expect_close("forward", floats(output), expected.output, 2e-6);
}

bool same_bits(std::span<float const> a, std::span<float const> b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

TEST(MultiHeadAttentionTest, EverySequenceLength) {
  Random random(1);
  for (std::size_t seq_len = 0; seq_len <= 20; ++seq_len) {
    expect_reference(self_case(random, seq_len, 3, 4, random.coin()));
  }
  expect_reference(self_case(random, 65, 2, 5, true));
  expect_reference(self_case(random, 65, 1, 16, false));
}

TEST(MultiHeadAttentionTest, EveryWidthAndNumberOfHeads) {
  Random random(2);
  for (std::size_t const d_head : Sizes{1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 64}) {
    for (std::size_t heads = 1; heads <= 5; ++heads) {
      expect_reference(self_case(random, 7, heads, d_head, random.coin()));
    }
  }
}

TEST(MultiHeadAttentionTest, EveryCrossLength) {
  Random random(3);
  for (std::size_t const queries : Sizes{0, 1, 2, 3, 5, 8, 13, 20}) {
    for (std::size_t const keys : Sizes{0, 1, 2, 4, 7, 9, 16, 33}) {
      expect_reference(cross_case(random, queries, keys));
    }
  }
}

TEST(MultiHeadAttentionTest, EveryMask) {
  Random random(4);
  for (std::size_t const seq_len : Sizes{0, 1, 2, 5, 9, 18}) {
    for (MaskParts const& parts : every_mask(random, seq_len, seq_len)) {
      expect_reference(self_case(random, seq_len, 2, 3, true), parts);
    }
  }
}

// What a mask of bits has in common with one of rules costs what those cost.
TEST(MultiHeadAttentionTest, BitsAreRangesWhereTheyCan) {
  constexpr std::size_t kQueries = 9;
  constexpr std::size_t kKeys = 12;
  auto const mask_of = [](auto const& allows) {
    std::vector<std::uint8_t> bits(kQueries * kKeys);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      bits[i] = allows(i / kKeys, i % kKeys) ? std::uint8_t{7} : std::uint8_t{0};
    }
    return Mask::allow(std::move(bits), kQueries, kKeys);
  };
  auto const ranges_of = [&mask_of](auto const& allows) {
    return key_ranges(mask_of(allows), kQueries, kKeys);
  };
  auto const expect_range = [](kernels::KeyRange const& range, std::size_t begin, std::size_t end) {
    EXPECT_EQ(range.begin, begin);
    EXPECT_EQ(range.end, end);
    EXPECT_EQ(range.bits, nullptr);
  };
  std::vector<kernels::KeyRange> const all = ranges_of([](auto, auto) { return true; });
  std::vector<kernels::KeyRange> const causal = ranges_of([](auto i, auto j) { return j <= i; });
  std::vector<kernels::KeyRange> const band =
      ranges_of([](auto, auto j) { return j > 2 && j < 7; });
  for (std::size_t query = 0; query < kQueries; ++query) {
    expect_range(all[query], 0, kKeys);
    expect_range(causal[query], 0, query + 1);
    expect_range(band[query], 3, 7);
  }
  kernels::KeyRange const none = ranges_of([](auto, auto) { return false; })[4];
  EXPECT_EQ(none.begin, none.end);
  // A masked key between allowed ones needs its bits.
  Mask const apart = mask_of([](auto, auto j) { return j == 2 || j == 5; });
  kernels::KeyRange const gap = key_ranges(apart, kQueries, kKeys)[8];
  EXPECT_EQ(gap.begin, 2U);
  EXPECT_EQ(gap.end, 6U);
  ASSERT_NE(gap.bits, nullptr);
  EXPECT_EQ(gap.bits[3], 0);
}

TEST(MultiHeadAttentionTest, EveryMaskAcross) {
  Random random(5);
  for (auto const& [queries, keys] : {std::pair{3, 11}, std::pair{11, 3}, std::pair{6, 20}}) {
    auto const n = static_cast<std::size_t>(queries);
    auto const m = static_cast<std::size_t>(keys);
    for (MaskParts const& parts : every_mask(random, n, m)) {
      expect_reference(cross_case(random, n, m), parts);
    }
  }
}

TEST(MultiHeadAttentionTest, ScalesAndGains) {
  Random random(6);
  for (float const scale : {0.0F, 0.25F, 1.0F, -0.5F}) {
    Case c = self_case(random, 9, 3, 4, true);
    c.config.scale = scale;
    expect_reference(c);
    expect_reference(c, MaskParts{.causal = true}, {0.5F, 0.0F, -2.0F});
  }
}

TEST(MultiHeadAttentionTest, OneBiasAlone) {
  Random random(7);
  for (Vector AttentionWeights::* const bias :
       {&AttentionWeights::query_bias, &AttentionWeights::key_bias, &AttentionWeights::value_bias,
        &AttentionWeights::output_bias}) {
    Case c = self_case(random, 5, 2, 3, true);
    Vector const kept = c.weights.*bias;
    c.weights.query_bias = c.weights.key_bias = c.weights.value_bias = c.weights.output_bias = {};
    c.weights.*bias = kept;
    expect_reference(c);
  }
}

TEST(MultiHeadAttentionTest, EqualScoresShareEqually) {
  Random random(8);
  AttentionConfig const config{.d_model = 6, .heads = 2, .d_head = 3};
  MultiHeadAttention const layer(config, random_weights(random, config, true));
  Trace const trace = layer.trace(Matrix(xt::zeros<float>({8, 6})));
  for (float const weight : floats(trace, "weights")) EXPECT_EQ(weight, 0.125F);
}

TEST(MultiHeadAttentionTest, FullyMaskedRowsAreExactlyZero) {
  Random random(9);
  Case const c = self_case(random, 6, 2, 5, true);
  MultiHeadAttention const layer(c.config, c.weights);
  std::vector<std::uint8_t> bits(36, 1);
  std::fill_n(bits.begin() + 2 * 6, 6, std::uint8_t{0});
  AttentionOptions const options{.mask = Mask::allow(bits, 6, 6)};
  Trace const trace = layer.trace(c.x, options);
  Matrix const output = layer.forward(c.x, options);
  for (std::size_t head = 0; head < 2; ++head) {
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(floats(trace, "weights")[(head * 6 + 2) * 6 + i], 0.0F);
      EXPECT_EQ(floats(trace, "masked")[(head * 6 + 2) * 6 + i], -INFINITY);
    }
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(floats(trace, "context")[(head * 6 + 2) * 5 + i], 0.0F);
    }
  }
  for (std::size_t i = 0; i < c.config.d_model; ++i) {
    EXPECT_EQ(floats(trace, "output")[2 * c.config.d_model + i], c.weights.output_bias(i));
    EXPECT_EQ(output(2, i), c.weights.output_bias(i));
  }
}

// The last token's value overflows to infinity. Tokens that may not attend to it must not notice,
// but for the last bits: rows computed together with one that may are then summed another way.
TEST(MultiHeadAttentionTest, OverflowBehindAMaskDoesNotLeak) {
  Random random(10);
  AttentionConfig const config{.d_model = 8, .heads = 2, .d_head = 4};
  AttentionWeights const weights = random_weights(random, config, true);
  MultiHeadAttention const layer(config, weights);
  for (std::size_t const seq_len : Sizes{2, 5, 9, 17}) {
    std::size_t const last = seq_len - 1;
    Matrix const tame_x = random.matrix(seq_len, 8);
    Matrix wild_x = tame_x;
    for (std::size_t i = 0; i < 8; ++i) {
      wild_x(last, i) = std::copysign(3e38F, weights.value(i, 0));
    }
    std::vector<std::uint8_t> bits(seq_len * seq_len, 1);
    for (std::size_t i = 0; i < last; ++i) bits[i * seq_len + last] = 0;
    for (Mask const& mask :
         {Mask::causal(), Mask::padding(last), Mask::allow(bits, seq_len, seq_len)}) {
      AttentionOptions const options{.mask = mask};
      Trace const wild = layer.trace(wild_x, options);
      ASSERT_EQ(floats(wild, "value")[last * 4], INFINITY);
      Matrix const tame_output = layer.forward(tame_x, options);
      Matrix const wild_output = layer.forward(wild_x, options);
      std::size_t const kept = last * 8;
      reference::Matrix const expected = widened(tame_output);
      std::span<double const> const rows(expected.data(), kept);
      expect_close("trace", floats(wild, "output").first(kept), rows, 2e-6);
      expect_close("forward", floats(wild_output).first(kept), rows, 2e-6);
    }
  }
}

TEST(MultiHeadAttentionTest, GainOfOneChangesNoBit) {
  Random random(11);
  Case const c = self_case(random, 9, 4, 5, true);
  MultiHeadAttention const layer(c.config, c.weights);
  AttentionOptions const ones{.gains = {1.0F, 1.0F, 1.0F, 1.0F}, .contribution = true};
  Trace const plain = layer.trace(c.x, AttentionOptions{.contribution = true});
  Trace const gained = layer.trace(c.x, ones);
  for (TensorInfo const& tensor : plain.tensors()) {
    EXPECT_TRUE(same_bits(floats(plain, tensor.name), floats(gained, tensor.name))) << tensor.name;
  }
  EXPECT_TRUE(same_bits(floats(layer.forward(c.x)), floats(layer.forward(c.x, ones))));
}

TEST(MultiHeadAttentionTest, GainOfZeroRemovesTheHead) {
  Random random(12);
  Case const c = self_case(random, 7, 3, 4, true);
  std::size_t const muted = 1;
  AttentionWeights without = c.weights;
  for (std::size_t row = muted * 4; row < (muted + 1) * 4; ++row) {
    for (std::size_t column = 0; column < c.config.d_model; ++column) {
      without.output(row, column) = 0.0F;
    }
  }
  AttentionOptions const mute{.gains = {1.0F, 0.0F, 1.0F}, .contribution = true};
  MultiHeadAttention const layer(c.config, c.weights);
  MultiHeadAttention const removed(c.config, without);
  Trace const trace = layer.trace(c.x, mute);
  Matrix const expected = removed.forward(c.x);
  Matrix const output = layer.forward(c.x, mute);
  for (std::size_t i = 0; i < output.size(); ++i) EXPECT_EQ(output.data()[i], expected.data()[i]);

  std::span<float const> const contribution = floats(trace, "contribution");
  std::size_t const slab = 7 * c.config.d_model;
  for (float const part : contribution.subspan(muted * slab, slab)) EXPECT_EQ(part, 0.0F);
  // The context stays what the head has seen: only what W_O hears is muted.
  Trace const plain = layer.trace(c.x);
  EXPECT_TRUE(same_bits(floats(trace, "context"), floats(plain, "context")));
}

// A head that overflows can be muted: 0 * infinity never happens.
TEST(MultiHeadAttentionTest, GainOfZeroSilencesInfinity) {
  AttentionConfig const config{.d_model = 2, .heads = 2, .d_head = 1};
  Matrix const narrow = {{1.0F, 0.0F}, {0.0F, 1.0F}};
  Matrix const loud = {{1.0F, 3e38F}, {0.0F, 3e38F}};
  MultiHeadAttention const layer(config, {narrow, narrow, loud, narrow});
  Matrix const x = {{1.0F, 3.0F}};
  EXPECT_EQ(layer.forward(x, AttentionOptions{.gains = {1.0F, 0.0F}}), (Matrix{{1.0F, 0.0F}}));
}

// The wrapper of separate heads and the fused layer are the same function of the same weights.
TEST(MultiHeadAttentionTest, HeadsAreLayersOfTheirOwn) {
  Random random(13);
  Case const c = self_case(random, 6, 3, 4, true);
  MultiHeadAttention const fused(c.config, c.weights);
  Trace const trace = fused.trace(c.x, AttentionOptions{.contribution = true});
  for (std::size_t head = 0; head < 3; ++head) {
    auto slab = xt::range(head * 4, head * 4 + 4);
    AttentionConfig config = c.config;
    config.heads = 1;
    MultiHeadAttention const single(
        config, AttentionWeights{.query = xt::view(c.weights.query, xt::all(), slab),
                                 .key = xt::view(c.weights.key, xt::all(), slab),
                                 .value = xt::view(c.weights.value, xt::all(), slab),
                                 .output = xt::view(c.weights.output, slab, xt::all()),
                                 .query_bias = xt::view(c.weights.query_bias, slab),
                                 .key_bias = xt::view(c.weights.key_bias, slab),
                                 .value_bias = xt::view(c.weights.value_bias, slab)});
    Trace const alone = single.trace(c.x);
    for (char const* const name : {"query", "weights", "context"}) {
      std::span<float const> const part = floats(alone, name);
      EXPECT_TRUE(same_bits(floats(trace, name).subspan(head * part.size(), part.size()), part));
    }
    std::span<float const> const output = floats(alone, "output");
    EXPECT_TRUE(same_bits(
        floats(trace, "contribution").subspan(head * output.size(), output.size()), output));
  }
}

TEST(MultiHeadAttentionTest, WritesWhereItIsTold) {
  Random random(15);
  for (std::size_t const n : Sizes{0, 1, 7, 130}) {
    Case const c = self_case(random, n, 3, 4, true);
    MultiHeadAttention const layer(c.config, c.weights);
    AttentionOptions const options{.mask = Mask::causal(), .gains = {1.0F, 0.5F, 0.0F}};
    Matrix const expected = layer.forward(c.x, options);
    Matrix out(expected.shape());
    layer.forward(c.x, c.x, options, {out.data(), out.size()});
    EXPECT_TRUE(same_bits(floats(out), floats(expected))) << n;
  }
}

// Over the queries' input, over the memory, and over both at once.
TEST(MultiHeadAttentionTest, WritesOverWhatItReads) {
  Random random(16);
  for (std::size_t const n : Sizes{1, 7, 130}) {
    Case const c = self_case(random, n, 2, 5, true);
    MultiHeadAttention const layer(c.config, c.weights);
    Matrix const other = random.matrix(n, c.config.d_model);
    Matrix x = c.x;
    Matrix memory = other;
    Matrix const across = layer.forward(x, memory);
    layer.forward(x, memory, {}, {x.data(), x.size()});
    EXPECT_TRUE(same_bits(floats(x), floats(across))) << n;
    layer.forward(c.x, memory, {}, {memory.data(), memory.size()});
    EXPECT_TRUE(same_bits(floats(memory), floats(across))) << n;
    Matrix both = c.x;
    layer.forward(both, both, {}, {both.data(), both.size()});
    EXPECT_TRUE(same_bits(floats(both), floats(layer.forward(c.x)))) << n;
  }
}

TEST(MultiHeadAttentionTest, ConfigFillsItsDefaults) {
  Random random(14);
  AttentionConfig const config{.d_model = 6, .heads = 2, .d_head = 4};
  MultiHeadAttention const layer(config, random_weights(random, config, false));
  EXPECT_EQ(layer.config().d_memory, 6U);
  EXPECT_EQ(layer.config().d_output, 6U);
  EXPECT_EQ(layer.config().scale, 0.5F);
}

}  // namespace
}  // namespace headscope::test
