#include <algorithm>

#include "kernels/vector.hpp"
#include "src/check.hpp"
#include "trainer_impl.hpp"

namespace headscope {

template <class Work>
void Trainer::Impl::for_chunks(std::size_t sentences, Work work) {
  std::size_t const count = std::min(sentences, test.size());
  for (std::size_t begin = 0; begin < count; begin += train::kChunk) {
    batch.clear();
    for (std::size_t i = begin; i < std::min(begin + train::kChunk, count); ++i)
      batch.append(test, i);
    work();
  }
}

Evaluation Trainer::Impl::measure(std::size_t sentences, Gains const& gains) {
  train::Tally tally(task.questions.size());
  for_chunks(sentences, [&] { network.forward(batch, weights.data(), gains, tally); });
  return tally.means();
}

Evaluation Trainer::evaluate(std::size_t sentences, Gains const& gains) {
  check_positive("Trainer::evaluate", "", "sentences", sentences);
  check_gains("Trainer::evaluate", "gains", gains, impl_->config.heads);
  return impl_->measure(sentences, gains);
}

double Trainer::gradients(std::size_t sentences, Gains const& gains, std::vector<float>& by_weights,
                          std::vector<float>& by_gains) {
  check_positive("Trainer::gradients", "", "sentences", sentences);
  Impl& it = *impl_;
  check_gains("Trainer::gradients", "gains", gains, it.config.heads);
  by_weights.assign(it.layout.size, 0.0F);
  by_gains.assign(it.config.heads, 0.0F);
  train::Tally tally(it.task.questions.size());
  std::size_t asks = 0;
  // Sums over asks, of which a chunk's gradients are the means.
  auto const accumulate = [](float factor, std::size_t size, float* mean, float* sum) {
    kernels::scale(size, factor, mean, mean);
    kernels::add(size, sum, mean, sum);
  };
  it.for_chunks(sentences, [&] {
    it.network.forward(it.batch, it.weights.data(), gains, tally);
    it.network.backward(it.batch, it.weights.data(), gains, it.gradient.data(),
                        it.gain_gradient.data());
    auto const count = static_cast<float>(it.batch.asks.size());
    accumulate(count, it.layout.size, it.gradient.data(), by_weights.data());
    accumulate(count, it.config.heads, it.gain_gradient.data(), by_gains.data());
    asks += it.batch.asks.size();
  });
  float const share = 1.0F / static_cast<float>(asks);
  kernels::scale(by_weights.size(), share, by_weights.data(), by_weights.data());
  kernels::scale(by_gains.size(), share, by_gains.data(), by_gains.data());
  return tally.means().loss;
}

HeadMatrix Trainer::head_matrix(std::size_t sentences) {
  check_positive("Trainer::head_matrix", "", "sentences", sentences);
  Impl& it = *impl_;
  std::size_t const heads = it.config.heads;
  std::vector<std::size_t> counts(it.task.relations.size());
  HeadMatrix matrix;
  matrix.mass.resize(counts.size() * heads);
  matrix.baseline.resize(counts.size() * heads);
  train::Tally tally(it.task.questions.size());
  it.for_chunks(sentences, [&] {
    it.network.forward(it.batch, it.weights.data(), {}, tally);
    for (std::size_t ask = 0; ask < it.batch.asks.size(); ++ask) {
      auto const [question, token, answer, target] = it.batch.asks[ask];
      std::size_t const relation = it.task.questions[question].relation;
      ++counts[relation];
      for (std::size_t head = 0; head < heads; ++head) {
        std::span<float const> const row = it.network.attention(it.batch, ask, head);
        double const mass = double{row[target]};
        matrix.mass[relation * heads + head] += mass;
        matrix.baseline[relation * heads + head] +=
            (1.0 - mass) / static_cast<double>(row.size() - 1);
      }
    }
  });
  for (std::size_t i = 0; i < matrix.mass.size(); ++i) {
    matrix.mass[i] /= static_cast<double>(counts[i / heads]);
    matrix.baseline[i] /= static_cast<double>(counts[i / heads]);
  }
  return matrix;
}

std::vector<float> Trainer::slab_norms() const {
  Impl const& it = *impl_;
  std::size_t const size = it.config.d_head * it.config.d_model;
  std::vector<float> norms(it.config.heads);
  for (std::size_t head = 0; head < norms.size(); ++head) {
    norms[head] = kernels::l2_norm(size, it.weights.data() + it.layout.output.weight + head * size);
  }
  return norms;
}

}  // namespace headscope
