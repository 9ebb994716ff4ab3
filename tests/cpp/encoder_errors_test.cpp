#include <array>
#include <limits>

#include "encoder_model.hpp"
#include "kernels/gemm.hpp"
#include "kernels/key_range.hpp"

namespace headscope::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

void expect_refused(ErrorCode code, std::string const& message, Model const& model) {
  expect_error(code, message, [&] { Encoder(model.config, model.map()); });
}

TEST(EncoderErrorsTest, RefusesConfigs) {
  Random random(7);
  Model const model = random_model(random, small_config());
  auto const expect = [&model](std::string const& message, auto change) {
    Model changed = model;
    change(changed.config);
    expect_refused(ErrorCode::BadConfig, "[Encoder] " + message, changed);
  };
  expect("vocabulary is 0; expected at least 1", [](EncoderConfig& c) { c.vocabulary = 0; });
  expect("max_seq_len is 0; expected at least 1", [](EncoderConfig& c) { c.max_seq_len = 0; });
  expect("embedding_scale is NaN; expected a finite number",
         [](EncoderConfig& c) { c.embedding_scale = kNan; });
  expect("blocks is empty; expected at least 1 block", [](EncoderConfig& c) { c.blocks.clear(); });
  expect("blocks[1].attention.heads is 0; expected at least 1",
         [](EncoderConfig& c) { c.blocks[1].attention.heads = 0; });
  expect("blocks[0].d_ffn is 0; expected at least 1",
         [](EncoderConfig& c) { c.blocks[0].d_ffn = 0; });
  expect("blocks[0].norm_epsilon is -1.000000; expected no negative number",
         [](EncoderConfig& c) { c.blocks[0].norm_epsilon = -1.0F; });
  expect("blocks[1].attention.d_model is 9; blocks[0] gives 10",
         [](EncoderConfig& c) { c.blocks[1].attention.d_model = 9; });
  expect(
      "blocks[0].attention.d_output is 10; d_model is 6, and only project_residual can add the two",
      [](EncoderConfig& c) { c.blocks[0].project_residual = false; });
  expect(
      "blocks[1].attention.d_memory is 4; an encoder attends to itself, so that it must be "
      "d_model, 10",
      [](EncoderConfig& c) { c.blocks[1].attention.d_memory = 4; });

  Model huge = model;
  huge.config.vocabulary = std::numeric_limits<std::size_t>::max();
  expect_refused(ErrorCode::TooLarge,
                 "[Encoder] needs at least " + std::to_string(huge.config.vocabulary) +
                     " bytes; byte_budget is 1073741824",
                 huge);
}

TEST(EncoderErrorsTest, RefusesWeights) {
  Random random(8);
  Model const model = random_model(random, small_config());
  for (auto const& [name, weight] : model.weights) {
    Model without = model;
    without.weights.erase(name);
    expect_refused(ErrorCode::MissingTensor,
                   "[Encoder] " + name + " is missing; the configuration asks for it", without);

    Model poisoned = model;
    poisoned.weights.at(name)(0, weight.shape(1) - 1) = kNan;
    std::string const column = std::to_string(weight.shape(1) - 1);
    std::string const index = name.ends_with("weight") ? "0, " + column : column;
    expect_refused(ErrorCode::NonFinite,
                   "[Encoder] " + name + " is NaN at [" + index + "]; every number must be finite",
                   poisoned);
  }
  Model narrow = model;
  narrow.add("layers.1.ffn.hidden.weight", random.matrix(10, 6));
  expect_refused(
      ErrorCode::BadShape,
      "[Encoder] layers.1.ffn.hidden.weight has shape [10, 6]; [d_output, d_ffn] is [10, 7]",
      narrow);
  narrow = model;
  narrow.add("layers.0.attention.key.weight", random.matrix(6, 7));
  expect_refused(ErrorCode::BadShape,
                 "[Encoder] layers.0.attention.key.weight has shape [6, 7]; [d_memory, heads * "
                 "d_head] is [6, 8]",
                 narrow);
}

