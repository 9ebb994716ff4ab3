#include "network.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/activation.hpp"
#include "kernels/norm.hpp"
#include "kernels/vector.hpp"
#include "src/attention_layer.hpp"

namespace headscope::train {
namespace {

/// Smallest probability that a loss is taken of: an answer that float rounds to impossible costs 87
/// nats instead of infinitely many.
constexpr float kLeast = 1e-38F;

}  // namespace

Evaluation Tally::means() const {
  Evaluation result;
  result.sentences = sentences;
  std::size_t asks = 0;
  for (std::size_t question = 0; question < asked.size(); ++question) {
    asks += asked[question];
    result.accuracy.push_back(static_cast<double>(right[question]) /
                              static_cast<double>(asked[question]));
  }
  result.loss = loss / static_cast<double>(asks);
  result.all_right = static_cast<double>(all_right) / static_cast<double>(sentences);
  return result;
}

Network::Network(TrainConfig const& config, TaskInfo const& task, Layout const& layout)
    : config_(config),
      layout_(layout),
      question_asks_(task.questions.size()),
      probabilities_(task.questions.size()) {}

void Network::forward(Sentences const& batch, float const* weights, Gains const& gains,
                      Tally& tally) {
  place(batch);
  embed(batch, weights);
  attend(batch, weights, gains);
  if (layout_.hidden) feed_forward(weights);
  read_out(batch, weights, tally);
}

std::size_t Network::row_of(std::size_t token, std::size_t first_row) {
  for (std::size_t row = first_row; row < row_token_.size(); ++row) {
    if (row_token_[row] == token) return row;
  }
  row_token_.push_back(token);
  return row_token_.size() - 1;
}

void Network::place(Sentences const& batch) {
  tokens_ = batch.tokens();
  places_.clear();
  row_token_.clear();
  row_end_.clear();
  pair_begin_.clear();
  ranges_.clear();
  for (auto& asks : question_asks_) asks.clear();
  std::size_t pairs = 0;
  for (std::size_t sentence = 0; sentence < batch.size(); ++sentence) {
    std::size_t const first_token = batch.first_token(sentence);
    std::size_t const first = row_token_.size();
    for (std::size_t ask = batch.first_ask(sentence); ask < batch.ask_end[sentence]; ++ask) {
      std::vector<std::size_t>& of_question = question_asks_[batch.asks[ask].question];
      std::size_t const row = row_of(first_token + batch.asks[ask].token, first);
      places_.push_back({row, sentence, of_question.size()});
      of_question.push_back(ask);
    }
    for (std::size_t row = first; config_.causal && row < row_token_.size(); ++row) {
      ranges_.push_back({0, row_token_[row] - first_token + 1, nullptr});
    }
    row_end_.push_back(row_token_.size());
    pair_begin_.push_back(pairs);
    std::size_t const keys = batch.sentence_end[sentence] - first_token;
    pairs += config_.heads * (row_token_.size() - first) * keys;
  }
  rows_ = row_token_.size();
  pairs_.of(pairs);
}

void Network::embed(Sentences const& batch, float const* weights) {
  std::size_t const width = config_.d_model;
  std::size_t const positions = layout_.position_rows;
  float* const x = x_.of(tokens_ * width);
  for (std::size_t sentence = 0; sentence < batch.size(); ++sentence) {
    std::size_t const first = batch.first_token(sentence);
    for (std::size_t token = first; token < batch.sentence_end[sentence]; ++token) {
      float* const to = x + token * width;
      std::fill_n(to, width, 0.0F);
      for (std::size_t i = batch.first_word(token); i < batch.token_end[token]; ++i) {
        kernels::add(width, to, weights + layout_.embedding + batch.words[i] * width, to);
      }
      if (token - first >= positions) continue;
      kernels::add(width, to, weights + layout_.positions + (token - first) * width, to);
    }
  }
  if (!layout_.attention_norm) return;
  kernels::layer_norm(tokens_, width, x, weights + layout_.attention_norm->scale,
                      weights + layout_.attention_norm->bias, kNormEpsilon,
                      norm_.of(tokens_ * width));
}

kernels::Segment Network::segment(Sentences const& batch, std::size_t sentence) noexcept {
  std::size_t const row = first_row(sentence);
  std::size_t const token = batch.first_token(sentence);
  return {.queries = row_end_[sentence] - row,
          .keys = batch.sentence_end[sentence] - token,
          .heads = config_.heads,
          .d_head = config_.d_head,
          .scale = 1.0F / std::sqrt(static_cast<float>(config_.d_head)),
          .q = query_.data() + row * inner(),
          .k = key_.data() + token * inner(),
          .v = value_.data() + token * inner(),
          .ranges = config_.causal ? ranges_.data() + row : nullptr,
          .weights = pairs_.data() + pair_begin_[sentence]};
}

void Network::attend(Sentences const& batch, float const* weights, Gains const& gains) {
  std::size_t const width = config_.d_model;
  float const* const input = attention_input();
  products_.forward(layout_.key, tokens_, weights, input, key_.of(tokens_ * inner()));
  products_.forward(layout_.value, tokens_, weights, input, value_.of(tokens_ * inner()));
  float* const rows = row_input_.of(rows_ * width);
  for (std::size_t row = 0; row < rows_; ++row) {
    std::copy_n(input + row_token_[row] * width, width, rows + row * width);
  }
  products_.forward(layout_.query, rows_, weights, rows, query_.of(rows_ * inner()));
  float* const context = context_.of(rows_ * inner());
  for (std::size_t sentence = 0; sentence < batch.size(); ++sentence) {
    kernels::segment_attend(segment(batch, sentence), context + first_row(sentence) * inner());
  }
  float* const concat = concat_.of(rows_ * inner());
  if (gains.empty()) std::copy_n(context, rows_ * inner(), concat);
  for (std::size_t head = 0; head < gains.size(); ++head) {
    std::size_t const column = head * config_.d_head;
    apply_gain(rows_, config_.d_head, gains[head], context + column, inner(), concat + column,
               inner());
  }
  float* const stream = stream_.of(rows_ * width);
  products_.forward(layout_.output, rows_, weights, concat, stream);
  for (std::size_t row = 0; row < rows_; ++row) {
    float* const to = stream + row * width;
    kernels::add(width, to, x_.data() + row_token_[row] * width, to);
  }
}

void Network::feed_forward(float const* weights) {
  std::size_t const size = rows_ * config_.d_model;
  float const* input = stream_.data();
  if (layout_.ffn_norm) {
    kernels::layer_norm(rows_, config_.d_model, input, weights + layout_.ffn_norm->scale,
                        weights + layout_.ffn_norm->bias, kNormEpsilon, ffn_norm_.of(size));
    input = ffn_norm_.data();
  }
  float* const hidden = hidden_.of(rows_ * config_.d_ffn);
  products_.forward(*layout_.hidden, rows_, weights, input, hidden);
  kernels::relu(rows_ * config_.d_ffn, hidden);
  float* const out = out_.of(size);
  products_.forward(*layout_.ffn_output, rows_, weights, hidden, out);
  kernels::add(size, out, stream_.data(), out);
}

float* Network::gather_question(std::size_t question) {
  std::size_t const width = config_.d_model;
  std::vector<std::size_t> const& asks = question_asks_[question];
  float* const gathered = gathered_.of(asks.size() * width);
  for (std::size_t i = 0; i < asks.size(); ++i) {
    std::copy_n(final_stream() + places_[asks[i]].row * width, width, gathered + i * width);
  }
  return gathered;
}

void Network::read_out(Sentences const& batch, float const* weights, Tally& tally) {
  wrong_.assign(batch.size(), false);
  for (std::size_t question = 0; question < question_asks_.size(); ++question) {
    std::vector<std::size_t> const& asks = question_asks_[question];
    DenseAt const& dense = layout_.readouts[question];
    float const* const gathered = gather_question(question);
    float* const rows = probabilities_[question].of(asks.size() * dense.out);
    products_.forward(dense, asks.size(), weights, gathered, rows);
    kernels::softmax_rows(asks.size(), dense.out, rows, dense.out, nullptr, rows, dense.out);
    for (std::size_t i = 0; i < asks.size(); ++i) {
      float const* const row = rows + i * dense.out;
      std::size_t const answer = batch.asks[asks[i]].answer;
      tally.loss -= std::log(std::max(row[answer], kLeast));
      bool const right = std::max_element(row, row + dense.out) == row + answer;
      if (!right) wrong_[places_[asks[i]].sentence] = true;
      tally.right[question] += right ? 1 : 0;
    }
    tally.asked[question] += asks.size();
  }
  tally.sentences += batch.size();
  tally.all_right += static_cast<std::size_t>(std::count(wrong_.begin(), wrong_.end(), false));
}

std::span<float const> Network::probabilities(Sentences const& batch, std::size_t ask) const {
  std::size_t const question = batch.asks[ask].question;
  std::size_t const classes = layout_.readouts[question].out;
  return {probabilities_[question].data() + places_[ask].of_question * classes, classes};
}

std::span<float const> Network::attention(Sentences const& batch, std::size_t ask,
                                          std::size_t head) const {
  auto const [row, sentence, of_question] = places_[ask];
  std::size_t const keys = batch.sentence_end[sentence] - batch.first_token(sentence);
  std::size_t const first = first_row(sentence);
  std::size_t const index = head * (row_end_[sentence] - first) + (row - first);
  return {pairs_.data() + pair_begin_[sentence] + index * keys, keys};
}

}  // namespace headscope::train
