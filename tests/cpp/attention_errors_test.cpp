#include <limits>

#include "headscope/attention.hpp"
#include "kernels/key_range.hpp"
#include "support.hpp"

namespace headscope::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

AttentionConfig config() {
  return {.d_model = 4, .heads = 2, .d_head = 3, .d_memory = 5, .d_output = 6};
}

AttentionWeights weights() {
  Random random(1);
  return random_weights(random, config(), true);
}

MultiHeadAttention layer(std::size_t byte_budget = AttentionConfig{}.byte_budget) {
  AttentionConfig full = config();
  full.byte_budget = byte_budget;
  return {full, weights()};
}

void expect_refused(AttentionConfig const& config, std::string const& message) {
  expect_error(ErrorCode::BadConfig, message, [&] { MultiHeadAttention(config, weights()); });
}

TEST(AttentionErrorsTest, Config) {
  expect_refused({.d_model = 0, .heads = 2, .d_head = 3},
                 "[MultiHeadAttention] d_model is 0; expected at least 1");
  expect_refused({.d_model = 4, .heads = 0, .d_head = 3},
                 "[MultiHeadAttention] heads is 0; expected at least 1");
  expect_refused({.d_model = 4, .heads = 2, .d_head = 0},
                 "[MultiHeadAttention] d_head is 0; expected at least 1");
  expect_refused({.d_model = 4, .heads = 2, .d_head = 3, .scale = kInfinity},
                 "[MultiHeadAttention] scale is infinity; expected a finite number");
}

TEST(AttentionErrorsTest, WeightShapes) {
  Random random(2);
  auto const expect = [](std::string const& message, auto change) {
    AttentionWeights changed = weights();
    change(changed);
    expect_error(ErrorCode::BadShape, message, [&] { MultiHeadAttention(config(), changed); });
  };
  expect("[MultiHeadAttention] query has shape [5, 6]; [d_model, heads * d_head] is [4, 6]",
         [&](AttentionWeights& w) { w.query = random.matrix(5, 6); });
  expect("[MultiHeadAttention] key has shape [4, 6]; [d_memory, heads * d_head] is [5, 6]",
         [&](AttentionWeights& w) { w.key = random.matrix(4, 6); });
  expect("[MultiHeadAttention] value has shape [0, 0]; [d_memory, heads * d_head] is [5, 6]",
         [&](AttentionWeights& w) { w.value = random.matrix(0, 0); });
  expect("[MultiHeadAttention] output has shape [6, 4]; [heads * d_head, d_output] is [6, 6]",
         [&](AttentionWeights& w) { w.output = random.matrix(6, 4); });
  expect("[MultiHeadAttention] key_bias has shape [5]; [heads * d_head] is [6]",
         [&](AttentionWeights& w) { w.key_bias = random.vector(5); });
  expect("[MultiHeadAttention] output_bias has shape [1]; [d_output] is [6]",
         [&](AttentionWeights& w) { w.output_bias = random.vector(1); });
}

TEST(AttentionErrorsTest, NonFiniteWeights) {
  auto const expect = [](std::string const& message, auto change) {
    AttentionWeights changed = weights();
    change(changed);
    expect_error(ErrorCode::NonFinite, message, [&] { MultiHeadAttention(config(), changed); });
  };
  expect("[MultiHeadAttention] query is NaN at [2, 1]; every number must be finite",
         [](AttentionWeights& w) { w.query(2, 1) = kNan; });
  expect("[MultiHeadAttention] key is infinity at [0, 0]; every number must be finite",
         [](AttentionWeights& w) { w.key(0, 0) = kInfinity; });
  expect("[MultiHeadAttention] value is -infinity at [4, 5]; every number must be finite",
         [](AttentionWeights& w) { w.value(4, 5) = -kInfinity; });
  expect("[MultiHeadAttention] output is NaN at [5, 0]; every number must be finite",
         [](AttentionWeights& w) { w.output(5, 0) = kNan; });
  expect("[MultiHeadAttention] value_bias is NaN at [3]; every number must be finite",
         [](AttentionWeights& w) { w.value_bias(3) = kNan; });
}

