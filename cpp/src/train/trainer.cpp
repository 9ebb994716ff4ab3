#include "headscope/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/backward.hpp"
#include "kernels/vector.hpp"
#include "src/check.hpp"
#include "src/weights.hpp"
#include "trainer_impl.hpp"

namespace headscope {
namespace {

constexpr std::string_view kCreate = "Trainer";
constexpr std::string_view kStep = "Trainer::step";
constexpr std::string_view kRestore = "Trainer::restore";

constexpr float kBeta1 = 0.9F;
constexpr float kBeta2 = 0.99F;

constexpr std::size_t kMostBytes = std::size_t{1} << 30U;

// Offsets of the seeds of what must not depend on each other.
constexpr std::uint64_t kTrainSeed = std::uint64_t{1} << 32U;
constexpr std::uint64_t kTestSeed = std::uint64_t{2} << 32U;
constexpr std::uint64_t kBatchSeed = std::uint64_t{3} << 32U;

TaskInfo task_of(TrainConfig const& config) {
  return config.task == TrainTask::Tiles ? tiles_task(kCreate, config.places) : english_task();
}

Sentences drawn(TaskInfo const& task, std::uint64_t seed, std::size_t count) {
  Pcg32 random(seed);
  Sentences sentences;
  for (std::size_t i = 0; i < count; ++i) task.generate(task, random, sentences);
  sentences.shrink_to_fit();
  return sentences;
}

void check_not_negative(std::string_view where, std::string_view name, float value) {
  check_number(where, "", name, value);
  if (value >= 0) return;
  fail(ErrorCode::BadConfig, where, {name, " is ", value, "; expected no negative number"});
}

}  // namespace

TrainConfig resolved(std::string_view where, TrainConfig const& config) {
  bool const tiles = config.task == TrainTask::Tiles;
  TrainConfig full = config;
  auto const otherwise = [](std::size_t& value, std::size_t standard) {
    if (value == 0) value = standard;
  };
  check_positive(where, "", "heads", config.heads);
  otherwise(full.d_model, tiles ? 16 : 64);
  if (full.d_head == 0) {
    if (full.d_model % full.heads != 0) {
      fail(ErrorCode::BadConfig, where,
           {"d_model is ", full.d_model, "; expected a multiple of heads, ", full.heads});
    }
    full.d_head = full.d_model / full.heads;
  }
  otherwise(full.batch, tiles ? 64 : 32);
  otherwise(full.steps, tiles ? 2000 : 1500);
  otherwise(full.test_sentences, tiles ? 2000 : 3000);
  if (tiles) {
    full.train_sentences = 0;
  } else {
    otherwise(full.train_sentences, 20000);
  }
  if (full.weight_decay < 0) full.weight_decay = tiles ? 0.0F : 0.1F;
  check_not_negative(where, "learning_rate", full.learning_rate);
  check_not_negative(where, "weight_decay", full.weight_decay);
  check_not_negative(where, "head_lasso", full.head_lasso);
  return full;
}

Trainer::Impl::Impl(TrainConfig const& given)
    : config(resolved(kCreate, given)),
      task(task_of(config)),
      layout((check_size(config, task), config), task),
      network(config, task, layout),
      batches(kBatchSeed + config.seed),
      train(drawn(task, kTrainSeed + config.seed, config.train_sentences)),
      test(drawn(task, kTestSeed + config.seed, config.test_sentences)),
      weights(layout.size),
      first(layout.size),
      second(layout.size),
      gradient(layout.size),
      good(layout.size),
      gain_gradient(config.heads) {
  train::initialize(layout, config, weights.data());
  reset(0);
}

// A lower bound of what training takes, so that no absurd width is ever allocated.
void Trainer::Impl::check_size(TrainConfig const& config, TaskInfo const& task) {
  std::size_t const inner = saturating_product({config.heads, config.d_head});
  std::size_t const words = task.vocabulary.size() + task.positions;
  std::size_t const longest =
      saturating_product({std::max(config.batch, train::kChunk), task.max_tokens});
  ByteCount bytes;
  for (int copy = 0; copy < 5; ++copy) {
    bytes.floats({config.d_model, inner, 4})
        .floats({config.d_model, config.d_ffn, 2})
        .floats({config.d_model, words});
  }
  bytes.floats({longest, inner, 6})
      .floats({longest, config.d_model, 6})
      .floats({longest, config.d_ffn, 2});
  bytes.floats({saturating_sum(config.train_sentences, config.test_sentences), task.max_tokens, 2});
  if (bytes.bytes() <= kMostBytes) return;
  fail(ErrorCode::TooLarge, kCreate,
       {"d_model ", config.d_model, ", heads ", config.heads, ", d_head ", config.d_head,
        ", d_ffn ", config.d_ffn, ", batch ", config.batch, " and ",
        saturating_sum(config.train_sentences, config.test_sentences), " sentences need at least ",
        bytes.bytes(), " bytes; expected at most ", kMostBytes});
}

void Trainer::Impl::reset(std::size_t at) noexcept {
  std::copy_n(weights.data(), layout.size, good.data());
  std::fill_n(first.data(), layout.size, 0.0F);
  std::fill_n(second.data(), layout.size, 0.0F);
  batches = Pcg32(kBatchSeed + config.seed + (std::uint64_t{at} << 34U));
  step = at;
  averaged = 0;
  diverged = false;
}

float Trainer::Impl::rate_now() const noexcept {
  auto const now = static_cast<float>(step);
  auto const warmup = static_cast<float>(config.warmup);
  auto const last = static_cast<float>(config.steps);
  if (now >= last) return 0.0F;
  if (now < warmup) return config.learning_rate * (now + 1.0F) / warmup;
  float const part = (now - warmup) / std::max(last - warmup, 1.0F);
  return config.learning_rate * 0.5F * (1.0F + std::cos(std::numbers::pi_v<float> * part));
}

void Trainer::Impl::draw_batch() {
  batch.clear();
  for (std::size_t i = 0; i < config.batch; ++i) {
    if (train.size() == 0) {
      task.generate(task, batches, batch);
    } else {
      batch.append(train, batches.below(static_cast<std::uint32_t>(train.size())));
    }
  }
}

void Trainer::Impl::check_finite_loss(double loss, double norm) {
  if (std::isfinite(loss) && std::isfinite(norm)) return;
  diverge(std::isfinite(loss) ? "gradient" : "loss",
          static_cast<float>(std::isfinite(loss) ? norm : loss));
}

void Trainer::Impl::diverge(std::string_view what, float value) {
  std::copy_n(good.data(), layout.size, weights.data());
  std::fill_n(first.data(), layout.size, 0.0F);
  std::fill_n(second.data(), layout.size, 0.0F);
  averaged = 0;
  diverged = true;
  fail(ErrorCode::Diverged, kStep,
       {"the ", what, " is ", value, " at step ", step, " with learning rate ", rate_now(),
        "; the last good weights were kept. A smaller learning_rate than ", config.learning_rate,
        " may help"});
}

void Trainer::Impl::update(float rate) {
  double const t = static_cast<double>(++averaged);
  kernels::AdamStep const base{
      .beta1 = kBeta1,
      .beta2 = kBeta2,
      .rate = rate / static_cast<float>(1.0 - std::pow(double{kBeta1}, t)),
      .correction = static_cast<float>(1.0 / (1.0 - std::pow(double{kBeta2}, t)))};
  for (Parameter const& parameter : layout.parameters) {
    kernels::AdamStep of = base;
    of.decay = parameter.is_matrix ? rate * config.weight_decay : 0.0F;
    std::size_t const at = parameter.offset;
    kernels::adamw(parameter.size(), of, gradient.data() + at, weights.data() + at,
                   first.data() + at, second.data() + at);
  }
  if (config.head_lasso > 0 && step >= config.steps / 2) shrink_slabs(rate * config.head_lasso);
}

// The proximal step of a group lasso (Yuan and Lin 2006): every slab gets shorter by `length`.
void Trainer::Impl::shrink_slabs(float length) noexcept {
  std::size_t const size = config.d_head * config.d_model;
  for (std::size_t head = 0; head < config.heads; ++head) {
    float* const slab = weights.data() + layout.output.weight + head * size;
    float const norm = kernels::l2_norm(size, slab);
    kernels::scale(size, norm > length ? 1.0F - length / norm : 0.0F, slab, slab);
  }
}

Trainer::Trainer(TrainConfig const& config) : impl_(std::make_unique<Impl>(config)) {}
Trainer::~Trainer() = default;
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;

TrainConfig const& Trainer::config() const noexcept { return impl_->config; }
TaskInfo const& Trainer::task() const noexcept { return impl_->task; }
std::span<Parameter const> Trainer::parameters() const noexcept { return impl_->layout.parameters; }
std::span<float const> Trainer::weights() const noexcept {
  return {impl_->weights.data(), impl_->layout.size};
}
Sentences const& Trainer::test_sentences() const noexcept { return impl_->test; }

StepReport Trainer::step(std::size_t batches) {
  check_positive(kStep, "", "batches", batches);
  Impl& it = *impl_;
  if (it.diverged) {
    fail(ErrorCode::Diverged, kStep,
         {"training stopped at step ", it.step, "; restore or load first"});
  }
  train::Tally tally(it.task.questions.size());
  StepReport report;
  report.gain_gradient.assign(it.config.heads, 0.0F);
  Gains const ones;
  for (std::size_t i = 0; i < batches; ++i) {
    double const before = tally.loss;
    it.draw_batch();
    it.network.forward(it.batch, it.weights.data(), ones, tally);
    it.network.backward(it.batch, it.weights.data(), ones, it.gradient.data(),
                        it.gain_gradient.data());
    double const norm = double{kernels::l2_norm(it.layout.size, it.gradient.data())};
    it.check_finite_loss(tally.loss - before, norm);
    std::copy_n(it.weights.data(), it.layout.size, it.good.data());
    float const rate = it.rate_now();
    it.update(rate);
    std::size_t const bad = kernels::first_non_finite(it.weights.data(), it.layout.size);
    if (bad < it.layout.size) it.diverge("weight", it.weights.data()[bad]);
    ++it.step;
    report.gradient_norm += norm;
    report.learning_rate = double{rate};
    kernels::add(it.config.heads, report.gain_gradient.data(), it.gain_gradient.data(),
                 report.gain_gradient.data());
  }
  report.step = it.step;
  report.batches = tally.means();
  report.gradient_norm /= static_cast<double>(batches);
  kernels::scale(it.config.heads, 1.0F / static_cast<float>(batches), report.gain_gradient.data(),
                 report.gain_gradient.data());
  return report;
}

TrainState Trainer::state() const noexcept {
  Impl const& it = *impl_;
  std::size_t const size = it.layout.size;
  return {it.step,
          it.batches.state(),
          {it.weights.data(), size},
          {it.first.data(), size},
          {it.second.data(), size},
          it.averaged};
}

void Trainer::restore(TrainState const& state) {
  Impl& it = *impl_;
  std::size_t const size = it.layout.size;
  auto const check = [size](std::string_view name, std::span<float const> values) {
    std::size_t const extent = values.size();
    NamedTensor const tensor{name, {&extent, 1}, values.data()};
    check_shape(kRestore, tensor, {size}, "[parameters]");
    check_finite(kRestore, tensor);
  };
  check("weights", state.weights);
  check("first", state.first);
  check("second", state.second);
  std::copy_n(state.weights.data(), size, it.weights.data());
  std::copy_n(state.weights.data(), size, it.good.data());
  std::copy_n(state.first.data(), size, it.first.data());
  std::copy_n(state.second.data(), size, it.second.data());
  it.step = state.step;
  it.averaged = state.averaged;
  it.batches.set_state(state.random);
  it.diverged = false;
}

void Trainer::load(WeightMap const& weights, std::size_t step) {
  Impl& it = *impl_;
  Buffer loaded(it.layout.size);
  WeightReader const reader("Trainer::load", weights, "");
  for (Parameter const& parameter : it.layout.parameters) {
    NamedTensor const tensor = reader.find(parameter.name, "");
    if (!std::ranges::equal(tensor.shape, parameter.shape)) {
      fail(ErrorCode::BadShape, reader.where(),
           {parameter.name, " has shape ", tensor.shape, "; expected ", Shape(parameter.shape)});
    }
    check_finite(reader.where(), tensor);
    std::copy_n(tensor.data, parameter.size(), loaded.data() + parameter.offset);
  }
  std::copy_n(loaded.data(), it.layout.size, it.weights.data());
  it.reset(step);
}

}  // namespace headscope
