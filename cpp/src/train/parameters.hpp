#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "headscope/trainer.hpp"

namespace headscope::train {

/// A dense layer's place in the flat vector of parameters.
struct DenseAt {
  std::size_t in = 0;
  std::size_t out = 0;
  std::size_t weight = 0;
  std::optional<std::size_t> bias;
};

/// The same for a layer norm.
struct NormAt {
  std::size_t scale = 0;
  std::size_t bias = 0;
};

/// Where everything that is learned stands in one flat vector.
struct Layout {
  std::vector<Parameter> parameters;
  std::size_t size = 0;

  std::size_t vocabulary = 0;     ///< rows of the embedding
  std::size_t position_rows = 0;  ///< of the positions
  std::size_t embedding = 0;
  std::size_t positions = 0;
  std::optional<NormAt> attention_norm;
  DenseAt query, key, value, output;
  std::optional<NormAt> ffn_norm;
  std::optional<DenseAt> hidden, ffn_output;
  std::vector<DenseAt> readouts;  ///< per question

  /// `config` with every default filled in.
  Layout(TrainConfig const& config, TaskInfo const& task);

 private:
  std::size_t add(std::string name, std::vector<std::size_t> shape);
  DenseAt add_dense(std::string const& name, std::size_t in, std::size_t out, bool bias);
  NormAt add_norm(std::string const& name, std::size_t width);
};

/// Draws the first weights [layout.size]: matrices uniform with standard deviation 1/sqrt(rows),
/// embeddings and positions with that of the task (1 for tiles, 0.25 for English), biases 0, scales
/// of norms 1. Uniform, because the bits are then the same on every platform.
void initialize(Layout const& layout, TrainConfig const& config, float* weights);

/// Epsilon of the layer norms.
inline constexpr float kNormEpsilon = 1e-6F;

}  // namespace headscope::train
