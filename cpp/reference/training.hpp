#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/reference.hpp"

/// The loss of a model in training, forwards only: central differences of it are the oracle of the
/// gradients.
namespace headscope::reference {

/// One attention layer between embeddings and read-outs.
struct TrainedModel {
  Matrix embedding;  // [vocabulary, d_model]
  Matrix positions;  // [positions, d_model]; later tokens have none
  std::optional<Norm> attention_norm;
  AttentionWeights attention;
  std::size_t heads = 1;
  Vector gains;  // [heads]
  bool causal = false;
  std::optional<Norm> ffn_norm;
  std::optional<Linear> hidden, ffn_output;
  std::vector<Linear> readouts;  // per question
  double epsilon = 0;
};

struct AskedSentence {
  struct Asked {
    std::size_t question, token, answer;
  };
  std::vector<std::vector<std::size_t>> tokens;  // the words of each; their embeddings add up
  std::vector<Asked> asks;
};

/// Mean cross-entropy per ask, in nats.
double loss(TrainedModel const& model, std::vector<AskedSentence> const& sentences);

}  // namespace headscope::reference
