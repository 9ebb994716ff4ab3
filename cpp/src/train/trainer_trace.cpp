#include <algorithm>
#include <array>
#include <optional>

#include "kernels/activation.hpp"
#include "kernels/norm.hpp"
#include "kernels/vector.hpp"
#include "src/attention_layer.hpp"
#include "trainer_impl.hpp"

namespace headscope {
namespace {

constexpr std::string_view kTrace = "Trainer::trace";
constexpr std::string_view kPredict = "Trainer::predict";
constexpr std::string_view kLayer = "layers.0.";

using Slot = Trace::Builder::Slot;

/// One trace of one sentence with the weights as they are now.
class Tracer {
 public:
  /// The options stay the caller's.
  Tracer(Trainer::Impl const& of, Sentences const& sentence, TrainerTraceOptions const& options)
      : of_(of),
        sentence_(sentence),
        n_(sentence.tokens()),
        options_(options),
        layer_(kTrace, resolved(kTrace, "", attention_config()), attention_parameters()) {}

  Trace trace() {
    check_slice_gains(kTrace, "output_gains", options_.output_gains, layer_.config());
    plan();
    builder_.lay_out(kTrace);
    builder_.allocate();
    Buffer scratch(layer_.scratch_size({n_, n_, true}));
    embed();
    Mask const mask = of_.config.causal ? Mask::causal() : Mask::none();
    std::vector<kernels::KeyRange> const ranges = key_ranges(mask, n_, n_);
    float const* const input = norm(of_.layout.attention_norm, input_, attention_norm_);
    layer_.trace(builder_, attention_, {n_, n_, true}, input, input,
                 ranges.empty() ? nullptr : ranges.data(), options_.gains, scratch.data());
    apply_slice_gains(n_, width(), options_.output_gains, builder_.data(attention_.output));
    kernels::add(n_ * width(), builder_.data(input_), builder_.data(attention_.output),
                 builder_.data(residual_));
    if (of_.layout.hidden) feed_forward();
    for (std::size_t question = 0; question < readouts_.size(); ++question) read_out(question);
    return builder_.finish();
  }

 private:
  std::size_t width() const noexcept { return of_.config.d_model; }
  float const* weight(std::size_t offset) const noexcept { return of_.weights.data() + offset; }

  AttentionConfig attention_config() const {
    return {.d_model = of_.config.d_model, .heads = of_.config.heads, .d_head = of_.config.d_head};
  }

  AttentionParameters attention_parameters() {
    train::Layout const& layout = of_.layout;
    std::size_t const inner = of_.config.heads * of_.config.d_head;
    in_shape_ = {width(), inner};
    out_shape_ = {inner, width()};
    auto const matrix = [this](std::string_view name, train::DenseAt const& at, Shape shape) {
      return NamedTensor{name, shape, weight(at.weight)};
    };
    auto const bias = [this](std::string_view name, train::DenseAt const& at, Shape shape) {
      return at.bias ? NamedTensor{name, shape, weight(*at.bias)} : NamedTensor{name};
    };
    Shape const inner_only = Shape(in_shape_).subspan(1);
    Shape const width_only = Shape(out_shape_).subspan(1);
    return {matrix("query", layout.query, in_shape_),
            matrix("key", layout.key, in_shape_),
            matrix("value", layout.value, in_shape_),
            matrix("output", layout.output, out_shape_),
            bias("query_bias", layout.query, inner_only),
            bias("key_bias", layout.key, inner_only),
            bias("value_bias", layout.value, inner_only),
            bias("output_bias", layout.output, width_only)};
  }

  void plan() {
    auto const rows = [this](std::string_view name, std::size_t columns, std::string_view axis) {
      return builder_.add(kLayer, name, {n_, columns}, {"seq_len", axis});
    };
    embedding_ = builder_.add("", "embedding", {n_, width()}, {"seq_len", "d_model"});
    input_ = rows("input", width(), "d_model");
    if (of_.layout.attention_norm) attention_norm_ = rows("attention.norm", width(), "d_model");
    attention_ =
        layer_.plan(builder_, "layers.0.attention.", {n_, n_, true}, options_.contribution);
    residual_ = rows("attention.residual", width(), "d_model");
    if (of_.layout.hidden) {
      if (of_.layout.ffn_norm) ffn_norm_ = rows("ffn.norm", width(), "d_model");
      hidden_ = rows("ffn.hidden", of_.config.d_ffn, "d_ffn");
      ffn_output_ = rows("ffn.output", width(), "d_model");
      output_ = rows("output", width(), "d_model");
    } else {
      output_ = builder_.alias(kLayer, "output", residual_, {"seq_len", "d_model"});
    }
    for (Question const& question : of_.task.questions) {
      readouts_.push_back(builder_.add("readout.", question.name, {n_, question.answers.size()},
                                       {"seq_len", "answers"}));
    }
  }