TEST(AttentionErrorsTest, InputShapes) {
  Random random(3);
  Matrix const x = random.matrix(2, 4);
  expect_error(ErrorCode::BadShape, "[MultiHeadAttention::trace] x has shape [2, 5]; d_model is 4",
               [&] { layer().trace(random.matrix(2, 5), random.matrix(3, 5)); });
  expect_error(ErrorCode::BadShape,
               "[MultiHeadAttention::forward] memory has shape [3, 4]; d_memory is 5",
               [&] { layer().forward(x, random.matrix(3, 4)); });
  expect_error(ErrorCode::BadShape, "[MultiHeadAttention::trace] x has shape [2, 4]; d_memory is 5",
               [&] { layer().trace(x); });
}

TEST(AttentionErrorsTest, NonFiniteInputs) {
  Random random(4);
  Matrix x = random.matrix(40, 4);
  Matrix memory = random.matrix(3, 5);
  x(37, 2) = kNan;
  for (Mask const& mask : {Mask::none(), Mask::padding(1)}) {
    expect_error(ErrorCode::NonFinite,
                 "[MultiHeadAttention::trace] x is NaN at [37, 2]; every number must be finite",
                 [&] { layer().trace(x, memory, AttentionOptions{.mask = mask}); });
  }
  x(37, 2) = 0.0F;
  memory(2, 4) = -kInfinity;
  expect_error(
      ErrorCode::NonFinite,
      "[MultiHeadAttention::forward] memory is -infinity at [2, 4]; every number must be finite",
      [&] { layer().forward(x, memory, AttentionOptions{.mask = Mask::padding(1)}); });
}

TEST(AttentionErrorsTest, MaskAndGains) {
  Random random(5);
  Matrix const x = random.matrix(2, 4);
  Matrix const memory = random.matrix(3, 5);
  expect_error(ErrorCode::BadMask,
               "[MultiHeadAttention::forward] mask has padding length 4; there are 3 keys",
               [&] { layer().forward(x, memory, AttentionOptions{.mask = Mask::padding(4)}); });
  expect_error(ErrorCode::BadMask,
               "[MultiHeadAttention::trace] mask has allow of shape [3, 2]; [queries, keys] is "
               "[2, 3]",
               [&] {
                 Mask const mask = Mask::allow(std::vector<std::uint8_t>(6, 1), 3, 2);
                 layer().trace(x, memory, AttentionOptions{.mask = mask});
               });
  expect_error(ErrorCode::BadGains, "[MultiHeadAttention::trace] gains has 3 entries; heads is 2",
               [&] { layer().trace(x, memory, AttentionOptions{.gains = {1.0F, 1.0F, 1.0F}}); });
  expect_error(ErrorCode::BadGains,
               "[MultiHeadAttention::forward] gains is NaN at [1]; every gain must be finite",
               [&] { layer().forward(x, memory, AttentionOptions{.gains = {1.0F, kNan}}); });
}

TEST(AttentionErrorsTest, AnErrorWritesNothing) {
  Random random(5);
  Matrix x = random.matrix(2, 4);
  Matrix const memory = random.matrix(3, 5);
  std::vector<float> out(12, 7.0F);
  expect_error(ErrorCode::BadShape,
               "[MultiHeadAttention::forward] out has shape [11]; seq_len * d_output is 12",
               [&] { layer().forward(x, memory, {}, std::span(out).first(11)); });
  x(1, 3) = kNan;
  expect_error(ErrorCode::NonFinite,
               "[MultiHeadAttention::forward] x is NaN at [1, 3]; every number must be finite",
               [&] { layer().forward(x, memory, {}, out); });
  EXPECT_EQ(out, std::vector<float>(12, 7.0F));
}

TEST(AttentionErrorsTest, ByteBudgetOfATrace) {
  Random random(6);
  Matrix const x = random.matrix(300, 4);
  Matrix const memory = random.matrix(500, 5);
  // The four matrices of pairs alone take 4 * 2 * 300 * 500 floats.
  std::size_t const pairs = std::size_t{4} * 2 * 300 * 500 * sizeof(float);
  EXPECT_NO_THROW(layer(2 * pairs).trace(x, memory));
  EXPECT_NO_THROW(layer(pairs / 4).forward(x, memory));
  try {
    layer(pairs).trace(x, memory);
    ADD_FAILURE() << "no error";
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), "TooLarge");
    EXPECT_TRUE(std::string(error.what()).ends_with("; byte_budget is " + std::to_string(pairs)))
        << error.what();
  }
  EXPECT_THROW(layer(4096).forward(x, memory), Error);
}

