#include "headscope/encoder.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "encoder_block.hpp"
#include "kernels/activation.hpp"
#include "kernels/vector.hpp"
#include "positions.hpp"
#include "weights.hpp"

namespace headscope {
namespace {

constexpr std::string_view kCreate = "Encoder";
constexpr std::string_view kTrace = "Encoder::trace";

std::string layer_prefix(std::size_t layer) { return joined({"layers.", layer, "."}); }

// Computed once, since they depend on nothing else; those of longer texts are computed in each
// pass, so that a limit far above what is ever read costs nothing.
std::size_t kept_positions(EncoderConfig const& config) noexcept {
  return std::min<std::size_t>(config.max_seq_len, 256);
}

EncoderConfig checked(EncoderConfig const& given) {
  EncoderConfig config = given;
  check_positive(kCreate, "", "vocabulary", config.vocabulary);
  check_positive(kCreate, "", "max_seq_len", config.max_seq_len);
  check_number(kCreate, "", "embedding_scale", config.embedding_scale);
  if (config.blocks.empty()) {
    fail(ErrorCode::BadConfig, kCreate, {"blocks is empty; expected at least 1 block"});
  }
  for (std::size_t i = 0; i < config.blocks.size(); ++i) {
    BlockConfig& block = config.blocks[i];
    block = resolved(kCreate, joined({"blocks[", i, "]."}), block);
    if (i == 0) continue;
    std::size_t const width = config.blocks[i - 1].attention.d_output;
    if (block.attention.d_model == width) continue;
    fail(ErrorCode::BadConfig, kCreate,
         {"blocks[", i, "].attention.d_model is ", block.attention.d_model, "; blocks[", i - 1,
          "] gives ", width});
  }
  ByteCount bytes;
  std::size_t const d_model = config.blocks.front().attention.d_model;
  bytes.floats({config.vocabulary, d_model}).floats({kept_positions(config), d_model});
  for (BlockConfig const& block : config.blocks) count_weights(bytes, block);
  Dense::count(bytes, config.blocks.back().attention.d_output, config.d_sentence);
  bytes.check(kCreate, config.byte_budget);
  return config;
}

// In place. The floor is tensor2tensor's: l2_normalize divides by sqrt(max(sum of squares, 1e-12)).
void l2_normalize(std::size_t n, float* x) noexcept {
  kernels::scale(n, 1.0F / std::max(kernels::l2_norm(n, x), 1e-6F), x, x);
}

using Blocks = std::vector<std::unique_ptr<EncoderBlock const>>;

Blocks blocks_of(EncoderConfig const& config, WeightMap const& weights) {
  Blocks blocks(config.blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i] = std::make_unique<EncoderBlock>(WeightReader(kCreate, weights, layer_prefix(i)),
                                               config.blocks[i]);
  }
  return blocks;
}

std::optional<Dense> sentence_of(EncoderConfig const& config, WeightMap const& weights) {
  if (config.d_sentence == 0) return std::nullopt;
  return WeightReader(kCreate, weights, "")
      .dense("sentence", config.blocks.back().attention.d_output, config.d_sentence,
             {"[d_output, d_sentence]", "[d_sentence]"});
}

Buffer signal_of(EncoderConfig const& config) {
  std::size_t const d_model = config.blocks.front().attention.d_model;
  Buffer signal(kept_positions(config) * d_model);
  std::fill_n(signal.data(), signal.size(), 0.0F);
  add_positions(0, kept_positions(config), d_model, signal.data());
  return signal;
}

struct EncoderSlots {
  using Slot = Trace::Builder::Slot;
  Slot embedding;
  std::vector<BlockSlots> blocks;
  Slot pooled;
  std::optional<Slot> sentence;
};

}  // namespace

struct Encoder::Packed {
  EncoderConfig config;
  Buffer embedding;
  Buffer signal;  // of the kept positions
  Blocks blocks;
  std::optional<Dense> sentence;

