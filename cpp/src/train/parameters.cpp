#include "parameters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "src/byte_count.hpp"

namespace headscope {

std::size_t Parameter::size() const noexcept { return saturating_product(shape); }

}  // namespace headscope

namespace headscope::train {

Layout::Layout(TrainConfig const& config, TaskInfo const& task)
    : vocabulary(task.vocabulary.size()), position_rows(task.positions) {
  std::size_t const d_model = config.d_model;
  std::size_t const inner = config.heads * config.d_head;
  embedding = add("embedding.weight", {task.vocabulary.size(), d_model});
  positions = add("positions.weight", {task.positions, d_model});
  if (config.norm) attention_norm = add_norm("layers.0.attention.norm", d_model);
  query = add_dense("layers.0.attention.query", d_model, inner, config.attention_bias);
  key = add_dense("layers.0.attention.key", d_model, inner, config.attention_bias);
  value = add_dense("layers.0.attention.value", d_model, inner, config.attention_bias);
  output = add_dense("layers.0.attention.output", inner, d_model, config.attention_bias);
  if (config.d_ffn > 0) {
    if (config.norm) ffn_norm = add_norm("layers.0.ffn.norm", d_model);
    hidden = add_dense("layers.0.ffn.hidden", d_model, config.d_ffn, true);
    ffn_output = add_dense("layers.0.ffn.output", config.d_ffn, d_model, true);
  }
  for (Question const& question : task.questions) {
    readouts.push_back(
        add_dense(joined({"readout.", question.name}), d_model, question.answers.size(), true));
  }
}

std::size_t Layout::add(std::string name, std::vector<std::size_t> shape) {
  std::size_t const offset = size;
  bool const is_matrix = shape.size() == 2;
  parameters.push_back({std::move(name), std::move(shape), offset, is_matrix});
  size += parameters.back().size();
  return offset;
}

DenseAt Layout::add_dense(std::string const& name, std::size_t in, std::size_t out, bool bias) {
  DenseAt dense{in, out, add(name + ".weight", {in, out}), std::nullopt};
  if (bias) dense.bias = add(name + ".bias", {out});
  return dense;
}

NormAt Layout::add_norm(std::string const& name, std::size_t width) {
  std::size_t const scale = add(name + ".scale", {width});
  return {scale, add(name + ".bias", {width})};
}

void initialize(Layout const& layout, TrainConfig const& config, float* weights) {
  Pcg32 random(config.seed);
  float const of_embeddings = config.task == TrainTask::Tiles ? 1.0F : 0.25F;
  for (Parameter const& parameter : layout.parameters) {
    float* const at = weights + parameter.offset;
    if (!parameter.is_matrix) {
      float const value = parameter.name.ends_with(".scale") ? 1.0F : 0.0F;
      std::fill_n(at, parameter.size(), value);
      continue;
    }
    bool const embeds =
        parameter.offset == layout.embedding || parameter.offset == layout.positions;
    float const deviation =
        embeds ? of_embeddings : 1.0F / std::sqrt(static_cast<float>(parameter.shape[0]));
    float const most = std::sqrt(3.0F) * deviation;
    for (std::size_t i = 0; i < parameter.size(); ++i) {
      at[i] = (2.0F * random.uniform() - 1.0F) * most;
    }
  }
}

}  // namespace headscope::train