// Narrow weights are packed as whole panels, which the budget counts.
TEST(AttentionErrorsTest, ByteBudgetOfPackedWeights) {
  Random random(8);
  AttentionConfig config{.d_model = 1000, .heads = 1, .d_head = 1};
  AttentionWeights const narrow = random_weights(random, config, false);
  config.byte_budget = std::size_t{4} * 1000 * sizeof(float);
  EXPECT_THROW(MultiHeadAttention(config, narrow), Error);
  config.byte_budget *= 16;
  EXPECT_NO_THROW(MultiHeadAttention(config, narrow));
}

// Biases lie packed beside their weights, given or not: here as many floats as all but a few.
TEST(AttentionErrorsTest, ByteBudgetOfPackedBiases) {
  constexpr std::size_t kWidth = 10'000;
  Random random(8);
  AttentionConfig config{.d_model = 1, .heads = 1, .d_head = 1, .d_output = kWidth};
  AttentionWeights const wide = random_weights(random, config, false);
  config.byte_budget = kWidth * sizeof(float) * 3 / 2;
  EXPECT_THROW(MultiHeadAttention(config, wide), Error);
  config.byte_budget = kWidth * sizeof(float) * 5 / 2;
  EXPECT_NO_THROW(MultiHeadAttention(config, wide));
}

// A thousand queries of one number each: what the call computes with is far larger than its result.
TEST(AttentionErrorsTest, ByteBudgetOfScratchAndRanges) {
  constexpr std::size_t kQueries = 1000;
  Random random(9);
  AttentionConfig config{.d_model = 1, .heads = 1, .d_head = 1};
  AttentionWeights const narrow = random_weights(random, config, false);
  Matrix const x = random.matrix(kQueries, 1);
  auto const forward = [&](std::size_t byte_budget, Mask const& mask) {
    config.byte_budget = byte_budget;
    MultiHeadAttention(config, narrow).forward(x, AttentionOptions{.mask = mask});
  };
  constexpr std::size_t kResult = kQueries * sizeof(float);
  std::size_t const plain = bytes_needed([&] { forward(kResult, Mask::none()); });
  EXPECT_GT(plain, 4 * kResult);  // queries, keys and values at least
  EXPECT_NO_THROW(forward(plain, Mask::none()));
  std::size_t const masked = bytes_needed([&] { forward(plain, Mask::causal()); });
  EXPECT_EQ(masked, plain + kQueries * sizeof(kernels::KeyRange));
  EXPECT_NO_THROW(forward(masked, Mask::causal()));
}

// 2 heads of 200,000 x 200,000 pairs: 1.28 TB, which neither fits here nor, in 32 bits, in a size.
TEST(AttentionErrorsTest, RefusesBeforeAllocating) {
  Random random(7);
  AttentionConfig const narrow{.d_model = 1, .heads = 2, .d_head = 1};
  MultiHeadAttention const small(narrow, random_weights(random, narrow, false));
  Matrix const x = random.matrix(200'000, 1);
  try {
    small.trace(x);
    ADD_FAILURE() << "no error";
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), "TooLarge");
  }
}

TEST(AttentionErrorsTest, HugeConfigsAreRefusedWithoutWrapping) {
  auto const expect_too_large = [](AttentionConfig config) {
    try {
      MultiHeadAttention(config, weights());
      ADD_FAILURE() << "no error";
    } catch (Error const& error) {
      EXPECT_EQ(code_name(error.code()), "TooLarge") << error.what();
    }
  };
  expect_too_large({.d_model = 1'000'000, .heads = 1'000'000, .d_head = 1'000'000});
  expect_too_large({.d_model = kMost, .heads = kMost, .d_head = kMost});
  expect_too_large({.d_model = 4, .heads = kMost / 2 + 1, .d_head = 2});  // product wraps to 0
  // What saturates is no size, though the budget were the largest number itself.
  expect_too_large({.d_model = kMost, .heads = kMost, .d_head = kMost, .byte_budget = kMost});
  expect_error(ErrorCode::TooLarge,
               "[MultiHeadAttention] needs at least " + std::to_string(kMost) +
                   " bytes; byte_budget is 1073741824",
               [] { MultiHeadAttention({.d_model = 4, .heads = kMost, .d_head = 3}, weights()); });
}

}  // namespace
}  // namespace headscope::test
