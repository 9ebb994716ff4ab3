#include "headscope/trainer.hpp"

#include <algorithm>
#include <cmath>

#include "../support.hpp"

namespace headscope::test {
namespace {

constexpr std::size_t kAll = 1U << 20U;

std::vector<float> copied(std::span<float const> values) { return {values.begin(), values.end()}; }

TrainConfig short_english() {
  return {.task = TrainTask::English,
          .heads = 2,
          .steps = 60,
          .train_sentences = 500,
          .test_sentences = 100};
}

/// Of a trainer that outlives them.
WeightMap named_weights(Trainer const& trainer) {
  WeightMap weights;
  for (Parameter const& parameter : trainer.parameters()) {
    weights[parameter.name] = {parameter.shape, trainer.weights().data() + parameter.offset};
  }
  return weights;
}

TEST(TrainerTest, FillsInTheDefaultsOfTheTask) {
  Trainer const tiles(TrainConfig{.task = TrainTask::Tiles, .heads = 4});
  EXPECT_EQ(tiles.config().d_model, 16U);
  EXPECT_EQ(tiles.config().d_head, 4U);
  EXPECT_EQ(tiles.weights().size(), 2672U);
  Trainer const english(TrainConfig{.task = TrainTask::English, .heads = 8, .train_sentences = 1});
  EXPECT_EQ(english.config().d_head, 8U);
  EXPECT_EQ(english.config().batch, 32U);
  EXPECT_FLOAT_EQ(english.config().weight_decay, 0.1F);
}

TEST(TrainerTest, RefusesWhatCannotBe) {
  expect_error(ErrorCode::BadConfig, "[Trainer] d_model is 16; expected a multiple of heads, 3",
               [] { Trainer(TrainConfig{.heads = 3}); });
  expect_error(ErrorCode::BadConfig, "[Trainer] heads is 0; expected at least 1",
               [] { Trainer(TrainConfig{.heads = 0}); });
  expect_error(ErrorCode::BadConfig,
               "[Trainer] learning_rate is -1.000000; expected no negative number",
               [] { Trainer(TrainConfig{.learning_rate = -1.0F}); });
  expect_error(ErrorCode::BadConfig, "[Trainer] places is 0; expected 1 to 6",
               [] { Trainer(TrainConfig{.places = 0}); });
  expect_error(ErrorCode::TooLarge,
               "[Trainer] d_model 4096, heads 1, d_head 4096, d_ffn 0, batch 64 and 2000 "
               "sentences need at least 1458434688 bytes; expected at most 1073741824",
               [] { Trainer(TrainConfig{.heads = 1, .d_model = 1U << 12U}); });
}

TEST(TrainerTest, RefusesToMeasureNothing) {
  Trainer trainer(short_english());
  std::vector<float> by_weights;
  std::vector<float> by_gains;
  expect_error(ErrorCode::BadConfig, "[Trainer::step] batches is 0; expected at least 1",
               [&] { trainer.step(0); });
  expect_error(ErrorCode::BadConfig, "[Trainer::evaluate] sentences is 0; expected at least 1",
               [&] { trainer.evaluate(0); });
  expect_error(ErrorCode::BadConfig, "[Trainer::head_matrix] sentences is 0; expected at least 1",
               [&] { trainer.head_matrix(0); });
  expect_error(ErrorCode::BadConfig, "[Trainer::gradients] sentences is 0; expected at least 1",
               [&] { trainer.gradients(0, {}, by_weights, by_gains); });
}

TEST(TrainerTest, TheSameSeedGivesTheSameBits) {
  Trainer one(short_english());
  Trainer other(short_english());
  one.step(20);
  for (int i = 0; i < 20; ++i) other.step(1);
  EXPECT_EQ(copied(one.weights()), copied(other.weights()));
  TrainConfig config = short_english();
  config.seed = 2;
  EXPECT_NE(copied(Trainer(config).weights()), copied(Trainer(short_english()).weights()));
}

TEST(TrainerTest, GoesOnFromASavedState) {
  Trainer trainer(short_english());
  trainer.step(10);
  TrainState const state = trainer.state();
  std::vector<float> const weights = copied(state.weights);
  std::vector<float> const first = copied(state.first);
  std::vector<float> const second = copied(state.second);
  Trainer other(short_english());
  other.restore({state.step, state.random, weights, first, second, state.averaged});
  EXPECT_EQ(trainer.step(10).step, 20U);
  other.step(10);
  EXPECT_EQ(copied(trainer.weights()), copied(other.weights()));
  std::vector<float> const wrong(3);
  expect_error(ErrorCode::BadShape,
               "[Trainer::restore] weights has shape [3]; [parameters] is [" +
                   std::to_string(weights.size()) + "]",
               [&] { other.restore({0, 0, wrong, wrong, wrong}); });
}

TEST(TrainerTest, StopsWhenItDivergesAndKeepsTheLastGoodWeights) {
  TrainConfig config = short_english();
  config.learning_rate = 1e37F;
  config.warmup = 0;
  Trainer trainer(config);
  // Others than it began with, so that going back there would be seen.
  Trainer learned(short_english());
  learned.step(10);
  trainer.restore(learned.state());
  std::vector<std::vector<float>> seen;
  try {
    for (int i = 0; i < 50; ++i) {
      seen.push_back(copied(trainer.weights()));
      trainer.step(1);
    }
    FAIL() << "did not diverge";
  } catch (Error const& error) {
    EXPECT_EQ(error.code(), ErrorCode::Diverged);
    EXPECT_NE(std::string(error.what()).find("last good weights"), std::string::npos);
  }
  // The step that threw found the loss of its own weights infinite; those before were the last
  // good.
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(copied(trainer.weights()), seen.front());
  for (float const weight : trainer.weights()) ASSERT_TRUE(std::isfinite(weight));
  EXPECT_TRUE(std::isfinite(trainer.evaluate(10).loss));
  EXPECT_THROW(trainer.step(1), Error);
  Trainer const fresh(short_english());
  std::vector<float> const zeros(fresh.weights().size(), 0.0F);
  trainer.restore({0, 1, fresh.weights(), zeros, zeros});
  EXPECT_EQ(copied(trainer.weights()), copied(fresh.weights()));
}

TEST(TrainerTest, LoadsWeightsByName) {
  Trainer trained(short_english());
  trained.step(30);
  WeightMap weights = named_weights(trained);
  Trainer other(short_english());
  other.load(weights);
  EXPECT_EQ(copied(other.weights()), copied(trained.weights()));
  EXPECT_EQ(other.state().step, 0U);
  weights["readout.who.bias"].shape = {1};
  expect_error(ErrorCode::BadShape, "[Trainer::load] readout.who.bias has shape [1]; expected [16]",
               [&] { other.load(weights); });
  weights.erase("positions.weight");
  expect_error(ErrorCode::MissingTensor,
               "[Trainer::load] positions.weight is missing; the configuration asks for it",
               [&] { other.load(weights); });
  EXPECT_EQ(copied(other.weights()), copied(trained.weights()));
}

// The trace goes through the packed kernels, the training through those of short segments.
TEST(TrainerTest, ATraceAgreesWithWhatTrainingComputes) {
  TrainConfig config = short_english();
  config.norm = true;
  config.d_ffn = 24;
  config.attention_bias = true;
  config.causal = true;
  Trainer trainer(config);
  trainer.step(20);
  Gains const gains = {0.5F, 1.0F};
  std::string const text = text_of(trainer.task(), trainer.test_sentences(), 0);
  Trace const trace = trainer.trace(text, {.gains = gains, .contribution = true});
  for (char const* const name :
       {"embedding", "layers.0.input", "layers.0.attention.norm", "layers.0.attention.weights",
        "layers.0.attention.contribution", "layers.0.attention.residual", "layers.0.ffn.hidden",
        "layers.0.output", "readout.who"}) {
    EXPECT_TRUE(trace.has(name)) << name;
  }
  std::vector<Prediction> const predictions = trainer.predict(text, gains);
  EXPECT_GE(predictions.size(), 3U);
  EXPECT_TRUE(trainer.predict("the cat").empty());
  EXPECT_EQ(trainer.trace("").info("layers.0.output").shape[0], 0U);
  for (Prediction const& prediction : predictions) {
    std::string const name =
        "readout." + std::string(trainer.task().questions[prediction.question].name);
    float const* const row = trace.data(name) + prediction.token * prediction.probabilities.size();
    for (std::size_t i = 0; i < prediction.probabilities.size(); ++i) {
      EXPECT_NEAR(prediction.probabilities[i], row[i], 2e-6F);
    }
  }
  expect_error(ErrorCode::BadGains, "[Trainer::trace] gains has 1 entries; heads is 2",
               [&] { trainer.trace(text, {.gains = {1.0F}}); });
}

TEST(TrainerTest, LoadedWeightsKeepTheirStep) {
  Trainer trained(short_english());
  trained.step(30);
  WeightMap const weights = named_weights(trained);
  Trainer other(short_english());
  std::uint64_t const start = other.state().random;
  other.load(weights, 30);
  EXPECT_EQ(other.state().step, 30U);
  EXPECT_NE(other.state().random, start);
  for (float const mean : other.state().first) ASSERT_EQ(mean, 0.0F);
  std::vector<float> const before = copied(other.weights());
  StepReport const report = other.step(1);
  EXPECT_EQ(report.step, 31U);
  // Means of one gradient are that gradient: Adam's first step is the learning rate, up or down.
  float longest = 0.0F;
  for (Parameter const& parameter : other.parameters()) {
    for (std::size_t i = 0; !parameter.is_matrix && i < parameter.size(); ++i) {
      std::size_t const at = parameter.offset + i;
      longest = std::max(longest, std::abs(other.weights()[at] - before[at]));
    }
  }
  EXPECT_NEAR(longest / report.learning_rate, 1.0, 1e-3);
  EXPECT_EQ(report.learning_rate, trained.step(1).learning_rate);
}

TEST(TrainerTest, OutputGainsScaleSlicesOfWhatTheOutputWeightsMake) {
  TrainConfig config = short_english();
  config.attention_bias = true;
  Trainer trainer(config);
  trainer.step(20);
  std::string const text = text_of(trainer.task(), trainer.test_sentences(), 0);
  Trace const plain = trainer.trace(text);
  Trace const sliced = trainer.trace(text, {.output_gains = {0.5F, 0.0F}});
  TensorInfo const& info = plain.info("layers.0.attention.output");
  std::size_t const width = info.shape[1];
  auto const at = [](Trace const& trace, char const* name, std::size_t i) {
    return trace.data(name)[i];
  };
  for (std::size_t i = 0; i < info.shape[0] * width; ++i) {
    float const gain = i % width < width / 2 ? 0.5F : 0.0F;
    float const before = at(plain, "layers.0.attention.output", i);
    EXPECT_NE(before, 0.0F);
    EXPECT_EQ(at(sliced, "layers.0.attention.output", i), gain * before);
    EXPECT_EQ(at(sliced, "layers.0.attention.concat", i),
              at(plain, "layers.0.attention.concat", i));
    EXPECT_EQ(at(sliced, "layers.0.attention.residual", i),
              at(plain, "layers.0.input", i) + gain * before);
  }
  expect_error(ErrorCode::BadGains, "[Trainer::trace] output_gains has 1 entries; heads is 2",
               [&] { trainer.trace(text, {.output_gains = {1.0F}}); });
  Trainer const three(
      TrainConfig{.task = TrainTask::English, .heads = 3, .d_head = 8, .train_sentences = 1});
  expect_error(ErrorCode::BadGains,
               "[Trainer::trace] output_gains cuts d_output into heads slices; 64 is no multiple "
               "of 3",
               [&] { three.trace("the cat", {.output_gains = {1.0F, 1.0F, 1.0F}}); });
}

TEST(TrainerTest, AMutedHeadIsAsIfItsSlabWereZero) {
  Trainer trainer(short_english());
  trainer.step(40);
  double const muted = trainer.evaluate(kAll, {1.0F, 0.0F}).loss;
  std::vector<float> weights = copied(trainer.weights());
  for (Parameter const& parameter : trainer.parameters()) {
    if (parameter.name != "layers.0.attention.output.weight") continue;
    auto const from = weights.begin() + static_cast<std::ptrdiff_t>(parameter.offset);
    auto const half = static_cast<std::ptrdiff_t>(parameter.size() / 2);
    std::fill(from + half, from + 2 * half, 0.0F);
  }
  std::vector<float> const zeros(weights.size(), 0.0F);
  trainer.restore({0, 0, weights, zeros, zeros});
  EXPECT_NEAR(trainer.evaluate(kAll).loss, muted, 1e-6);
  EXPECT_EQ(trainer.slab_norms().at(1), 0.0F);
}

}  // namespace
}  // namespace headscope::test
