#include "reference/reference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headscope::reference {
namespace {

// [rows, heads * d_head] -> [heads, rows, d_head]: heads lie side by side in the columns.
Cube split_heads(Matrix const& x, std::size_t heads) {
  std::size_t const rows = x.shape(0);
  Cube const view = xt::reshape_view(x, {rows, heads, x.shape(1) / heads});
  return xt::transpose(view, {1, 0, 2});
}

Matrix head(Cube const& x, std::size_t i) { return xt::view(x, i, xt::all(), xt::all()); }

}  // namespace

// The guards against empty operands below: xtensor's sums step from a null pointer there.

Matrix product(Matrix const& a, Matrix const& b) {
  if (a.size() == 0 || b.size() == 0) return xt::zeros<double>({a.shape(0), b.shape(1)});
  return xt::sum(xt::view(a, xt::all(), xt::all(), xt::newaxis()) *
                     xt::view(b, xt::newaxis(), xt::all(), xt::all()),
                 {1});
}

Matrix linear(Matrix const& x, Linear const& layer) {
  return product(x, layer.weight) + layer.bias;
}

Matrix softmax(Matrix const& x) {
  Matrix result = xt::zeros_like(x);
  if (x.shape(1) == 0) return result;
  for (std::size_t row = 0; row < x.shape(0); ++row) {
    Vector const scores = xt::view(x, row, xt::all());
    double const largest = *std::max_element(scores.begin(), scores.end());
    if (largest == -std::numeric_limits<double>::infinity()) continue;
    Vector const powers = xt::exp(scores - largest);
    xt::view(result, row, xt::all()) = powers / xt::sum(powers)();
  }
  return result;
}

Matrix layer_norm(Matrix const& x, Norm const& norm, double epsilon) {
  if (x.size() == 0) return x;
  // Named, because xtensor 0.25 reads a lazy mean that keeps its axis at the wrong places.
  Matrix const mean = xt::mean(x, {1}, xt::keep_dims);
  Matrix const centred = x - mean;
  Matrix const variance = xt::mean(xt::square(centred), {1}, xt::keep_dims);
  return centred / xt::sqrt(variance + epsilon) * norm.scale + norm.bias;
}

Attention attention(Matrix const& x, Matrix const& memory, AttentionWeights const& weights,
                    std::size_t heads, double scale, Allowed const& allowed, Vector const& gains) {
  std::size_t const n = x.shape(0);
  std::size_t const m = memory.shape(0);
  std::size_t const inner = weights.query.weight.shape(1);
  std::size_t const d_head = inner / heads;
  std::size_t const d_output = weights.output.weight.shape(1);

  Attention a;
  a.query = split_heads(linear(x, weights.query), heads);
  a.key = split_heads(linear(memory, weights.key), heads);
  a.value = split_heads(linear(memory, weights.value), heads);
  a.scores = a.weights = xt::zeros<double>({heads, n, m});
  a.context = xt::zeros<double>({heads, n, d_head});
  a.concat = xt::zeros<double>({n, inner});
  a.contribution = xt::zeros<double>({heads, n, d_output});

  for (std::size_t i = 0; i < heads; ++i) {
    xt::view(a.scores, i) = product(head(a.query, i), xt::transpose(head(a.key, i)));
  }
  a.scaled = a.scores * scale;
  a.masked = xt::where(allowed, a.scaled, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < heads; ++i) {
    auto slab = xt::range(i * d_head, (i + 1) * d_head);
    xt::view(a.weights, i) = softmax(head(a.masked, i));
    xt::view(a.context, i) = product(head(a.weights, i), head(a.value, i));
    Matrix const heard = gains(i) * head(a.context, i);
    xt::view(a.concat, xt::all(), slab) = heard;
    xt::view(a.contribution, i) = product(heard, xt::view(weights.output.weight, slab));
  }
  a.output = linear(a.concat, weights.output);
  return a;
}

Matrix positions(std::size_t seq_len, std::size_t d_model) {
  std::size_t const half = d_model / 2;
  double const steps = half > 1 ? static_cast<double>(half - 1) : 1.0;
  Matrix signal = xt::zeros<double>({seq_len, d_model});
  for (std::size_t position = 0; position < seq_len; ++position) {
    for (std::size_t i = 0; i < half; ++i) {
      double const scale = std::exp(-static_cast<double>(i) * std::log(10000.0) / steps);
      signal(position, i) = std::sin(static_cast<double>(position) * scale);
      signal(position, i + half) = std::cos(static_cast<double>(position) * scale);
    }
  }
  return signal;
}

double relu(double x) { return std::max(x, 0.0); }

double gelu(double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }

Block encoder_block(Matrix const& x, BlockWeights const& weights, std::size_t heads, double scale,
                    double epsilon, double (*activation)(double), Allowed const& allowed,
                    Vector const& gains) {
  Block b;
  b.attention_norm = layer_norm(x, weights.attention_norm, epsilon);
  b.attention = attention(b.attention_norm, b.attention_norm, weights.attention, heads, scale,
                          allowed, gains);
  b.residual = (weights.residual ? linear(x, *weights.residual) : x) + b.attention.output;
  b.ffn_norm = layer_norm(b.residual, weights.ffn_norm, epsilon);
  b.hidden = linear(b.ffn_norm, weights.hidden);
  std::transform(b.hidden.begin(), b.hidden.end(), b.hidden.begin(), activation);
  b.ffn_output = linear(b.hidden, weights.output);
  b.output = b.residual + b.ffn_output;
  return b;
}

Vector pooled(Matrix const& x) {
  if (x.shape(0) == 0) return xt::zeros<double>({x.shape(1)});
  return xt::mean(x, {0});
}

Vector sentence(Vector const& pooled, Linear const& layer) {
  Matrix const row = xt::view(pooled, xt::newaxis(), xt::all());
  Vector const raw = xt::tanh(xt::view(linear(row, layer), 0, xt::all()));
  return raw / std::max(std::sqrt(xt::sum(xt::square(raw))()), 1e-6);
}

}  // namespace headscope::reference
