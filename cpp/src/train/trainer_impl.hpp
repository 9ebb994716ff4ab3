#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "headscope/buffer.hpp"
#include "headscope/trainer.hpp"
#include "network.hpp"
#include "parameters.hpp"
#include "src/byte_count.hpp"

namespace headscope {

namespace train {

/// Sentences of an evaluation that are computed at a time.
inline constexpr std::size_t kChunk = 64;

}  // namespace train

/// What a trainer holds. Nothing of it moves: the network refers to the config and the layout.
struct Trainer::Impl {
  TrainConfig config;
  TaskInfo task;
  train::Layout layout;
  train::Network network;
  Pcg32 batches;
  Sentences train, test;
  Sentences batch;  ///< the latest, kept for its memory
  Buffer weights, first, second, gradient;
  Buffer good;  ///< the weights of the last step whose loss was finite
  std::vector<float> gain_gradient;
  std::size_t step = 0;
  std::size_t averaged = 0;  ///< steps that `first` and `second` are means of
  bool diverged = false;

  explicit Impl(TrainConfig const& given);
  static void check_size(TrainConfig const& config, TaskInfo const& task);

  /// Goes on from step `at` with the weights as they are, the optimizer's means and the drawing of
  /// batches begun anew.
  void reset(std::size_t at) noexcept;
  float rate_now() const noexcept;
  void draw_batch();
  void check_finite_loss(double loss, double norm);
  [[noreturn]] void diverge(std::string_view what, float value);
  void update(float rate);
  void shrink_slabs(float length) noexcept;
  Evaluation measure(std::size_t sentences, Gains const& gains);
  /// Calls work() with every chunk of the first test sentences in `batch`.
  template <class Work>
  void for_chunks(std::size_t sentences, Work work);
};

}  // namespace headscope
