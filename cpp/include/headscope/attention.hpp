#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "headscope/error.hpp"
#include "headscope/mask.hpp"
#include "headscope/tensor.hpp"
#include "headscope/trace.hpp"

namespace headscope {

/// Shape of one attention layer. Only `heads` and `d_head` together fix the inner width:
/// `heads * d_head` may differ from `d_model`.
struct AttentionConfig {
  std::size_t d_model = 0;          ///< width of the queries' input
  std::size_t heads = 0;            ///< number of query heads
  std::size_t d_head = 0;           ///< width of one head
  std::size_t d_memory = 0;         ///< width of the keys' and values' input; 0: d_model
  std::size_t d_output = 0;         ///< width of the output; 0: d_model
  std::optional<float> scale = {};  ///< of the scores; default 1/sqrt(d_head)
  /// Most bytes that the packed weights, one trace or one forward pass may each take; checked
  /// before anything is allocated.
  std::size_t byte_budget = std::size_t{1} << 30;
};

/// y = x W + b throughout: weights are `[in, out]`, heads lie side by side in the inner width.
/// An empty bias means none.
struct AttentionWeights {
  Matrix query;             ///< [d_model, heads * d_head]
  Matrix key;               ///< [d_memory, heads * d_head]
  Matrix value;             ///< [d_memory, heads * d_head]
  Matrix output;            ///< [heads * d_head, d_output]
  Vector query_bias = {};   ///< [heads * d_head] or empty
  Vector key_bias = {};     ///< [heads * d_head] or empty
  Vector value_bias = {};   ///< [heads * d_head] or empty
  Vector output_bias = {};  ///< [d_output] or empty
};

/// One factor per head, applied to its context before W_O: 1 leaves the head as it is (to the bit),
/// 0 mutes it (its part of `concat` is zero whatever its context holds). Empty means all ones.
using Gains = std::vector<float>;

struct AttentionOptions {
  Mask mask = Mask::none();
  Gains gains = {};
  bool contribution = false;  ///< also trace `contribution`, `heads` times the size of the output
  /// The tensors to keep, `contribution` too where it is named; empty: all. The rest is not stored,
  /// nor computed where no tensor that is kept comes after it. Bits do not depend on what is kept.
  std::vector<std::string> names = {};
};

/// Multi-head attention (Vaswani et al. 2017, "Attention Is All You Need", section 3.2.2).
///
/// Traced tensors, n queries and m keys, in flow order:
///   query [heads, n, d_head]   key, value [heads, m, d_head]
///   scores, scaled, masked, weights [heads, n, m]   (masked: -infinity where not allowed)
///   context [heads, n, d_head]   concat [n, heads * d_head] (gains applied here)
///   contribution [heads, n, d_output] (on request; their sum plus output_bias is the output)
///   output [n, d_output]
/// Their axes are named `seq_len` in self-attention, `query` and `key` across. Either side may have
/// no rows. Inputs are finite, but float can still overflow inside: what becomes infinite or NaN
/// then stays in the rows that may attend to it.
class MultiHeadAttention {
 public:
  /// Checks and packs the weights once. Throws BadConfig, BadShape, NonFinite, TooLarge.
  MultiHeadAttention(AttentionConfig config, AttentionWeights const& weights);
  ~MultiHeadAttention();
  MultiHeadAttention(MultiHeadAttention&&) noexcept;
  MultiHeadAttention& operator=(MultiHeadAttention&&) noexcept;

  /// The configuration with every default filled in.
  AttentionConfig const& config() const noexcept;

  /// Self-attention over `x` [n, d_model], every intermediate kept, or those that are named.
  /// Throws BadShape, BadMask, BadGains, UnknownTensor, NonFinite (with the index), TooLarge.
  Trace trace(MatrixView const& x, AttentionOptions const& options = {}) const;
  /// Cross-attention: queries from `x` [n, d_model], keys and values from `memory` [m, d_memory].
  Trace trace(MatrixView const& x, MatrixView const& memory,
              AttentionOptions const& options = {}) const;

  /// The output alone, [n, d_output], without ever holding n x m floats; `contribution` and
  /// `names` do not count. Same errors as `trace`.
  Matrix forward(MatrixView const& x, AttentionOptions const& options = {}) const;
  Matrix forward(MatrixView const& x, MatrixView const& memory,
                 AttentionOptions const& options = {}) const;
  /// The same into `out`, which may be the floats of `x` or of `memory`: all of both is read before
  /// the first float of the output is written. Where it throws, nothing is written.
  void forward(MatrixView const& x, MatrixView const& memory, AttentionOptions const& options,
               std::span<float> out) const;

 private:
  struct Packed;
  std::unique_ptr<Packed const> packed_;
};

}  // namespace headscope
