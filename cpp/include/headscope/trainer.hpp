#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "headscope/encoder.hpp"
#include "headscope/trace.hpp"
#include "headscope/train_task.hpp"

namespace headscope {

enum class TrainTask { Tiles, English };

/// One attention layer between embeddings and a linear read-out per question, and how it learns.
/// Where two defaults are given the first is that of Tiles.
struct TrainConfig {
  TrainTask task = TrainTask::Tiles;
  std::size_t places = 4;  ///< of Tiles: answer boxes
  std::size_t heads = 1;
  std::size_t d_model = 0;  ///< 0: 16 or 64
  std::size_t d_head = 0;   ///< 0: d_model / heads
  std::size_t d_ffn = 0;    ///< 0: no feed-forward network (ReLU otherwise)
  bool norm = false;        ///< layer norm before the attention and the feed-forward network
  bool attention_bias = false;
  bool causal = false;      ///< no token looks at later ones
  std::uint32_t seed = 1;   ///< of the weights, the sentences and the batches
  std::size_t batch = 0;    ///< sentences; 0: 64 or 32
  std::size_t steps = 0;    ///< until the learning rate is zero; 0: 2000 or 1500
  std::size_t warmup = 50;  ///< steps in which it rises
  float learning_rate = 0.02F;
  float weight_decay = -1.0F;       ///< of matrices (AdamW); negative: 0 or 0.1
  float head_lasso = 0.0F;          ///< group lasso on the slabs of W_O in the second half
  std::size_t train_sentences = 0;  ///< of English; 0: 20000. Tiles draws every batch anew
  std::size_t test_sentences = 0;   ///< 0: 2000 or 3000
};

/// The width of the model and all else that a task's defaults leave open, filled in. Throws
/// BadConfig.
TrainConfig resolved(std::string_view where, TrainConfig const& config);

/// Means over some sentences. A question never asked has an accuracy of NaN.
struct Evaluation {
  std::size_t sentences = 0;
  double loss = 0;               ///< cross-entropy per ask, in nats
  double all_right = 0;          ///< share of sentences of which every answer was right
  std::vector<double> accuracy;  ///< per question
};

struct StepReport {
  std::size_t step = 0;  ///< steps done so far
  Evaluation batches;    ///< on what was learned from, before each step
  double gradient_norm = 0;
  double learning_rate = 0;          ///< of the last step
  std::vector<float> gain_gradient;  ///< per head: derivative of the loss by its gain
};

/// Attention weight on the true target of each relation, and the mean weight on one of the other
/// tokens: [relations, heads], row-major; NaN for a relation that nothing was asked about.
struct HeadMatrix {
  std::vector<double> mass;
  std::vector<double> baseline;
};

/// The place of one parameter in the flat vector of all of them.
struct Parameter {
  std::string name;
  std::vector<std::size_t> shape;
  std::size_t offset = 0;
  bool is_matrix = false;
  std::size_t size() const noexcept;
};

/// What a training goes on from.
struct TrainState {
  std::size_t step = 0;
  std::uint64_t random = 0;  ///< state of the generator of batches
  std::span<float const> weights, first, second;
  /// Steps whose gradients `first` and `second` are means of: those since the beginning, or since
  /// weights were loaded.
  std::size_t averaged = 0;
};

/// What a trace of a trainer runs under.
struct TrainerTraceOptions {
  Gains gains = {};  ///< one factor per head, before W_O
  /// One factor for each of heads slices of d_model / heads columns of what W_O makes.
  Gains output_gains = {};
  bool contribution = false;  ///< also each head's contribution to the output
};

/// A prediction at one token.
struct Prediction {
  std::size_t question = 0;
  std::size_t token = 0;
  std::vector<float> probabilities;  ///< per class
};

/// Trains by AdamW (Loshchilov and Hutter 2019; beta 0.9 and 0.99, epsilon 1e-8) with a linear
/// warm-up and a cosine down to zero. Everything is drawn from one seed: the same module computes
/// the same bits again. Parameters by name: `embedding.weight` [vocabulary, d_model],
/// `positions.weight` [positions, d_model], `layers.0.attention.…` and `layers.0.ffn.…` as in
/// WeightMap, `readout.QUESTION.weight` [d_model, answers] and `.bias`.
class Trainer {
 public:
  struct Impl;  ///< known to cpp/src alone

  /// Throws BadConfig, TooLarge.
  explicit Trainer(TrainConfig const& config);
  ~Trainer();
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;

  TrainConfig const& config() const noexcept;  ///< every default filled in
  TaskInfo const& task() const noexcept;
  std::span<Parameter const> parameters() const noexcept;
  std::span<float const> weights() const noexcept;  ///< all parameters, flat
  Sentences const& test_sentences() const noexcept;

  /// Learns from so many batches, at least 1. Throws BadConfig, and Diverged when the loss, the
  /// gradient or a weight is no longer finite; the weights are then the last good ones, and every
  /// later call throws again until `restore` or `load`.
  StepReport step(std::size_t batches);
  /// On the first `sentences` of the test sentences, at least 1. Throws BadConfig, BadGains.
  Evaluation evaluate(std::size_t sentences, Gains const& gains = {});
  /// On the same, without gains. Throws BadConfig.
  HeadMatrix head_matrix(std::size_t sentences);
  /// Of the mean loss on the first `sentences` test sentences, by every parameter, flat, and by the
  /// gains [heads]; returns the loss. Throws BadConfig, BadGains.
  double gradients(std::size_t sentences, Gains const& gains, std::vector<float>& by_weights,
                   std::vector<float>& by_gains);
  /// Euclidean norm of each head's slab of W_O, [heads].
  std::vector<float> slab_norms() const;

  /// Every intermediate of one sentence: `embedding`, `layers.0.input`, the names of an encoder's
  /// layer as far as this model has them, `layers.0.output`, and the probabilities
  /// `readout.QUESTION` [seq_len, answers]. Throws BadToken, TooLong, BadGains.
  Trace trace(std::string_view text, TrainerTraceOptions const& options = {}) const;
  /// Answers wherever a word stands at which something is asked. Throws as `trace`.
  std::vector<Prediction> predict(std::string_view text, Gains const& gains = {});

  TrainState state() const noexcept;  ///< valid until the next call that changes anything
  /// Throws BadShape, NonFinite.
  void restore(TrainState const& state);
  /// Puts other weights in, which have learned from `step` batches. The count goes on from there;
  /// the optimizer's means start anew, and so does the drawing of batches: from `step` > 0 on they
  /// are others than those of the beginning. Throws MissingTensor, BadShape, NonFinite.
  void load(WeightMap const& weights, std::size_t step = 0);

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace headscope