  Packed(EncoderConfig const& given, WeightMap const& weights);
  void check_arguments(std::span<std::int32_t const> ids, EncoderOptions const& options) const;
  void check_layer_gains(std::string_view name, std::vector<Gains> const& gains) const;
  EncoderSlots plan(Trace::Builder& builder, std::size_t seq_len, bool contribution) const;
  std::size_t scratch_size(Trace::Builder const& builder, std::size_t seq_len,
                           Mask const& mask) const;
  void embed(Trace::Builder& builder, EncoderSlots const& slots,
             std::span<std::int32_t const> ids) const noexcept;
  void summarise(Trace::Builder& builder, EncoderSlots const& slots, std::size_t seq_len,
                 bool is_pooled, float* scratch) const noexcept;
};

Encoder::Packed::Packed(EncoderConfig const& given, WeightMap const& weights)
    : config(checked(given)),
      embedding(WeightReader(kCreate, weights, "")
                    .copy("embedding", ".weight",
                          {config.vocabulary, config.blocks.front().attention.d_model},
                          "[vocabulary, d_model]")),
      signal(signal_of(config)),
      blocks(blocks_of(config, weights)),
      sentence(sentence_of(config, weights)) {}

void Encoder::Packed::check_arguments(std::span<std::int32_t const> ids,
                                      EncoderOptions const& options) const {
  if (ids.size() > config.max_seq_len) {
    fail(ErrorCode::TooLong, kTrace,
         {"ids has ", ids.size(), " tokens; max_seq_len is ", config.max_seq_len});
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= 0 && static_cast<std::size_t>(ids[i]) < config.vocabulary) continue;
    fail(ErrorCode::BadToken, kTrace,
         {"ids is ", ids[i], " at [", i, "]; vocabulary is ", config.vocabulary});
  }
  options.mask.check(kTrace, ids.size(), ids.size());
  check_layer_gains("gains", options.gains);
  check_layer_gains("output_gains", options.output_gains);
  for (std::size_t i = 0; i < options.output_gains.size(); ++i) {
    check_slice_gains(kTrace, joined({"output_gains[", i, "]"}), options.output_gains[i],
                      config.blocks[i].attention);
  }
}

void Encoder::Packed::check_layer_gains(std::string_view name,
                                        std::vector<Gains> const& gains) const {
  if (!gains.empty() && gains.size() != blocks.size()) {
    fail(ErrorCode::BadGains, kTrace,
         {name, " has ", gains.size(), " layers; there are ", blocks.size()});
  }
  for (std::size_t i = 0; i < gains.size(); ++i) {
    check_gains(kTrace, joined({name, "[", i, "]"}), gains[i], config.blocks[i].attention.heads);
  }
}

EncoderSlots Encoder::Packed::plan(Trace::Builder& builder, std::size_t seq_len,
                                   bool contribution) const {
  std::size_t const d_model = config.blocks.front().attention.d_model;
  EncoderSlots slots{};
  slots.embedding = builder.add("", "embedding", {seq_len, d_model}, {"seq_len", "d_model"});
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    std::string const prefix = layer_prefix(i);
    auto const input =
        i == 0 ? builder.add(prefix, "input", {seq_len, d_model}, {"seq_len", "d_model"})
               : builder.alias(prefix, "input", slots.blocks.back().output, {"seq_len", "d_model"});
    slots.blocks.push_back(blocks[i]->plan(builder, prefix, input, seq_len, contribution));
  }
  slots.pooled = builder.add("", "pooled", {config.blocks.back().attention.d_output}, {"d_model"});
  if (sentence) slots.sentence = builder.add("", "sentence", {config.d_sentence}, {"d_sentence"});
  return slots;
}

