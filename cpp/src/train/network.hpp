#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "headscope/trainer.hpp"
#include "kernels/backward.hpp"
#include "parameters.hpp"
#include "products.hpp"

namespace headscope::train {

/// Sums over sentences, of which Evaluation holds the means.
struct Tally {
  std::size_t sentences = 0;
  std::size_t all_right = 0;
  double loss = 0;
  std::vector<std::size_t> asked, right;  // per question

  explicit Tally(std::size_t questions) : asked(questions), right(questions) {}
  Evaluation means() const;
};

/// Embedding, one layer, read-outs, forwards and backwards over whole batches. Only the rows at
/// which something is asked have queries; keys and values have all tokens. Buffers are kept.
class Network {
 public:
  /// `config` and `layout` must outlive the network.
  Network(TrainConfig const& config, TaskInfo const& task, Layout const& layout);

  /// Answers every ask of the batch; adds to `tally`.
  void forward(Sentences const& batch, float const* weights, Gains const& gains, Tally& tally);
  /// After `forward` with the same arguments: the gradient of the batch's mean loss per ask by all
  /// parameters, flat, and by the gains [heads].
  void backward(Sentences const& batch, float const* weights, Gains const& gains, float* gradient,
                float* gain_gradient);

  /// After `forward` of the same batch: of ask `ask`, the probability of each class.
  std::span<float const> probabilities(Sentences const& batch, std::size_t ask) const;
  /// The same: how much `head` looks from that ask's token at each of its sentence's.
  std::span<float const> attention(Sentences const& batch, std::size_t ask, std::size_t head) const;

 private:
  struct Place {  // of one ask
    std::size_t row = 0;
    std::size_t sentence = 0;
    std::size_t of_question = 0;  // among the asks of its question
  };

  void place(Sentences const& batch);
  std::size_t row_of(std::size_t token, std::size_t first_row);
  void embed(Sentences const& batch, float const* weights);
  void attend(Sentences const& batch, float const* weights, Gains const& gains);
  void feed_forward(float const* weights);
  void read_out(Sentences const& batch, float const* weights, Tally& tally);
  void read_out_backward(Sentences const& batch, float const* weights, float* gradient);
  void feed_forward_backward(float const* weights, float* gradient);
  void attend_backward(Sentences const& batch, float const* weights, Gains const& gains,
                       float* gradient, float* gain_gradient);
  void embed_backward(Sentences const& batch, float const* weights, float* gradient);

  kernels::Segment segment(Sentences const& batch, std::size_t sentence) noexcept;
  /// What the attention reads, [tokens, d_model], and the read-outs, [rows, d_model].
  float* attention_input() noexcept { return layout_.attention_norm ? norm_.data() : x_.data(); }
  float* final_stream() noexcept { return layout_.hidden ? out_.data() : stream_.data(); }
  float* gather_question(std::size_t question);
  std::size_t inner() const noexcept { return config_.heads * config_.d_head; }
  std::size_t first_row(std::size_t sentence) const noexcept {
    return sentence == 0 ? 0 : row_end_[sentence - 1];
  }

  TrainConfig const& config_;
  Layout const& layout_;
  Products products_;

  std::size_t tokens_ = 0;
  std::size_t rows_ = 0;
  std::vector<Place> places_;                            // per ask
  std::vector<std::size_t> row_token_;                   // per row, in the batch
  std::vector<std::size_t> row_end_;                     // per sentence
  std::vector<std::size_t> pair_begin_;                  // per sentence: its attention weights
  std::vector<kernels::KeyRange> ranges_;                // per row, where the mask is causal
  std::vector<std::vector<std::size_t>> question_asks_;  // per question
  std::vector<bool> wrong_;                              // per sentence

  // Forwards: [tokens, d_model] down to value_, then per row.
  Room x_, norm_, key_, value_, row_input_, query_, pairs_, context_, concat_, stream_, ffn_norm_,
      hidden_, out_, gathered_;
  std::vector<Room> probabilities_;  // per question
  // Backwards: derivatives by what has the same name above.
  Room d_logits_, d_gathered_, d_stream_, d_hidden_, d_rows_, d_concat_, d_query_, d_key_, d_value_,
      d_x_, d_more_, scratch_;
};

}  // namespace headscope::train
