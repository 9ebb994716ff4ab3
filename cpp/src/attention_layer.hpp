#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "byte_count.hpp"
#include "check.hpp"
#include "dense.hpp"
#include "headscope/attention.hpp"
#include "kernels/key_range.hpp"
#include "trace_builder.hpp"

namespace headscope {

/// The weights of one attention layer under the names of their owner. A bias without data is none.
struct AttentionParameters {
  NamedTensor query, key, value, output;
  NamedTensor query_bias, key_bias, value_bias, output_bias;
};

/// Rows on both sides. In self-attention they are the same tokens, and named so.
struct Extents {
  std::size_t queries = 0;
  std::size_t keys = 0;
  bool self = true;
};

/// Where a trace keeps the tensors of one attention layer.
struct AttentionSlots {
  using Slot = Trace::Builder::Slot;
  Slot query, key, value;
  Slot scores, scaled, masked, weights;
  Slot context, concat;
  std::optional<Slot> contribution;
  Slot output;
};

/// The config with every default filled in. Throws BadConfig; `prefix` goes before the field names.
AttentionConfig resolved(std::string_view where, std::string_view prefix,
                         AttentionConfig const& config);

/// One head's `context` [n, d_head] times its gain into its columns of `concat` [n, ld]; both may
/// be the same. A gain of 1 copies and a gain of 0 writes zeros, so that neither depends on
/// arithmetic (0 * infinity).
void apply_gain(std::size_t n, std::size_t d_head, float gain, float const* context,
                std::size_t ld_context, float* concat, std::size_t ld) noexcept;

/// Bytes that an attention layer of a resolved config packs; saturates.
void count_weights(ByteCount& bytes, AttentionConfig const& config) noexcept;

/// Ranges of `queries` rows of a mask that fits; empty where every key is allowed.
std::vector<kernels::KeyRange> key_ranges(Mask const& mask, std::size_t queries, std::size_t keys);

/// Bytes that `key_ranges` allocates; saturates.
void count_ranges(ByteCount& bytes, Mask const& mask, std::size_t queries) noexcept;

/// Throws BadGains unless there is none, or one finite factor for each of the `heads` slices into
/// which `d_output` can be cut.
void check_slice_gains(std::string_view where, std::string_view name, Gains const& gains,
                       AttentionConfig const& config);

/// As `apply_gain`, to the slices of d_output / heads columns of output [seq_len, d_output].
void apply_slice_gains(std::size_t seq_len, std::size_t d_output, Gains const& gains,
                       float* output) noexcept;

/// Packed weights and the arithmetic of one layer, on checked arguments.
class AttentionLayer {
 public:
  /// `config` must be resolved. Throws BadShape, NonFinite.
  AttentionLayer(std::string_view where, AttentionConfig const& config,
                 AttentionParameters const& parameters);

  AttentionConfig const& config() const noexcept { return config_; }

  /// Plans the layer's tensors with `prefix` before their names. `contribution` is among them when
  /// it is asked for, and always where the builder keeps some names only.
  AttentionSlots plan(Trace::Builder& builder, std::string_view prefix, Extents extents,
                      bool contribution) const;
  /// Floats of scratch that `trace` and `forward` need, at most linear in queries and keys;
  /// saturates.
  std::size_t scratch_size(Extents extents) const noexcept;
  /// Computes the planned tensors as far as the builder reaches. `x` [queries, d_model], `memory`
  /// [keys, d_memory], `ranges` [queries] or null.
  void trace(Trace::Builder& builder, AttentionSlots const& slots, Extents extents, float const* x,
             float const* memory, kernels::KeyRange const* ranges, Gains const& gains,
             float* scratch) const noexcept;
  /// The output [queries, d_output] alone, through the fused kernel.
  void forward(Extents extents, float const* x, float const* memory,
               kernels::KeyRange const* ranges, Gains const& gains, float* output,
               float* scratch) const noexcept;

 private:
  std::size_t inner() const noexcept { return config_.heads * config_.d_head; }
  // Offsets into the scratch of one call, and from row to row of what is projected, in floats.
  struct Layout {
    std::size_t query, key, value, packed_keys, packed_values, kernels, size;
    std::size_t query_row, memory_row;
  };
  Layout layout(Extents extents) const noexcept;
  // Query, key, value, output.
  AttentionLayer(AttentionConfig const& config, std::span<Dense::Part const, 4> parts);
  // Whether the rows that keys and values come from may be those of the queries.
  bool shares_width() const noexcept { return config_.d_memory == config_.d_model; }
  void project(Extents extents, float const* x, float const* memory, Layout const& at,
               float* scratch) const noexcept;
  void pack_head(std::size_t head, std::size_t keys, Layout const& at,
                 float* scratch) const noexcept;

  AttentionConfig config_;
  Dense projections_;  // queries; keys and values too, where all are of one width
  Dense memory_;       // else keys and values
  Dense output_;
};

}  // namespace headscope
