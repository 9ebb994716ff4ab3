#pragma once

#include <cmath>
#include <map>
#include <string>

#include "headscope/encoder.hpp"
#include "support.hpp"

/// Encoders for tests, with weights drawn at random.
namespace headscope::test {

/// A config with weights that it can be changed away from.
struct Model {
  EncoderConfig config;
  std::map<std::string, Matrix> weights;  // vectors are [1, n] here

  void add(std::string const& name, Matrix const& weight) {
    weights.insert_or_assign(name, weight);
  }

  WeightMap map() const {
    WeightMap views;
    for (auto const& [name, weight] : weights) {
      WeightView view{{weight.shape(0), weight.shape(1)}, weight.data()};
      if (!name.ends_with("weight")) view.shape.erase(view.shape.begin());
      views.emplace(name, view);
    }
    return views;
  }

  reference::Linear linear(std::string const& name) const {
    return {widened(weights.at(name + ".weight")), vector(name + ".bias")};
  }
  reference::Norm norm(std::string const& name) const {
    return {vector(name + ".scale"), vector(name + ".bias")};
  }
  reference::Vector vector(std::string const& name) const {
    return xt::view(widened(weights.at(name)), 0, xt::all());
  }
};

inline Model random_model(Random& random, EncoderConfig config) {
  Model model{std::move(config), {}};
  auto const dense = [&](std::string const& name, std::size_t in, std::size_t out) {
    model.add(name + ".weight", random.matrix(in, out, 2.0F / std::sqrt(static_cast<float>(in))));
    model.add(name + ".bias", random.matrix(1, out));
  };
  auto const norm = [&](std::string const& name, std::size_t width) {
    model.add(name + ".scale", random.matrix(1, width));
    model.add(name + ".bias", random.matrix(1, width, 0.5F));
  };
  model.add("embedding.weight",
            random.matrix(model.config.vocabulary, model.config.blocks[0].attention.d_model));
  std::size_t width = 0;
  for (std::size_t layer = 0; layer < model.config.blocks.size(); ++layer) {
    BlockConfig const& block = model.config.blocks[layer];
    AttentionConfig const& attention = block.attention;
    std::size_t const inner = attention.heads * attention.d_head;
    std::string const prefix = "layers." + std::to_string(layer) + ".";
    width = attention.d_output == 0 ? attention.d_model : attention.d_output;
    norm(prefix + "attention.norm", attention.d_model);
    dense(prefix + "attention.query", attention.d_model, inner);
    dense(prefix + "attention.key", attention.d_model, inner);
    dense(prefix + "attention.value", attention.d_model, inner);
    dense(prefix + "attention.output", inner, width);
    if (block.project_residual) dense(prefix + "attention.residual", attention.d_model, width);
    norm(prefix + "ffn.norm", width);
    dense(prefix + "ffn.hidden", width, block.d_ffn);
    dense(prefix + "ffn.output", block.d_ffn, width);
  }
  if (model.config.d_sentence > 0) dense("sentence", width, model.config.d_sentence);
  return model;
}

inline EncoderConfig small_config() {
  return {.vocabulary = 11,
          .max_seq_len = 20,
          .embedding_scale = 2.0F,
          .blocks = {{.attention = {.d_model = 6, .heads = 2, .d_head = 4, .d_output = 10},
                      .project_residual = true,
                      .d_ffn = 13,
                      .activation = Activation::Relu,
                      .norm_epsilon = 1e-6F},
                     {.attention = {.d_model = 10, .heads = 3, .d_head = 3, .scale = 0.75F},
                      .d_ffn = 7,
                      .activation = Activation::Gelu,
                      .norm_epsilon = 1e-3F}},
          .d_sentence = 5};
}

inline std::vector<std::int32_t> random_ids(Random& random, std::size_t n, std::size_t vocabulary) {
  std::vector<std::int32_t> ids(n);
  for (std::int32_t& id : ids) id = static_cast<std::int32_t>(random.below(vocabulary));
  return ids;
}

}  // namespace headscope::test
