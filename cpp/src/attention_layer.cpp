#include "attention_layer.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/attention.hpp"
#include "kernels/gemm.hpp"
#include "kernels/vector.hpp"

namespace headscope {
namespace {

constexpr std::size_t kLine = Buffer::kAlignment / sizeof(float);

void check_parameters(std::string_view where, AttentionConfig const& config,
                      AttentionParameters const& parameters) {
  std::size_t const inner = config.heads * config.d_head;
  auto const check = [where](NamedTensor const& tensor, std::initializer_list<std::size_t> expected,
                             std::string_view meaning) {
    check_shape(where, tensor, expected, meaning);
    check_finite(where, tensor);
  };
  auto const check_bias = [&check](NamedTensor const& tensor, std::size_t expected,
                                   std::string_view meaning) {
    if (tensor.data != nullptr) check(tensor, {expected}, meaning);
  };
  check(parameters.query, {config.d_model, inner}, "[d_model, heads * d_head]");
  check(parameters.key, {config.d_memory, inner}, "[d_memory, heads * d_head]");
  check(parameters.value, {config.d_memory, inner}, "[d_memory, heads * d_head]");
  check(parameters.output, {inner, config.d_output}, "[heads * d_head, d_output]");
  check_bias(parameters.query_bias, inner, "[heads * d_head]");
  check_bias(parameters.key_bias, inner, "[heads * d_head]");
  check_bias(parameters.value_bias, inner, "[heads * d_head]");
  check_bias(parameters.output_bias, config.d_output, "[d_output]");
}

// Query, key, value, output.
std::array<Dense::Part, 4> parts_of(AttentionParameters const& parameters) noexcept {
  return {{{parameters.query.data, parameters.query_bias.data},
           {parameters.key.data, parameters.key_bias.data},
           {parameters.value.data, parameters.value_bias.data},
           {parameters.output.data, parameters.output_bias.data}}};
}

// Columns of one head of `from` [rows, ld] to `to` [rows, d_head], unless that is null.
void copy_head(std::size_t rows, std::size_t d_head, float const* from, std::size_t ld,
               float* to) noexcept {
  if (to == nullptr) return;
  for (std::size_t row = 0; row < rows; ++row) {
    std::copy_n(from + row * ld, d_head, to + row * d_head);
  }
}

// The keys from the first to the last that `range` allows, without bits where none of them is
// masked: looked for once, so that no head computes what all of its queries mask.
kernels::KeyRange tightened(kernels::KeyRange range) noexcept {
  if (range.bits == nullptr) return range;
  while (range.begin < range.end && range.bits[range.begin] == 0) ++range.begin;
  while (range.begin < range.end && range.bits[range.end - 1] == 0) --range.end;
  for (std::size_t key = range.begin; key < range.end; ++key) {
    if (range.bits[key] == 0) return range;
  }
  return {range.begin, range.end};
}

float gain_of(Gains const& gains, std::size_t head) noexcept {
  return gains.empty() ? 1.0F : gains[head];
}

}  // namespace

void apply_gain(std::size_t n, std::size_t d_head, float gain, float const* context,
                std::size_t ld_context, float* concat, std::size_t ld) noexcept {
  for (std::size_t row = 0; row < n; ++row) {
    float const* const from = context + row * ld_context;
    float* const to = concat + row * ld;
    if (gain == 0.0F) {
      std::fill_n(to, d_head, 0.0F);
    } else if (gain != 1.0F) {
      kernels::scale(d_head, gain, from, to);
    } else if (from != to) {
      std::copy_n(from, d_head, to);
    }
  }
}

AttentionConfig resolved(std::string_view where, std::string_view prefix,
                         AttentionConfig const& config) {
  check_positive(where, prefix, "d_model", config.d_model);
  check_positive(where, prefix, "heads", config.heads);
  check_positive(where, prefix, "d_head", config.d_head);
  AttentionConfig full = config;
  if (full.d_memory == 0) full.d_memory = full.d_model;
  if (full.d_output == 0) full.d_output = full.d_model;
  if (!full.scale) full.scale = 1.0F / std::sqrt(static_cast<float>(full.d_head));
  check_number(where, prefix, "scale", *full.scale);
  return full;
}

void count_weights(ByteCount& bytes, AttentionConfig const& config) noexcept {
  std::size_t const inner = saturating_product({config.heads, config.d_head});
  Dense::count(bytes, config.d_model, inner);
  Dense::count(bytes, config.d_memory, inner, 2);
  Dense::count(bytes, inner, config.d_output);
}

std::vector<kernels::KeyRange> key_ranges(Mask const& mask, std::size_t queries, std::size_t keys) {
  std::vector<kernels::KeyRange> ranges(mask.is_none() ? 0 : queries);
  for (std::size_t query = 0; query < ranges.size(); ++query) {
    Mask::Row const row = mask.row(query, keys);
    ranges[query] = tightened({row.begin, row.end, row.bits});
  }
  return ranges;
}

void count_ranges(ByteCount& bytes, Mask const& mask, std::size_t queries) noexcept {
  static_assert(sizeof(kernels::KeyRange) % sizeof(float) == 0);
  if (!mask.is_none()) bytes.floats({queries, sizeof(kernels::KeyRange) / sizeof(float)});
}

void check_slice_gains(std::string_view where, std::string_view name, Gains const& gains,
                       AttentionConfig const& config) {
  check_gains(where, name, gains, config.heads);
  if (gains.empty() || config.d_output % config.heads == 0) return;
  fail(ErrorCode::BadGains, where,
       {name, " cuts d_output into heads slices; ", config.d_output, " is no multiple of ",
        config.heads});
}

void apply_slice_gains(std::size_t seq_len, std::size_t d_output, Gains const& gains,
                       float* output) noexcept {
  for (std::size_t head = 0; head < gains.size(); ++head) {
    std::size_t const width = d_output / gains.size();
    float* const slice = output + head * width;
    apply_gain(seq_len, width, gains[head], slice, d_output, slice, d_output);
  }
}

AttentionLayer::AttentionLayer(std::string_view where, AttentionConfig const& config,
                               AttentionParameters const& parameters)
    : AttentionLayer((check_parameters(where, config, parameters), config), parts_of(parameters)) {}

AttentionLayer::AttentionLayer(AttentionConfig const& config, std::span<Dense::Part const, 4> parts)
    : config_(config),
      projections_(config.d_model, inner(), parts.first(shares_width() ? 3 : 1)),
      memory_(config.d_memory, inner(), parts.subspan(1, shares_width() ? 0 : 2)),
      output_(inner(), config.d_output, parts.last(1)) {}

AttentionSlots AttentionLayer::plan(Trace::Builder& builder, std::string_view prefix,
                                    Extents extents, bool contribution) const {
  std::size_t const n = extents.queries;
  std::size_t const m = extents.keys;
  std::size_t const heads = config_.heads;
  std::size_t const d_head = config_.d_head;
  std::string_view const queries = extents.self ? "seq_len" : "query";
  std::string_view const keys = extents.self ? "seq_len" : "key";
  std::string_view const width = config_.d_output == config_.d_model ? "d_model" : "d_output";
  auto const per_head = [&](std::string_view name, std::size_t rows, std::string_view axis) {
    return builder.add_leaf(prefix, name, {heads, rows, d_head}, {"heads", axis, "d_head"});
  };
  auto const pairs = [&](std::string_view name) {
    return builder.add_leaf(prefix, name, {heads, n, m}, {"heads", "query", "key"});
  };
  AttentionSlots slots{};
  slots.query = per_head("query", n, queries);
  slots.key = per_head("key", m, keys);
  slots.value = per_head("value", m, keys);
  slots.scores = pairs("scores");
  slots.scaled = pairs("scaled");
  slots.masked = pairs("masked");
  slots.weights = pairs("weights");
  slots.context = per_head("context", n, queries);
  slots.concat = builder.add(prefix, "concat", {n, inner()}, {queries, "heads*d_head"});
  if (contribution || !builder.keeps_all()) {
    slots.contribution = builder.add_leaf(prefix, "contribution", {heads, n, config_.d_output},
                                          {"heads", queries, width});
  }
  slots.output = builder.add(prefix, "output", {n, config_.d_output}, {queries, width});
  return slots;
}

AttentionLayer::Layout AttentionLayer::layout(Extents extents) const noexcept {
  auto const [queries, keys, self] = extents;
  Layout at{};
  auto const take = [&at](std::size_t size) {
    std::size_t const offset = at.size;
    at.size = saturating_sum(at.size, saturating_round_up(size, kLine));
    return offset;
  };
  std::size_t const d_head = config_.d_head;
  std::size_t const part = projections_.distance();
  at.query_row = self ? 3 * part : part;
  at.memory_row = self ? 3 * part : 2 * part;
  at.query = take(saturating_product({queries, at.query_row}));
  at.key = self ? at.query + part : take(saturating_product({keys, at.memory_row}));
  at.value = at.key + part;
  at.packed_keys = take(kernels::packed_rows_size(keys, d_head));
  at.packed_values = take(kernels::packed_rows_size(d_head, keys));
  std::size_t const products =
      std::max(projections_.scratch_size(queries), output_.scratch_size(queries));
  std::size_t const of_keys = std::max(kernels::gemm_scratch_size(keys, config_.d_memory),
                                       kernels::attend_scratch_size(keys, d_head));
  at.kernels = take(std::max(products, of_keys));
  return at;
}

std::size_t AttentionLayer::scratch_size(Extents extents) const noexcept {
  return layout(extents).size;
}

void AttentionLayer::project(Extents extents, float const* x, float const* memory, Layout const& at,
                             float* scratch) const noexcept {
  projections_.apply_parts(0, extents.self ? 3 : 1, extents.queries, x, config_.d_model,
                           scratch + at.query, at.query_row, scratch + at.kernels);
  if (extents.self) return;
  Dense const& of_memory = shares_width() ? projections_ : memory_;
  of_memory.apply_parts(shares_width() ? 1 : 0, 2, extents.keys, memory, config_.d_memory,
                        scratch + at.key, at.memory_row, scratch + at.kernels);
}

void AttentionLayer::pack_head(std::size_t head, std::size_t keys, Layout const& at,
                               float* scratch) const noexcept {
  std::size_t const d_head = config_.d_head;
  std::size_t const first = head * d_head;
  kernels::pack_keys(scratch + at.key + first, at.memory_row, keys, d_head,
                     scratch + at.packed_keys);
  kernels::pack_values(scratch + at.value + first, at.memory_row, keys, d_head,
                       scratch + at.packed_values);
}

void AttentionLayer::trace(Trace::Builder& builder, AttentionSlots const& slots, Extents extents,
                           float const* x, float const* memory, kernels::KeyRange const* ranges,
                           Gains const& gains, float* scratch) const noexcept {
  std::size_t const n = extents.queries;
  std::size_t const m = extents.keys;
  std::size_t const d_head = config_.d_head;
  Layout const at = layout(extents);
  bool const mixes = builder.reaches(slots.context);
  project(extents, x, memory, at, scratch);

  for (std::size_t head = 0; head < config_.heads; ++head) {
    // Null where the tensor is not kept.
    auto const of_head = [&builder, head](AttentionSlots::Slot slot, std::size_t size) {
      float* const whole = builder.reaches(slot) ? builder.data(slot) : nullptr;
      return whole == nullptr ? nullptr : whole + head * size;
    };
    std::size_t const first = head * d_head;
    float const* const query = scratch + at.query + first;
    copy_head(n, d_head, query, at.query_row, of_head(slots.query, n * d_head));
    copy_head(m, d_head, scratch + at.key + first, at.memory_row, of_head(slots.key, m * d_head));
    copy_head(m, d_head, scratch + at.value + first, at.memory_row,
              of_head(slots.value, m * d_head));
    if (!builder.reaches(slots.scores)) continue;

    pack_head(head, m, at, scratch);
    float* const concat = mixes ? builder.data(slots.concat) : nullptr;
    float* const own = of_head(slots.context, n * d_head);
    float* const context = own != nullptr || !mixes ? own : concat + first;
    std::size_t const ld_context = own != nullptr ? d_head : inner();
    kernels::Kept const kept{.scores = of_head(slots.scores, n * m),
                             .scaled = of_head(slots.scaled, n * m),
                             .masked = of_head(slots.masked, n * m),
                             .weights = of_head(slots.weights, n * m)};
    kernels::attend(n, m, d_head, mixes ? d_head : 0, *config_.scale, query, at.query_row,
                    scratch + at.packed_keys, scratch + at.packed_values, ranges, &kept, context,
                    ld_context, scratch + at.kernels);
    if (!builder.reaches(slots.concat)) continue;
    apply_gain(n, d_head, gain_of(gains, head), context, ld_context, concat + first, inner());
    float* const contribution =
        slots.contribution ? of_head(*slots.contribution, n * config_.d_output) : nullptr;
    if (contribution != nullptr) {
      output_.apply_slab(n, first, d_head, concat, contribution, scratch + at.kernels);
    }
  }
  if (builder.reaches(slots.output)) {
    output_.apply(n, builder.data(slots.concat), builder.data(slots.output), scratch + at.kernels);
  }
}

void AttentionLayer::forward(Extents extents, float const* x, float const* memory,
                             kernels::KeyRange const* ranges, Gains const& gains, float* output,
                             float* scratch) const noexcept {
  std::size_t const n = extents.queries;
  std::size_t const m = extents.keys;
  std::size_t const d_head = config_.d_head;
  Layout const at = layout(extents);
  project(extents, x, memory, at, scratch);
  for (std::size_t head = 0; head < config_.heads; ++head) {
    pack_head(head, m, at, scratch);
    // The context takes the queries' place: no other memory is fetched into the caches.
    float* const query = scratch + at.query + head * d_head;
    kernels::attend(n, m, d_head, d_head, *config_.scale, query, at.query_row,
                    scratch + at.packed_keys, scratch + at.packed_values, ranges, nullptr, query,
                    at.query_row, scratch + at.kernels);
    apply_gain(n, d_head, gain_of(gains, head), query, at.query_row, query, at.query_row);
  }
  output_.apply_parts(0, 1, n, scratch + at.query, at.query_row, output, config_.d_output,
                      scratch + at.kernels);
}

}  // namespace headscope
