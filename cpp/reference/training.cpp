#include "reference/training.hpp"

#include <cmath>

namespace headscope::reference {
namespace {

Matrix embedded(TrainedModel const& model, AskedSentence const& sentence) {
  std::size_t const d_model = model.embedding.shape(1);
  Matrix x = xt::zeros<double>({sentence.tokens.size(), d_model});
  for (std::size_t token = 0; token < sentence.tokens.size(); ++token) {
    for (std::size_t const word : sentence.tokens[token]) {
      xt::row(x, static_cast<std::ptrdiff_t>(token)) +=
          xt::row(model.embedding, static_cast<std::ptrdiff_t>(word));
    }
    if (token >= model.positions.shape(0)) continue;
    xt::row(x, static_cast<std::ptrdiff_t>(token)) +=
        xt::row(model.positions, static_cast<std::ptrdiff_t>(token));
  }
  return x;
}

Matrix stream(TrainedModel const& model, AskedSentence const& sentence) {
  Matrix const x = embedded(model, sentence);
  std::size_t const n = x.shape(0);
  Allowed allowed = Allowed::from_shape({n, n});
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) allowed(i, j) = !model.causal || j <= i;
  }
  Matrix const input =
      model.attention_norm ? layer_norm(x, *model.attention_norm, model.epsilon) : x;
  std::size_t const d_head = model.attention.query.weight.shape(1) / model.heads;
  Matrix residual =
      x + attention(input, input, model.attention, model.heads,
                    1.0 / std::sqrt(static_cast<double>(d_head)), allowed, model.gains)
              .output;
  if (!model.hidden) return residual;
  Matrix const normal =
      model.ffn_norm ? layer_norm(residual, *model.ffn_norm, model.epsilon) : residual;
  Matrix hidden = linear(normal, *model.hidden);
  for (double& value : hidden) value = relu(value);
  return residual + linear(hidden, *model.ffn_output);
}

}  // namespace

double loss(TrainedModel const& model, std::vector<AskedSentence> const& sentences) {
  double sum = 0;
  std::size_t asks = 0;
  for (AskedSentence const& sentence : sentences) {
    Matrix const y = stream(model, sentence);
    for (auto const& [question, token, answer] : sentence.asks) {
      Matrix const row = xt::view(y, xt::range(token, token + 1), xt::all());
      sum -= std::log(softmax(linear(row, model.readouts[question]))(0, answer));
      ++asks;
    }
  }
  return sum / static_cast<double>(asks);
}

}  // namespace headscope::reference
