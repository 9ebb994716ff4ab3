#include <algorithm>
#include <cmath>
#include <map>

#include "../support.hpp"
#include "headscope/trainer.hpp"
#include "reference/training.hpp"

// Every kind of parameter, by central differences of the textbook in double.
namespace headscope::test {
namespace {

constexpr std::size_t kSentences = 3;

/// Views of a flat vector, widened, by the names of the parameters.
class Named {
 public:
  Named(std::span<Parameter const> parameters, std::vector<double> const& flat) : flat_(flat) {
    for (Parameter const& parameter : parameters) by_name_[parameter.name] = &parameter;
  }

  bool has(std::string const& name) const { return by_name_.contains(name); }
  reference::Matrix matrix(std::string const& name) const {
    Parameter const& of = *by_name_.at(name);
    reference::Matrix result = reference::Matrix::from_shape({of.shape[0], of.shape[1]});
    std::copy_n(flat_.begin() + static_cast<std::ptrdiff_t>(of.offset), of.size(), result.begin());
    return result;
  }
  reference::Vector vector(std::string const& name) const {
    Parameter const& of = *by_name_.at(name);
    reference::Vector result = reference::Vector::from_shape({of.shape[0]});
    std::copy_n(flat_.begin() + static_cast<std::ptrdiff_t>(of.offset), of.size(), result.begin());
    return result;
  }
  reference::Linear linear(std::string const& name) const {
    reference::Linear result{matrix(name + ".weight"), {}};
    result.bias = xt::zeros<double>({result.weight.shape(1)});
    if (has(name + ".bias")) result.bias = vector(name + ".bias");
    return result;
  }
  std::optional<reference::Norm> norm(std::string const& name) const {
    if (!has(name + ".scale")) return std::nullopt;
    return reference::Norm{vector(name + ".scale"), vector(name + ".bias")};
  }