std::size_t Encoder::Packed::scratch_size(Trace::Builder const& builder, std::size_t seq_len,
                                          Mask const& mask) const {
  ByteCount bytes;
  bytes.floats({builder.size()}).check(kTrace, config.byte_budget);
  std::size_t size = sentence ? sentence->scratch_size(1) : 0;
  for (auto const& block : blocks) size = std::max(size, block->scratch_size(seq_len));
  bytes.floats({size});
  count_ranges(bytes, mask, seq_len);
  bytes.check(kTrace, config.byte_budget);
  return size;
}

void Encoder::Packed::embed(Trace::Builder& builder, EncoderSlots const& slots,
                            std::span<std::int32_t const> ids) const noexcept {
  std::size_t const d_model = config.blocks.front().attention.d_model;
  float* const rows = builder.data(slots.embedding);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::copy_n(embedding.data() + static_cast<std::size_t>(ids[i]) * d_model, d_model,
                rows + i * d_model);
  }
  if (!builder.reaches(slots.blocks.front().input)) return;
  float* const input = builder.data(slots.blocks.front().input);
  kernels::scale(ids.size() * d_model, config.embedding_scale, rows, input);
  std::size_t const kept = std::min(ids.size(), kept_positions(config));
  kernels::add(kept * d_model, input, signal.data(), input);
  add_positions(kept, ids.size(), d_model, input + kept * d_model);
}

void Encoder::Packed::summarise(Trace::Builder& builder, EncoderSlots const& slots,
                                std::size_t seq_len, bool is_pooled,
                                float* scratch) const noexcept {
  if (!builder.reaches(slots.pooled)) return;
  float* const pooled = builder.data(slots.pooled);
  if (!is_pooled) {
    kernels::mean_rows(seq_len, config.blocks.back().attention.d_output,
                       builder.data(slots.blocks.back().output), pooled);
  }
  if (!sentence || !builder.reaches(*slots.sentence)) return;
  float* const vector = builder.data(*slots.sentence);
  sentence->apply(1, pooled, vector, scratch);
  kernels::tanh(config.d_sentence, vector);
  l2_normalize(config.d_sentence, vector);
}

Encoder::Encoder(EncoderConfig const& config, WeightMap const& weights)
    : packed_(std::make_unique<Packed const>(config, weights)) {}

Encoder::~Encoder() = default;
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;

EncoderConfig const& Encoder::config() const noexcept { return packed_->config; }

Trace Encoder::trace(std::span<std::int32_t const> ids, EncoderOptions const& options) const {
  packed_->check_arguments(ids, options);
  Trace::Builder builder(options.names);
  EncoderSlots const slots = packed_->plan(builder, ids.size(), options.contribution);
  builder.lay_out(kTrace);
  Buffer scratch(packed_->scratch_size(builder, ids.size(), options.mask));
  builder.allocate();
  std::vector<kernels::KeyRange> const ranges = key_ranges(options.mask, ids.size(), ids.size());
  Gains const ones;
  auto const of_layer = [&ones](std::vector<Gains> const& gains,
                                std::size_t layer) -> Gains const& {
    return gains.empty() ? ones : gains[layer];
  };

  // For the sentence alone the mean over the tokens is taken before the last product.
  BlockSlots const& last = slots.blocks.back();
  bool const alone = builder.reaches(slots.pooled) && !builder.keeps(slots.pooled) &&
                     !builder.keeps(last.output) && !builder.keeps(last.ffn_output);

  packed_->embed(builder, slots, ids);
  for (std::size_t i = 0; i < packed_->blocks.size(); ++i) {
    bool const pools = alone && i + 1 == packed_->blocks.size();
    packed_->blocks[i]->trace(builder, slots.blocks[i], ids.size(),
                              ranges.empty() ? nullptr : ranges.data(),
                              {of_layer(options.gains, i), of_layer(options.output_gains, i)},
                              pools ? builder.data(slots.pooled) : nullptr, scratch.data());
  }
  packed_->summarise(builder, slots, ids.size(), alone, scratch.data());
  return builder.finish();
}

}  // namespace headscope