TEST(EncoderErrorsTest, RefusesArguments) {
  Random random(9);
  Model model = random_model(random, small_config());
  Encoder const encoder(model.config, model.map());
  std::array<std::int32_t, 3> const ids = {1, 2, 3};
  expect_error(ErrorCode::TooLong, "[Encoder::trace] ids has 21 tokens; max_seq_len is 20",
               [&] { encoder.trace(std::vector<std::int32_t>(21)); });
  expect_error(ErrorCode::BadToken, "[Encoder::trace] ids is 11 at [1]; vocabulary is 11",
               [&] { encoder.trace(std::array<std::int32_t, 2>{10, 11}); });
  expect_error(ErrorCode::BadToken, "[Encoder::trace] ids is -1 at [0]; vocabulary is 11",
               [&] { encoder.trace(std::array<std::int32_t, 1>{-1}); });
  expect_error(ErrorCode::BadMask, "[Encoder::trace] mask has padding length 4; there are 3 keys",
               [&] { encoder.trace(ids, EncoderOptions{.mask = Mask::padding(4)}); });
  expect_error(ErrorCode::BadGains, "[Encoder::trace] gains has 1 layers; there are 2",
               [&] { encoder.trace(ids, EncoderOptions{.gains = {Gains{}}}); });
  expect_error(ErrorCode::BadGains, "[Encoder::trace] gains[1] has 2 entries; heads is 3",
               [&] { encoder.trace(ids, EncoderOptions{.gains = {Gains{}, Gains{1.0F, 1.0F}}}); });
  expect_error(ErrorCode::BadGains, "[Encoder::trace] output_gains has 1 layers; there are 2",
               [&] { encoder.trace(ids, EncoderOptions{.output_gains = {Gains{}}}); });
  expect_error(
      ErrorCode::BadGains,
      "[Encoder::trace] output_gains[1] cuts d_output into heads slices; 10 is no multiple of 3",
      [&] { encoder.trace(ids, EncoderOptions{.output_gains = {Gains{}, Gains(3, 1.0F)}}); });
  try {
    encoder.trace(ids, EncoderOptions{.names = {"sentence", "layers.2.output"}});
    ADD_FAILURE() << "no error";
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), "UnknownTensor");
    EXPECT_TRUE(std::string_view(error.what())
                    .starts_with("[Encoder::trace] names[1] is \"layers.2.output\"; there are: "
                                 "embedding, layers.0.input, "));
  }
  std::size_t const bytes = encoder.trace(ids).bytes();
  model.config.byte_budget = 16384;
  Encoder const tight(model.config, model.map());
  EXPECT_LT(bytes, model.config.byte_budget);
  EXPECT_NO_THROW(tight.trace(std::array<std::int32_t, 1>{1}));
  try {
    tight.trace(std::vector<std::int32_t>(20, 1));
    ADD_FAILURE() << "no error";
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), "TooLarge");
  }
}

// Every weight as it lies packed, and the positions.
TEST(EncoderErrorsTest, ByteBudgetOfWeights) {
  Random random(10);
  Model model = random_model(random, small_config());
  std::size_t const panel = kernels::packed_columns_size(1, 1);
  std::size_t floats = model.config.max_seq_len * model.config.blocks[0].attention.d_model;
  for (auto const& [name, weight] : model.weights) {
    bool const whole = name.starts_with("embedding") || name.find("norm") != std::string::npos;
    std::size_t const step = whole ? 1 : panel;
    floats += weight.shape(0) * ((weight.shape(1) + step - 1) / step * step);
  }
  model.config.byte_budget = floats * sizeof(float);
  EXPECT_NO_THROW(Encoder(model.config, model.map()));
  --model.config.byte_budget;
  EXPECT_EQ(bytes_needed([&] { Encoder(model.config, model.map()); }), floats * sizeof(float));
}

TEST(EncoderErrorsTest, ByteBudgetOfScratchAndRanges) {
  constexpr std::size_t kTokens = 200;
  Random random(11);
  Model model = random_model(random, small_config());
  model.config.max_seq_len = kTokens;
  std::vector<std::int32_t> const ids(kTokens, 1);
  auto const trace = [&](std::size_t byte_budget, Mask const& mask) {
    model.config.byte_budget = byte_budget;
    return Encoder(model.config, model.map()).trace(ids, EncoderOptions{.mask = mask}).bytes();
  };
  std::size_t const result = trace(model.config.byte_budget, Mask::none());
  std::size_t const plain = bytes_needed([&] { trace(result, Mask::none()); });
  EXPECT_GT(plain, result);
  EXPECT_NO_THROW(trace(plain, Mask::none()));
  std::size_t const masked = bytes_needed([&] { trace(plain, Mask::causal()); });
  EXPECT_EQ(masked, plain + kTokens * sizeof(kernels::KeyRange));
  EXPECT_NO_THROW(trace(masked, Mask::causal()));
}

}  // namespace
}  // namespace headscope::test
