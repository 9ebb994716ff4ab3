#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "reference/xtensor.hpp"

/// The textbook, in double: one function per formula, written to be read next to the paper and to
/// check the real thing against. Slow, and never part of the module.
/// Attention: Vaswani et al. 2017, "Attention Is All You Need" (AIAYN).
namespace headscope::reference {

using Vector = xt::xtensor<double, 1>;
using Matrix = xt::xtensor<double, 2>;
using Cube = xt::xtensor<double, 3>;
/// True where a query (row) may attend to a key (column).
using Allowed = xt::xtensor<bool, 2>;

/// A·B.
Matrix product(Matrix const& a, Matrix const& b);

/// W [in, out] and b [out] of y = x W + b.
struct Linear {
  Matrix weight;
  Vector bias;
};
Matrix linear(Matrix const& x, Linear const& layer);

/// Rows of exp(x - max) / sum; a row of nothing but -infinity is zero (AIAYN 3.2.1).
Matrix softmax(Matrix const& x);

/// Scale and bias of a layer norm.
struct Norm {
  Vector scale;
  Vector bias;
};
/// (x - mean) / sqrt(variance + epsilon) · scale + bias of each row (Ba et al. 2016, equation 4).
Matrix layer_norm(Matrix const& x, Norm const& norm, double epsilon);

struct AttentionWeights {
  Linear query, key, value, output;
};

/// Every tensor of a layer's trace, under the same names and in the same shapes.
struct Attention {
  Cube query, key, value;                // [heads, rows, d_head]
  Cube scores, scaled, masked, weights;  // [heads, queries, keys]
  Cube context;                          // [heads, queries, d_head]
  Matrix concat;                         // [queries, heads * d_head], gains applied
  Cube contribution;                     // [heads, queries, d_output]
  Matrix output;                         // [queries, d_output]
};

/// softmax(scale · Q·Kᵀ)·V per head, concatenated, times W_O (AIAYN 3.2.2).
Attention attention(Matrix const& x, Matrix const& memory, AttentionWeights const& weights,
                    std::size_t heads, double scale, Allowed const& allowed, Vector const& gains);

/// Sines in the first half of the channels, cosines in the second (AIAYN 3.5, in tensor2tensor's
/// arrangement: wavelengths from 2·pi to 10000·2·pi inclusive).
Matrix positions(std::size_t seq_len, std::size_t d_model);

double relu(double x);
/// x · Φ(x) (Hendrycks and Gimpel 2016).
double gelu(double x);

struct BlockWeights {
  Norm attention_norm;
  AttentionWeights attention;
  std::optional<Linear> residual;
  Norm ffn_norm;
  Linear hidden, output;
};

struct Block {
  Matrix attention_norm;
  Attention attention;
  Matrix residual, ffn_norm, hidden, ffn_output, output;
};

/// Norm, attention, residual, norm, feed-forward, residual: AIAYN 3.1 and 3.3 with the norm moved
/// before each sub-layer.
Block encoder_block(Matrix const& x, BlockWeights const& weights, std::size_t heads, double scale,
                    double epsilon, double (*activation)(double), Allowed const& allowed,
                    Vector const& gains);

/// Mean over the rows; zero when there are none.
Vector pooled(Matrix const& x);

/// l2norm(tanh(pooled W + b)).
Vector sentence(Vector const& pooled, Linear const& layer);

}  // namespace headscope::reference