 private:
  std::vector<double> const& flat_;
  std::map<std::string, Parameter const*> by_name_;
};

reference::TrainedModel model_of(Trainer const& trainer, std::vector<double> const& flat,
                                 std::vector<double> const& gains) {
  Named const named(trainer.parameters(), flat);
  reference::TrainedModel model;
  model.embedding = named.matrix("embedding.weight");
  model.positions = named.matrix("positions.weight");
  model.attention_norm = named.norm("layers.0.attention.norm");
  std::string const layer = "layers.0.attention.";
  model.attention = {named.linear(layer + "query"), named.linear(layer + "key"),
                     named.linear(layer + "value"), named.linear(layer + "output")};
  model.heads = trainer.config().heads;
  model.gains = reference::Vector::from_shape({gains.size()});
  std::copy(gains.begin(), gains.end(), model.gains.begin());
  model.causal = trainer.config().causal;
  if (named.has("layers.0.ffn.hidden.weight")) {
    model.ffn_norm = named.norm("layers.0.ffn.norm");
    model.hidden = named.linear("layers.0.ffn.hidden");
    model.ffn_output = named.linear("layers.0.ffn.output");
  }
  for (Question const& question : trainer.task().questions) {
    model.readouts.push_back(named.linear("readout." + std::string(question.name)));
  }
  model.epsilon = 1e-6;
  return model;
}

std::vector<reference::AskedSentence> sentences_of(Trainer const& trainer) {
  Sentences const& all = trainer.test_sentences();
  std::vector<reference::AskedSentence> result(kSentences);
  for (std::size_t i = 0; i < kSentences; ++i) {
    for (std::size_t token = all.first_token(i); token < all.sentence_end[i]; ++token) {
      std::vector<std::size_t>& words = result[i].tokens.emplace_back();
      for (std::size_t word = all.first_word(token); word < all.token_end[token]; ++word) {
        words.push_back(all.words[word]);
      }
    }
    for (std::size_t ask = all.first_ask(i); ask < all.ask_end[i]; ++ask) {
      auto const [question, token, answer, target] = all.asks[ask];
      result[i].asks.push_back({question, token, answer});
    }
  }
  return result;
}

/// Weights of every kind away from their special first values (biases 0, scales 1).
std::vector<float> put_random_weights(Trainer& trainer, Random& random) {
  std::vector<float> weights(trainer.weights().begin(), trainer.weights().end());
  for (float& weight : weights) weight += random.uniform(0.3F);
  std::vector<float> const zeros(weights.size(), 0.0F);
  trainer.restore({.weights = weights, .first = zeros, .second = zeros});
  return weights;
}

/// Which elements of a parameter are compared: at most 24, spread evenly, and those of the largest
/// gradient, because most words stand in none of the sentences.
std::vector<std::size_t> chosen(Parameter const& parameter, std::vector<float> const& gradient) {
  std::vector<std::size_t> elements;
  std::size_t const step = std::max<std::size_t>(1, parameter.size() / 24);
  for (std::size_t i = 0; i < parameter.size(); i += step) elements.push_back(i);
  auto const first = gradient.begin() + static_cast<std::ptrdiff_t>(parameter.offset);
  auto const largest =
      std::max_element(first, first + static_cast<std::ptrdiff_t>(parameter.size()),
                       [](float a, float b) { return std::fabs(a) < std::fabs(b); });
  elements.push_back(static_cast<std::size_t>(largest - first));
  return elements;
}

void expect_gradients(TrainConfig const& config) {
  constexpr double kStep = 1e-5;
  Trainer trainer(config);
  Random random(7);
  std::vector<float> const weights = put_random_weights(trainer, random);
  std::vector<double> flat(weights.begin(), weights.end());
  Gains given(config.heads);
  for (float& gain : given) gain = 1.0F + random.uniform(0.5F);
  std::vector<double> gains(given.begin(), given.end());
  auto const asked = sentences_of(trainer);

  std::vector<float> by_weights;
  std::vector<float> by_gains;
  double const loss = trainer.gradients(kSentences, given, by_weights, by_gains);
  EXPECT_NEAR(loss, reference::loss(model_of(trainer, flat, gains), asked), 1e-5);
  auto const difference = [&](double& value) {
    double const before = value;
    value = before + kStep;
    double const above = reference::loss(model_of(trainer, flat, gains), asked);
    value = before - kStep;
    double const below = reference::loss(model_of(trainer, flat, gains), asked);
    value = before;
    return (above - below) / (2 * kStep);
  };
  for (Parameter const& parameter : trainer.parameters()) {
    SCOPED_TRACE(parameter.name);
    double largest = 0;
    for (std::size_t const element : chosen(parameter, by_weights)) {
      std::size_t const at = parameter.offset + element;
      double const expected = difference(flat[at]);
      largest = std::max(largest, std::fabs(expected));
      EXPECT_NEAR(double{by_weights[at]}, expected, 2e-6 + 1e-4 * std::fabs(expected))
          << "at " << element;
    }
    // A bias of the keys adds the same to all scores of a row: the softmax does not see it.
    if (parameter.name == "layers.0.attention.key.bias") {
      EXPECT_LT(largest, 1e-9);
    } else {
      EXPECT_GT(largest, 1e-5) << "nothing depends on it";
    }
  }
  for (std::size_t head = 0; head < gains.size(); ++head) {
    double const expected = difference(gains[head]);
    EXPECT_NEAR(double{by_gains[head]}, expected, 2e-6 + 1e-4 * std::fabs(expected));
  }
}

TEST(Gradient, OfTilesWithoutNormOrFeedForward) {
  expect_gradients({.task = TrainTask::Tiles, .heads = 2, .d_model = 8});
}

TEST(Gradient, OfEnglishWithEveryPart) {
  expect_gradients({.task = TrainTask::English,
                    .heads = 3,
                    .d_model = 8,
                    .d_head = 5,
                    .d_ffn = 7,
                    .norm = true,
                    .attention_bias = true,
                    .train_sentences = 1});
}

TEST(Gradient, OfSentencesWhoseTokensSeeNoLaterOnes) {
  expect_gradients({.task = TrainTask::English,
                    .heads = 2,
                    .d_model = 6,
                    .attention_bias = true,
                    .causal = true,
                    .train_sentences = 1});
}

TEST(Gradient, OfMoreSentencesThanAreComputedAtATime) {
  constexpr std::size_t kMany = 150;
  constexpr float kStep = 0.01F;
  Trainer trainer({.task = TrainTask::English,
                   .heads = 2,
                   .d_model = 8,
                   .train_sentences = 1,
                   .test_sentences = kMany});
  Random random(9);
  std::vector<float> weights = put_random_weights(trainer, random);
  std::vector<float> const zeros(weights.size(), 0.0F);
  Gains gains = {1.0F, 1.0F};
  std::vector<float> by_weights;
  std::vector<float> by_gains;
  double const loss = trainer.gradients(kMany, gains, by_weights, by_gains);
  EXPECT_EQ(loss, trainer.evaluate(kMany, gains).loss);
  auto const difference = [&](float& value) {
    auto const loss_at = [&](float at) {
      value = at;
      trainer.restore({.weights = weights, .first = zeros, .second = zeros});
      return trainer.evaluate(kMany, gains).loss;
    };
    float const before = value;
    double const change = loss_at(before + kStep) - loss_at(before - kStep);
    value = before;
    return change / double{2 * kStep};
  };
  for (std::size_t head = 0; head < gains.size(); ++head) {
    EXPECT_NEAR(double{by_gains[head]}, difference(gains[head]), 1e-4);
  }
  // Of a question that not every sentence is asked.
  for (Parameter const& parameter : trainer.parameters()) {
    if (parameter.name != "readout.it.bias") continue;
    for (std::size_t i = 0; i < parameter.size(); ++i) {
      std::size_t const at = parameter.offset + i;
      EXPECT_NEAR(double{by_weights[at]}, difference(weights[at]), 1e-4);
    }
  }
}

}  // namespace
}  // namespace headscope::test
