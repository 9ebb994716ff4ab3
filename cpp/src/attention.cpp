#include "headscope/attention.hpp"

#include <utility>

#include "attention_layer.hpp"

namespace headscope {
namespace {

constexpr std::string_view kCreate = "MultiHeadAttention";
constexpr std::string_view kTrace = "MultiHeadAttention::trace";
constexpr std::string_view kForward = "MultiHeadAttention::forward";

AttentionConfig checked(AttentionConfig const& config) {
  AttentionConfig const full = resolved(kCreate, "", config);
  ByteCount bytes;
  count_weights(bytes, full);
  bytes.check(kCreate, full.byte_budget);
  return full;
}

AttentionParameters parameters_of(AttentionWeights const& weights) {
  return {
      named("query", weights.query),           named("key", weights.key),
      named("value", weights.value),           named("output", weights.output),
      named("query_bias", weights.query_bias), named("key_bias", weights.key_bias),
      named("value_bias", weights.value_bias), named("output_bias", weights.output_bias),
  };
}

Extents extents_of(MatrixView const& x, MatrixView const& memory) {
  return {x.shape[0], memory.shape[0], &x == &memory};
}

// Everything but the finiteness of the numbers, which is only looked at once the size is known to
// be within the budget.
void check_fit(std::string_view where, AttentionConfig const& config, MatrixView const& x,
               MatrixView const& memory, AttentionOptions const& options) {
  bool const self = &x == &memory;
  check_width(where, named("x", x), config.d_model, "d_model");
  check_width(where, named(self ? "x" : "memory", memory), config.d_memory, "d_memory");
  options.mask.check(where, x.shape[0], memory.shape[0]);
  check_gains(where, "gains", options.gains, config.heads);
}

void check_numbers(std::string_view where, MatrixView const& x, MatrixView const& memory) {
  check_finite(where, named("x", x));
  if (&x != &memory) check_finite(where, named("memory", memory));
}

// Checks the result and all scratch of a call against the budget; returns the floats of scratch.
std::size_t check_budget(std::string_view where, AttentionLayer const& layer, Extents extents,
                         Mask const& mask, std::size_t result) {
  std::size_t const scratch = layer.scratch_size(extents);
  ByteCount bytes;
  bytes.floats({result}).floats({scratch});
  count_ranges(bytes, mask, extents.queries);
  bytes.check(where, layer.config().byte_budget);
  return scratch;
}

}  // namespace

struct MultiHeadAttention::Packed {
  AttentionLayer layer;

  Trace trace(MatrixView const& x, MatrixView const& memory, AttentionOptions const& options) const;
  // Into `made`, which gets its shape here, or where that is null into `out`.
  void forward(MatrixView const& x, MatrixView const& memory, AttentionOptions const& options,
               Matrix* made, std::span<float> out) const;
};

Trace MultiHeadAttention::Packed::trace(MatrixView const& x, MatrixView const& memory,
                                        AttentionOptions const& options) const {
  check_fit(kTrace, layer.config(), x, memory, options);
  Extents const extents = extents_of(x, memory);
  Trace::Builder builder(options.names);
  AttentionSlots const slots = layer.plan(builder, "", extents, options.contribution);
  builder.lay_out(kTrace);
  std::size_t const scratch_size =
      check_budget(kTrace, layer, extents, options.mask, builder.size());
  check_numbers(kTrace, x, memory);

  builder.allocate();
  Buffer scratch(scratch_size);
  std::vector<kernels::KeyRange> const ranges =
      key_ranges(options.mask, extents.queries, extents.keys);
  layer.trace(builder, slots, extents, x.data, memory.data,
              ranges.empty() ? nullptr : ranges.data(), options.gains, scratch.data());
  return builder.finish();
}

void MultiHeadAttention::Packed::forward(MatrixView const& x, MatrixView const& memory,
                                         AttentionOptions const& options, Matrix* made,
                                         std::span<float> out) const {
  check_fit(kForward, layer.config(), x, memory, options);
  Extents const extents = extents_of(x, memory);
  std::size_t const d_output = layer.config().d_output;
  std::size_t const size = saturating_product({extents.queries, d_output});
  std::size_t const scratch_size = check_budget(kForward, layer, extents, options.mask, size);
  check_numbers(kForward, x, memory);
  if (made != nullptr) {
    made->resize({extents.queries, d_output});
    out = {made->data(), size};
  }
  std::size_t const given = out.size();
  check_width(kForward, {"out", {&given, 1}}, size, "seq_len * d_output");

  Buffer scratch(scratch_size);
  std::vector<kernels::KeyRange> const ranges =
      key_ranges(options.mask, extents.queries, extents.keys);
  layer.forward(extents, x.data, memory.data, ranges.empty() ? nullptr : ranges.data(),
                options.gains, out.data(), scratch.data());
}

MultiHeadAttention::MultiHeadAttention(AttentionConfig config, AttentionWeights const& weights)
    : packed_(std::make_unique<Packed const>(
          Packed{AttentionLayer(kCreate, checked(config), parameters_of(weights))})) {}

MultiHeadAttention::~MultiHeadAttention() = default;
MultiHeadAttention::MultiHeadAttention(MultiHeadAttention&&) noexcept = default;
MultiHeadAttention& MultiHeadAttention::operator=(MultiHeadAttention&&) noexcept = default;

AttentionConfig const& MultiHeadAttention::config() const noexcept {
  return packed_->layer.config();
}

Trace MultiHeadAttention::trace(MatrixView const& x, AttentionOptions const& options) const {
  return packed_->trace(x, x, options);
}

Trace MultiHeadAttention::trace(MatrixView const& x, MatrixView const& memory,
                                AttentionOptions const& options) const {
  return packed_->trace(x, memory, options);
}

Matrix MultiHeadAttention::forward(MatrixView const& x, AttentionOptions const& options) const {
  return forward(x, x, options);
}

Matrix MultiHeadAttention::forward(MatrixView const& x, MatrixView const& memory,
                                   AttentionOptions const& options) const {
  Matrix output;
  packed_->forward(x, memory, options, &output, {});
  return output;
}

void MultiHeadAttention::forward(MatrixView const& x, MatrixView const& memory,
                                 AttentionOptions const& options, std::span<float> out) const {
  packed_->forward(x, memory, options, nullptr, out);
}

}  // namespace headscope
