#include <algorithm>

#include "../support.hpp"
#include "headscope/trainer.hpp"

// What the lesson promises, on several seeds: one head cannot do what a few can. As WebAssembly the
// JavaScript tests train both; here a seed is enough there.
namespace headscope::test {
namespace {

constexpr std::size_t kAll = 1U << 20U;
#if defined(__wasm__)
constexpr std::uint32_t kSeeds = 1;
#else
constexpr std::uint32_t kSeeds = 3;
#endif

Trainer trained(TrainTask task, std::size_t heads, std::uint32_t seed) {
  Trainer trainer(TrainConfig{.task = task, .heads = heads, .seed = seed});
  trainer.step(trainer.config().steps);
  return trainer;
}

double best(HeadMatrix const& matrix, std::size_t relation, std::size_t heads) {
  auto const row = matrix.mass.begin() + static_cast<std::ptrdiff_t>(relation * heads);
  return *std::max_element(row, row + static_cast<std::ptrdiff_t>(heads));
}

TEST(Experiments, TilesNeedAsManyHeadsAsPlaces) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_LE(trained(TrainTask::Tiles, 1, seed).evaluate(kAll).all_right, 0.25);
    EXPECT_LE(trained(TrainTask::Tiles, 2, seed).evaluate(kAll).all_right, 0.35);
    EXPECT_GE(trained(TrainTask::Tiles, 8, seed).evaluate(kAll).all_right, 0.99);
    Trainer four = trained(TrainTask::Tiles, 4, seed);
    EXPECT_GE(four.evaluate(kAll).all_right, 0.99);
    HeadMatrix const matrix = four.head_matrix(kAll);
    for (std::size_t place = 0; place < 4; ++place) EXPECT_GE(best(matrix, place, 4), 0.85);
  }
}

TEST(Experiments, MutingAHeadOfTheTilesCostsItsOwnBoxAlone) {
  Trainer four = trained(TrainTask::Tiles, 4, 1);
  HeadMatrix const matrix = four.head_matrix(kAll);
  for (std::size_t head = 0; head < 4; ++head) {
    Gains gains(4, 1.0F);
    gains[head] = 0.0F;
    Evaluation const muted = four.evaluate(kAll, gains);
    for (std::size_t place = 0; place < 4; ++place) {
      bool const own = matrix.mass[place * 4 + head] > 0.5;
      if (own) {
        EXPECT_LE(muted.accuracy[place], 0.3);
      } else {
        EXPECT_GE(muted.accuracy[place], 0.95);
      }
    }
  }
}

TEST(Experiments, EnglishNeedsTwoHeadsToResolveIt) {
  for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_LE(trained(TrainTask::English, 1, seed).evaluate(kAll).accuracy[4], 0.75);
    for (std::size_t const heads : {2U, 4U, 8U}) {
      SCOPED_TRACE(heads);
      Trainer trainer = trained(TrainTask::English, heads, seed);
      for (double const accuracy : trainer.evaluate(kAll).accuracy) EXPECT_GE(accuracy, 0.98);
      HeadMatrix const matrix = trainer.head_matrix(kAll);
      EXPECT_GE(best(matrix, 0, heads), 0.9);   // subject
      EXPECT_GE(best(matrix, 1, heads), 0.75);  // object
      EXPECT_LE(*std::max_element(matrix.baseline.begin(), matrix.baseline.end()), 0.15);
    }
  }
}

TEST(Experiments, TheFamousPair) {
  Trainer trainer = trained(TrainTask::English, 4, 1);
  auto const answer = [&](char const* text) {
    Prediction const it = trainer.predict(text).back();
    auto const& row = it.probabilities;
    auto const place = std::max_element(row.begin(), row.end()) - row.begin();
    return trainer.task().questions[it.question].answers[static_cast<std::size_t>(place)];
  };
  EXPECT_EQ(answer("the animal never crossed the street because it was too tired"), "animal");
  EXPECT_EQ(answer("the animal never crossed the street because it was too wide"), "street");
}

}  // namespace
}  // namespace headscope::test
