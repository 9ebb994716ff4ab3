#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "attention_layer.hpp"
#include "byte_count.hpp"
#include "dense.hpp"
#include "headscope/buffer.hpp"
#include "headscope/encoder.hpp"
#include "trace_builder.hpp"
#include "weights.hpp"

namespace headscope {

/// Where a trace keeps the tensors of one block.
struct BlockSlots {
  using Slot = Trace::Builder::Slot;
  Slot input;
  Slot attention_norm;
  AttentionSlots attention;
  Slot residual;
  Slot ffn_norm, ffn_hidden, ffn_output;
  Slot output;
};

/// Factors per head before W_O and per slice of the output after it; empty means all ones.
struct BlockGains {
  Gains const& heads;
  Gains const& output;
};

/// The config with every default filled in. Throws BadConfig; `prefix` goes before the field names.
BlockConfig resolved(std::string_view where, std::string_view prefix, BlockConfig const& config);

/// Bytes that a block of a resolved config packs; saturates.
void count_weights(ByteCount& bytes, BlockConfig const& config) noexcept;

/// Scale and bias of a layer norm (Ba et al. 2016).
struct Norm {
  Buffer scale;
  Buffer bias;
  float epsilon = 0;
  void apply(std::size_t rows, float const* x, float* out) const noexcept;
};

/// Packed weights and the arithmetic of one block, on checked arguments.
class EncoderBlock {
 public:
  /// `config` must be resolved. Throws MissingTensor, BadShape, NonFinite.
  EncoderBlock(WeightReader const& weights, BlockConfig const& config);

  /// Lays out the block's tensors after `input`, which is already there, with `prefix` before their
  /// names.
  BlockSlots plan(Trace::Builder& builder, std::string_view prefix, BlockSlots::Slot input,
                  std::size_t seq_len, bool contribution) const;
  /// Floats of scratch that `trace` needs; see AttentionLayer::scratch_size.
  std::size_t scratch_size(std::size_t seq_len) const noexcept;
  /// Computes the planned tensors as far as the builder reaches. `ranges` [seq_len] or null;
  /// `gains` before and after W_O. `pooled` [d_output], or null, gets the mean over the tokens of
  /// the block's output, and no token's output is computed then.
  void trace(Trace::Builder& builder, BlockSlots const& slots, std::size_t seq_len,
             kernels::KeyRange const* ranges, BlockGains const& gains, float* pooled,
             float* scratch) const noexcept;

 private:
  void pool(std::size_t seq_len, float const* hidden, float const* residual, float* pooled,
            float* scratch) const noexcept;

  BlockConfig config_;
  Norm attention_norm_;
  AttentionLayer attention_;
  std::optional<Dense> residual_;
  Norm ffn_norm_;
  Dense hidden_;
  Dense output_;
};

}  // namespace headscope
