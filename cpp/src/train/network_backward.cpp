#include <algorithm>

#include "kernels/vector.hpp"
#include "network.hpp"

namespace headscope::train {

void Network::backward(Sentences const& batch, float const* weights, Gains const& gains,
                       float* gradient, float* gain_gradient) {
  read_out_backward(batch, weights, gradient);
  if (layout_.hidden) feed_forward_backward(weights, gradient);
  attend_backward(batch, weights, gains, gradient, gain_gradient);
  embed_backward(batch, weights, gradient);
}

// Softmax and cross-entropy together: probabilities minus the truth.
void Network::read_out_backward(Sentences const& batch, float const* weights, float* gradient) {
  std::size_t const width = config_.d_model;
  float const share = 1.0F / static_cast<float>(batch.asks.size());
  float* const d_stream = d_stream_.of(rows_ * width);
  std::fill_n(d_stream, rows_ * width, 0.0F);
  for (std::size_t question = 0; question < question_asks_.size(); ++question) {
    std::vector<std::size_t> const& asks = question_asks_[question];
    DenseAt const& dense = layout_.readouts[question];
    float* const d_logits = d_logits_.of(asks.size() * dense.out);
    kernels::scale(asks.size() * dense.out, share, probabilities_[question].data(), d_logits);
    for (std::size_t i = 0; i < asks.size(); ++i) {
      d_logits[i * dense.out + batch.asks[asks[i]].answer] -= share;
    }
    float* const d_gathered = d_gathered_.of(asks.size() * width);
    float const* const gathered = products_.turned(asks.size(), width, gather_question(question));
    products_.by_weights(dense, asks.size(), gathered, d_logits, gradient);
    products_.by_input(dense, asks.size(), weights, d_logits, d_gathered);
    for (std::size_t i = 0; i < asks.size(); ++i) {
      float* const to = d_stream + places_[asks[i]].row * width;
      kernels::add(width, to, d_gathered + i * width, to);
    }
  }
}

void Network::feed_forward_backward(float const* weights, float* gradient) {
  std::size_t const width = config_.d_model;
  float* const d_stream = d_stream_.data();
  float* const d_hidden = d_hidden_.of(rows_ * config_.d_ffn);
  products_.by_weights(*layout_.ffn_output, rows_,
                       products_.turned(rows_, config_.d_ffn, hidden_.data()), d_stream, gradient);
  products_.by_input(*layout_.ffn_output, rows_, weights, d_stream, d_hidden);
  kernels::relu_backward(rows_ * config_.d_ffn, hidden_.data(), d_hidden);

  float* const d_input = d_rows_.of(rows_ * width);
  float const* const input = layout_.ffn_norm ? ffn_norm_.data() : stream_.data();
  products_.by_weights(*layout_.hidden, rows_, products_.turned(rows_, width, input), d_hidden,
                       gradient);
  products_.by_input(*layout_.hidden, rows_, weights, d_hidden, d_input);
  if (layout_.ffn_norm) {
    auto const [scale, bias] = *layout_.ffn_norm;
    kernels::layer_norm_backward(rows_, width, stream_.data(), weights + scale, kNormEpsilon,
                                 d_input, d_input, gradient + scale, gradient + bias);
  }
  kernels::add(rows_ * width, d_stream, d_input, d_stream);
}

void Network::attend_backward(Sentences const& batch, float const* weights, Gains const& gains,
                              float* gradient, float* gain_gradient) {
  std::size_t const width = config_.d_model;
  std::size_t const d_head = config_.d_head;
  float* const d_concat = d_concat_.of(rows_ * inner());
  products_.by_weights(layout_.output, rows_, products_.turned(rows_, inner(), concat_.data()),
                       d_stream_.data(), gradient);
  products_.by_input(layout_.output, rows_, weights, d_stream_.data(), d_concat);
  std::fill_n(gain_gradient, config_.heads, 0.0F);
  for (std::size_t i = 0; i < rows_ * config_.heads; ++i) {
    std::size_t const head = i % config_.heads;
    float* const part = d_concat + i * d_head;
    gain_gradient[head] += kernels::dot(d_head, part, context_.data() + i * d_head);
    if (!gains.empty()) kernels::scale(d_head, gains[head], part, part);
  }

  float* const d_query = d_query_.of(rows_ * inner());
  float* const d_key = d_key_.of(tokens_ * inner());
  float* const d_value = d_value_.of(tokens_ * inner());
  std::fill_n(d_key, tokens_ * inner(), 0.0F);
  std::fill_n(d_value, tokens_ * inner(), 0.0F);
  for (std::size_t sentence = 0; sentence < batch.size(); ++sentence) {
    std::size_t const row = first_row(sentence) * inner();
    std::size_t const token = batch.first_token(sentence) * inner();
    kernels::Segment const part = segment(batch, sentence);
    kernels::segment_backward(part, d_concat + row, d_query + row, d_key + token, d_value + token,
                              scratch_.of(part.keys));
  }

  float* const d_x = d_x_.of(tokens_ * width);
  float* const d_more = d_more_.of(tokens_ * width);
  float* const d_rows = d_rows_.of(rows_ * width);
  products_.by_weights(layout_.query, rows_, products_.turned(rows_, width, row_input_.data()),
                       d_query, gradient);
  // Keys and values read the same.
  float const* const input = products_.turned(tokens_, width, attention_input());
  products_.by_weights(layout_.key, tokens_, input, d_key, gradient);
  products_.by_weights(layout_.value, tokens_, input, d_value, gradient);
  products_.by_input(layout_.query, rows_, weights, d_query, d_rows);
  products_.by_input(layout_.key, tokens_, weights, d_key, d_x);
  products_.by_input(layout_.value, tokens_, weights, d_value, d_more);
  kernels::add(tokens_ * width, d_x, d_more, d_x);
  for (std::size_t row = 0; row < rows_; ++row) {
    float* const to = d_x + row_token_[row] * width;
    kernels::add(width, to, d_rows + row * width, to);
  }
}

void Network::embed_backward(Sentences const& batch, float const* weights, float* gradient) {
  std::size_t const width = config_.d_model;
  float* const d_x = d_x_.data();
  if (layout_.attention_norm) {
    auto const [scale, bias] = *layout_.attention_norm;
    kernels::layer_norm_backward(tokens_, width, x_.data(), weights + scale, kNormEpsilon, d_x, d_x,
                                 gradient + scale, gradient + bias);
  }
  // The residual goes past the norm.
  for (std::size_t row = 0; row < rows_; ++row) {
    float* const to = d_x + row_token_[row] * width;
    kernels::add(width, to, d_stream_.data() + row * width, to);
  }
  float* const by_word = gradient + layout_.embedding;
  float* const by_position = gradient + layout_.positions;
  std::fill_n(by_word, layout_.vocabulary * width, 0.0F);
  std::fill_n(by_position, layout_.position_rows * width, 0.0F);
  for (std::size_t sentence = 0; sentence < batch.size(); ++sentence) {
    std::size_t const first = batch.first_token(sentence);
    for (std::size_t token = first; token < batch.sentence_end[sentence]; ++token) {
      float const* const from = d_x + token * width;
      for (std::size_t i = batch.first_word(token); i < batch.token_end[token]; ++i) {
        float* const to = by_word + batch.words[i] * width;
        kernels::add(width, to, from, to);
      }
      if (token - first >= layout_.position_rows) continue;
      float* const to = by_position + (token - first) * width;
      kernels::add(width, to, from, to);
    }
  }
}

}  // namespace headscope::train