  void embed() {
    float* const embedding = builder_.data(embedding_);
    float* const input = builder_.data(input_);
    for (std::size_t token = 0; token < n_; ++token) {
      float* const to = embedding + token * width();
      std::fill_n(to, width(), 0.0F);
      for (std::size_t i = sentence_.first_word(token); i < sentence_.token_end[token]; ++i) {
        kernels::add(width(), to, weight(of_.layout.embedding + sentence_.words[i] * width()), to);
      }
      float* const sum = input + token * width();
      std::copy_n(to, width(), sum);
      if (token >= of_.layout.position_rows) continue;
      kernels::add(width(), sum, weight(of_.layout.positions + token * width()), sum);
    }
  }

  float const* norm(std::optional<train::NormAt> const& at, Slot from, Slot to) {
    if (!at) return builder_.data(from);
    kernels::layer_norm(n_, width(), builder_.data(from), weight(at->scale), weight(at->bias),
                        train::kNormEpsilon, builder_.data(to));
    return builder_.data(to);
  }

  void dense(train::DenseAt const& at, float const* x, float* y) {
    products_.forward(at, n_, of_.weights.data(), x, y);
  }

  void feed_forward() {
    float const* const input = norm(of_.layout.ffn_norm, residual_, ffn_norm_);
    float* const hidden = builder_.data(hidden_);
    dense(*of_.layout.hidden, input, hidden);
    kernels::relu(n_ * of_.config.d_ffn, hidden);
    dense(*of_.layout.ffn_output, hidden, builder_.data(ffn_output_));
    kernels::add(n_ * width(), builder_.data(residual_), builder_.data(ffn_output_),
                 builder_.data(output_));
  }

  void read_out(std::size_t question) {
    train::DenseAt const& at = of_.layout.readouts[question];
    float* const rows = builder_.data(readouts_[question]);
    dense(at, builder_.data(output_), rows);
    kernels::softmax_rows(n_, at.out, rows, at.out, nullptr, rows, at.out);
  }

  Trainer::Impl const& of_;
  Sentences const& sentence_;
  std::size_t n_;
  TrainerTraceOptions const& options_;
  std::array<std::size_t, 2> in_shape_{};
  std::array<std::size_t, 2> out_shape_{};
  AttentionLayer layer_;
  train::Products products_;
  Trace::Builder builder_;
  Slot embedding_ = 0, input_ = 0, attention_norm_ = 0, residual_ = 0;
  AttentionSlots attention_{};
  Slot ffn_norm_ = 0, hidden_ = 0, ffn_output_ = 0, output_ = 0;
  std::vector<Slot> readouts_;
};

}  // namespace

Trace Trainer::trace(std::string_view text, TrainerTraceOptions const& options) const {
  check_gains(kTrace, "gains", options.gains, impl_->config.heads);
  Sentences const sentence = parse(kTrace, impl_->task, text);
  return Tracer(*impl_, sentence, options).trace();
}

std::vector<Prediction> Trainer::predict(std::string_view text, Gains const& gains) {
  Impl& it = *impl_;
  check_gains(kPredict, "gains", gains, it.config.heads);
  Sentences sentence = parse(kPredict, it.task, text);
  std::vector<Prediction> predictions;
  for (std::size_t token = 0; token < sentence.tokens(); ++token) {
    std::uint32_t asked = 0;
    for (std::size_t i = sentence.first_word(token); i < sentence.token_end[token]; ++i) {
      asked |= it.task.vocabulary[sentence.words[i]].questions;
    }
    for (std::size_t question = 0; question < it.task.questions.size(); ++question) {
      if ((asked >> question & 1U) == 0) continue;
      sentence.asks.push_back(
          {static_cast<std::uint16_t>(question), static_cast<std::uint16_t>(token), 0, 0});
      predictions.push_back({question, token, {}});
    }
  }
  if (predictions.empty()) return predictions;
  sentence.ask_end.back() = static_cast<std::uint32_t>(sentence.asks.size());
  train::Tally tally(it.task.questions.size());
  it.network.forward(sentence, it.weights.data(), gains, tally);
  for (std::size_t ask = 0; ask < predictions.size(); ++ask) {
    std::span<float const> const row = it.network.probabilities(sentence, ask);
    predictions[ask].probabilities.assign(row.begin(), row.end());
  }
  return predictions;
}

}  // namespace headscope
