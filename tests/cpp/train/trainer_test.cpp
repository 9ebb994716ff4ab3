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
  EXPECT_THROW(Trainer(TrainConfig{.heads = 1, .d_model = 1U << 20U}), Error);
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
  other.restore({state.step, state.random, weights, first, second});
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
  try {
    for (int i = 0; i < 50; ++i) trainer.step(1);
    FAIL() << "did not diverge";
  } catch (Error const& error) {
    EXPECT_EQ(error.code(), ErrorCode::Diverged);
    EXPECT_NE(std::string(error.what()).find("last good weights"), std::string::npos);
  }
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
  WeightMap weights;
  for (Parameter const& parameter : trained.parameters()) {
    weights[parameter.name] = {parameter.shape, trained.weights().data() + parameter.offset};
  }
  Trainer other(short_english());
  other.load(weights);
  EXPECT_EQ(copied(other.weights()), copied(trained.weights()));
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
  Trace const trace = trainer.trace(text, gains, true);
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
               [&] { trainer.trace(text, {1.0F}); });
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
