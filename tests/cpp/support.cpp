#include "support.hpp"

#include <algorithm>
#include <cmath>

namespace headscope::test {

float Random::uniform(float amplitude) {
  auto const step = static_cast<float>(engine_() >> 8U) * 0x1p-23F;  // [0, 2)
  return amplitude * (step - 1.0F);
}

Matrix Random::matrix(std::size_t rows, std::size_t columns, float amplitude) {
  Matrix result = Matrix::from_shape({rows, columns});
  for (float& value : result) value = uniform(amplitude);
  return result;
}

Vector Random::vector(std::size_t size, float amplitude) {
  Vector result = Vector::from_shape({size});
  for (float& value : result) value = uniform(amplitude);
  return result;
}

reference::Matrix widened(Matrix const& x) { return xt::cast<double>(x); }

reference::Vector widened(Vector const& x) { return xt::cast<double>(x); }

reference::Linear widened(Matrix const& weight, Vector const& bias) {
  reference::Linear layer{widened(weight), xt::zeros<double>({weight.shape(1)})};
  if (bias.size() != 0) layer.bias = widened(bias);
  return layer;
}

reference::AttentionWeights widened(AttentionWeights const& weights) {
  return {widened(weights.query, weights.query_bias), widened(weights.key, weights.key_bias),
          widened(weights.value, weights.value_bias), widened(weights.output, weights.output_bias)};
}

reference::Vector widened(Gains const& gains, std::size_t heads) {
  reference::Vector result = xt::ones<double>({heads});
  std::copy(gains.begin(), gains.end(), result.begin());
  return result;
}

AttentionWeights random_weights(Random& random, AttentionConfig const& config, bool biases) {
  std::size_t const inner = config.heads * config.d_head;
  std::size_t const d_memory = config.d_memory == 0 ? config.d_model : config.d_memory;
  std::size_t const d_output = config.d_output == 0 ? config.d_model : config.d_output;
  auto const matrix = [&random](std::size_t in, std::size_t out) {
    return random.matrix(in, out, 2.0F / std::sqrt(static_cast<float>(in)));
  };
  AttentionWeights weights{.query = matrix(config.d_model, inner),
                           .key = matrix(d_memory, inner),
                           .value = matrix(d_memory, inner),
                           .output = matrix(inner, d_output)};
  if (biases) {
    weights.query_bias = random.vector(inner);
    weights.key_bias = random.vector(inner);
    weights.value_bias = random.vector(inner);
    weights.output_bias = random.vector(d_output);
  }
  return weights;
}

Mask MaskParts::mask(std::size_t queries, std::size_t keys) const {
  Mask result = Mask::none();
  if (causal) result = result & Mask::causal();
  if (padding) result = result & Mask::padding(*padding);
  if (window) result = result & Mask::window(*window);
  if (!allow.empty()) result = result & Mask::allow(allow, queries, keys);
  return result;
}

reference::Allowed MaskParts::allowed(std::size_t queries, std::size_t keys) const {
  reference::Allowed result = reference::Allowed::from_shape({queries, keys});
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < keys; ++j) {
      std::size_t const distance = i > j ? i - j : j - i;
      result(i, j) = (!causal || j <= i) && (!padding || j < *padding) &&
                     (!window || distance <= *window) &&
                     (allow.empty() || allow[i * keys + j] != 0);
    }
  }
  return result;
}

std::vector<MaskParts> every_mask(Random& random, std::size_t queries, std::size_t keys) {
  std::vector<MaskParts> masks;
  for (unsigned kinds = 0; kinds < 16; ++kinds) {
    MaskParts parts;
    parts.causal = (kinds & 1U) != 0;
    if ((kinds & 2U) != 0) parts.padding = random.below(keys + 1);
    if ((kinds & 4U) != 0) parts.window = random.below(keys + 1);
    if ((kinds & 8U) != 0) {
      parts.allow.resize(queries * keys);
      for (std::uint8_t& bit : parts.allow) {
        bit = static_cast<std::uint8_t>(random.coin() ? 1 + random.below(255) : 0);
      }
    }
    masks.push_back(parts);
  }
  return masks;
}

void expect_close(std::string const& name, std::span<float const> actual,
                  std::span<double const> expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size()) << name;
  double magnitude = 1.0;
  for (double const value : expected) {
    if (std::isfinite(value)) magnitude = std::max(magnitude, std::abs(value));
  }
  double worst = 0.0;
  std::size_t worst_at = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    auto const value = static_cast<double>(actual[i]);
    if (value == expected[i]) continue;  // equal infinities too
    double const error = std::abs(value - expected[i]);
    if (!(error <= worst)) {
      worst = error;
      worst_at = i;
    }
    if (std::isnan(error)) break;
  }
  ASSERT_LE(worst, tolerance * magnitude)
      << name << " at " << worst_at << ": " << actual[worst_at] << " instead of "
      << expected[worst_at] << ", magnitude " << magnitude;
}

std::span<float const> floats(Trace const& trace, std::string const& name) {
  return {trace.data(name), trace.info(name).size()};
}

std::span<float const> floats(Matrix const& matrix) { return {matrix.data(), matrix.size()}; }

void expect_attention(Trace const& trace, std::string const& prefix,
                      reference::Attention const& expected) {
  auto const expect = [&](char const* name, auto const& tensor, double tolerance) {
    TensorInfo const& info = trace.info(prefix + name);
    EXPECT_EQ(info.shape, std::vector<std::size_t>(tensor.shape().begin(), tensor.shape().end()))
        << info.name;
    EXPECT_EQ(info.axes.size(), info.shape.size()) << info.name;
    expect_close(info.name, floats(trace, info.name), tensor, tolerance);
  };
  expect("query", expected.query, 2e-6);
  expect("key", expected.key, 2e-6);
  expect("value", expected.value, 2e-6);
  expect("scores", expected.scores, 2e-6);
  expect("scaled", expected.scaled, 2e-6);
  expect("masked", expected.masked, 2e-6);
  expect("weights", expected.weights, 1e-6);
  expect("context", expected.context, 2e-6);
  expect("concat", expected.concat, 2e-6);
  if (trace.has(prefix + "contribution")) expect("contribution", expected.contribution, 2e-6);
  expect("output", expected.output, 2e-6);
}

void expect_error(ErrorCode code, std::string const& message, std::function<void()> const& call) {
  try {
    call();
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), code_name(code));
    EXPECT_EQ(std::string(error.what()), message);
    return;
  }
  ADD_FAILURE() << "no error; expected " << message;
}

std::size_t bytes_needed(std::function<void()> const& call) {
  try {
    call();
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), "TooLarge") << error.what();
    std::string const message = error.what();
    std::string const before = "needs ";
    std::size_t const at = message.find(before);
    if (at != std::string::npos) return std::stoull(message.substr(at + before.size()));
  }
  ADD_FAILURE() << "no error that names its bytes";
  return 0;
}

}  // namespace headscope::test
