#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "headscope/attention.hpp"
#include "headscope/error.hpp"
#include "headscope/mask.hpp"
#include "reference/reference.hpp"

namespace headscope::test {

using Sizes = std::vector<std::size_t>;

/// The same numbers on every platform: std::mt19937 is specified to the bit, the standard
/// distributions are not, so the mapping to floats is our own.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  float uniform(float amplitude);  ///< in [-amplitude, amplitude)
  bool coin() { return (engine_() & 1U) != 0; }
  std::size_t below(std::size_t n) { return engine_() % n; }
  Matrix matrix(std::size_t rows, std::size_t columns, float amplitude = 1.0F);
  Vector vector(std::size_t size, float amplitude = 1.0F);

 private:
  std::mt19937 engine_;
};

reference::Matrix widened(Matrix const& x);
reference::Vector widened(Vector const& x);
/// A bias of zeros stands for none.
reference::Linear widened(Matrix const& weight, Vector const& bias);
reference::AttentionWeights widened(AttentionWeights const& weights);
reference::Vector widened(Gains const& gains, std::size_t heads);

/// Weights of a resolved config, small enough that scores stay within a few units.
AttentionWeights random_weights(Random& random, AttentionConfig const& config, bool biases);

/// Parts of a mask with their definition next to it, pair by pair.
struct MaskParts {
  bool causal = false;
  std::optional<std::size_t> padding = {};
  std::optional<std::size_t> window = {};
  std::vector<std::uint8_t> allow = {};  // [queries, keys], or empty for none

  Mask mask(std::size_t queries, std::size_t keys) const;
  reference::Allowed allowed(std::size_t queries, std::size_t keys) const;
};

/// Every one of the 16 combinations of parts, with lengths and bits from `random`.
std::vector<MaskParts> every_mask(Random& random, std::size_t queries, std::size_t keys);

/// Expects every |actual - expected| <= tolerance * max(1, largest finite |expected|), and
/// infinities in the very same places.
void expect_close(std::string const& name, std::span<float const> actual,
                  std::span<double const> expected, double tolerance);

template <class Expected>
void expect_close(std::string const& name, std::span<float const> actual, Expected const& expected,
                  double tolerance) {
  expect_close(name, actual, std::span<double const>(expected.data(), expected.size()), tolerance);
}

std::span<float const> floats(Trace const& trace, std::string const& name);
std::span<float const> floats(Matrix const& matrix);

/// Expects every tensor of an attention layer in `trace`, under `prefix`, to agree with the
/// reference: weights within 1e-6, everything else within 2e-6 of its magnitude.
void expect_attention(Trace const& trace, std::string const& prefix,
                      reference::Attention const& expected);

/// Expects `call` to throw an Error of that code and exactly that message.
void expect_error(ErrorCode code, std::string const& message, std::function<void()> const& call);

/// Expects `call` to be refused for its byte budget; the bytes that it would need, or 0.
std::size_t bytes_needed(std::function<void()> const& call);

}  // namespace headscope::test
