#include "encoder_block.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/activation.hpp"
#include "kernels/norm.hpp"
#include "kernels/vector.hpp"
#include "weights.hpp"

namespace headscope {
namespace {

AttentionLayer attention_of(WeightReader const& weights, AttentionConfig const& config) {
  auto const weight = [&weights](std::string_view name) { return weights.find(name, ".weight"); };
  auto const bias = [&weights](std::string_view name) { return weights.find(name, ".bias"); };
  return {weights.where(), config,
          AttentionParameters{
              .query = weight("attention.query"),
              .key = weight("attention.key"),
              .value = weight("attention.value"),
              .output = weight("attention.output"),
              .query_bias = bias("attention.query"),
              .key_bias = bias("attention.key"),
              .value_bias = bias("attention.value"),
              .output_bias = bias("attention.output"),
          }};
}

Norm norm_of(WeightReader const& weights, std::string_view name, std::size_t width,
             std::string_view meaning, float epsilon) {
  return {weights.copy(name, ".scale", {width}, meaning),
          weights.copy(name, ".bias", {width}, meaning), epsilon};
}

std::optional<Dense> residual_of(WeightReader const& weights, BlockConfig const& config) {
  if (!config.project_residual) return std::nullopt;
  return weights.dense("attention.residual", config.attention.d_model, config.attention.d_output,
                       {"[d_model, d_output]", "[d_output]"});
}

void activate(Activation activation, std::size_t n, float* x) noexcept {
  switch (activation) {
    case Activation::Relu:
      kernels::relu(n, x);
      break;
    case Activation::Gelu:
      kernels::gelu(n, x);
      break;
  }
}

}  // namespace

BlockConfig resolved(std::string_view where, std::string_view prefix, BlockConfig const& config) {
  BlockConfig full = config;
  full.attention = resolved(where, joined({prefix, "attention."}), config.attention);
  AttentionConfig const& attention = full.attention;
  if (attention.d_memory != attention.d_model) {
    fail(ErrorCode::BadConfig, where,
         {prefix, "attention.d_memory is ", attention.d_memory,
          "; an encoder attends to itself, so that it must be d_model, ", attention.d_model});
  }
  if (!config.project_residual && attention.d_output != attention.d_model) {
    fail(ErrorCode::BadConfig, where,
         {prefix, "attention.d_output is ", attention.d_output, "; d_model is ", attention.d_model,
          ", and only project_residual can add the two"});
  }
  check_positive(where, prefix, "d_ffn", config.d_ffn);
  check_number(where, prefix, "norm_epsilon", config.norm_epsilon);
  if (config.norm_epsilon < 0) {
    fail(ErrorCode::BadConfig, where,
         {prefix, "norm_epsilon is ", config.norm_epsilon, "; expected no negative number"});
  }
  return full;
}

void count_weights(ByteCount& bytes, BlockConfig const& config) noexcept {
  AttentionConfig const& attention = config.attention;
  count_weights(bytes, attention);
  if (config.project_residual) Dense::count(bytes, attention.d_model, attention.d_output);
  Dense::count(bytes, attention.d_output, config.d_ffn);
  Dense::count(bytes, config.d_ffn, attention.d_output);
  // The norms' scales and biases.
  bytes.floats({attention.d_model, 2}).floats({attention.d_output, 2});
}

void Norm::apply(std::size_t rows, float const* x, float* out) const noexcept {
  kernels::layer_norm(rows, scale.size(), x, scale.data(), bias.data(), epsilon, out);
}

EncoderBlock::EncoderBlock(WeightReader const& weights, BlockConfig const& config)
    : config_(config),
      attention_norm_(norm_of(weights, "attention.norm", config.attention.d_model, "[d_model]",
                              config.norm_epsilon)),
      attention_(attention_of(weights, config.attention)),
      residual_(residual_of(weights, config)),
      ffn_norm_(norm_of(weights, "ffn.norm", config.attention.d_output, "[d_output]",
                        config.norm_epsilon)),
      hidden_(weights.dense("ffn.hidden", config.attention.d_output, config.d_ffn,
                            {"[d_output, d_ffn]", "[d_ffn]"})),
      output_(weights.dense("ffn.output", config.d_ffn, config.attention.d_output,
                            {"[d_ffn, d_output]", "[d_output]"})) {}

BlockSlots EncoderBlock::plan(Trace::Builder& builder, std::string_view prefix,
                              BlockSlots::Slot input, std::size_t seq_len,
                              bool contribution) const {
  std::size_t const d_model = config_.attention.d_model;
  std::size_t const d_output = config_.attention.d_output;
  auto const stream = [&](std::string_view name, std::size_t width, std::string_view axis) {
    return builder.add(prefix, name, {seq_len, width}, {"seq_len", axis});
  };
  std::string_view const output = d_output == d_model ? "d_model" : "d_output";
  BlockSlots slots{};
  slots.input = input;
  slots.attention_norm = stream("attention.norm", d_model, "d_model");
  slots.attention = attention_.plan(builder, joined({prefix, "attention."}),
                                    {seq_len, seq_len, true}, contribution);
  slots.residual = stream("attention.residual", d_output, output);
  slots.ffn_norm = stream("ffn.norm", d_output, output);
  slots.ffn_hidden = stream("ffn.hidden", config_.d_ffn, "d_ffn");
  slots.ffn_output = stream("ffn.output", d_output, output);
  slots.output = stream("output", d_output, output);
  return slots;
}

std::size_t EncoderBlock::scratch_size(std::size_t seq_len) const noexcept {
  std::size_t const pooling =
      saturating_sum(config_.d_ffn + config_.attention.d_output, output_.scratch_size(1));
  std::size_t size =
      std::max({attention_.scratch_size({seq_len, seq_len, true}), hidden_.scratch_size(seq_len),
                output_.scratch_size(seq_len), pooling});
  if (residual_) size = std::max(size, residual_->scratch_size(seq_len));
  return size;
}

void EncoderBlock::trace(Trace::Builder& builder, BlockSlots const& slots, std::size_t seq_len,
                         kernels::KeyRange const* ranges, BlockGains const& gains, float* pooled,
                         float* scratch) const noexcept {
  if (!builder.reaches(slots.attention_norm)) return;
  std::size_t const size = seq_len * config_.attention.d_output;
  float const* const input = builder.data(slots.input);
  float* const norm = builder.data(slots.attention_norm);
  attention_norm_.apply(seq_len, input, norm);

  if (!builder.reaches(slots.attention.query)) return;
  attention_.trace(builder, slots.attention, {seq_len, seq_len, true}, norm, norm, ranges,
                   gains.heads, scratch);
  if (!builder.reaches(slots.attention.output)) return;
  float* const attention = builder.data(slots.attention.output);
  apply_slice_gains(seq_len, config_.attention.d_output, gains.output, attention);

  if (!builder.reaches(slots.residual)) return;
  float* const residual = builder.data(slots.residual);
  if (residual_) {
    residual_->apply(seq_len, input, residual, scratch);
    kernels::add(size, residual, attention, residual);
  } else {
    kernels::add(size, input, attention, residual);
  }

  if (!builder.reaches(slots.ffn_norm)) return;
  float* const ffn_norm = builder.data(slots.ffn_norm);
  ffn_norm_.apply(seq_len, residual, ffn_norm);

  if (!builder.reaches(slots.ffn_hidden)) return;
  float* const hidden = builder.data(slots.ffn_hidden);
  hidden_.apply(seq_len, ffn_norm, hidden, scratch);
  activate(config_.activation, seq_len * config_.d_ffn, hidden);

  if (pooled != nullptr) {
    pool(seq_len, hidden, residual, pooled, scratch);
    return;
  }
  if (!builder.reaches(slots.ffn_output)) return;
  float* const output = builder.data(slots.ffn_output);
  output_.apply(seq_len, hidden, output, scratch);
  if (!builder.reaches(slots.output)) return;
  kernels::add(size, residual, output, builder.data(slots.output));
}

void EncoderBlock::pool(std::size_t seq_len, float const* hidden, float const* residual,
                        float* pooled, float* scratch) const noexcept {
  std::size_t const d_output = config_.attention.d_output;
  kernels::mean_rows(seq_len, d_output, residual, pooled);
  if (seq_len == 0) return;
  // The product is linear: what it makes of the mean of its rows is the mean of its output.
  float* const row = scratch + config_.d_ffn;
  kernels::mean_rows(seq_len, config_.d_ffn, hidden, scratch);
  output_.apply(1, scratch, row, row + d_output);
  kernels::add(d_output, pooled, row, pooled);
}

}  // namespace headscope
