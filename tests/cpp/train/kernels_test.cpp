#include <cmath>
#include <limits>

#include "../kernels/guarded.hpp"
#include "kernels/simd/backward_table.hpp"

// Every architecture of the machine against the definition in double.
namespace headscope::kernels::test {
namespace {

template <class Run>
void for_each_table(Run run) {
  simd::Architectures::for_each([&](auto arch) {
    using Arch = decltype(arch);
    if (xsimd::available_architectures().has(arch)) {
      SCOPED_TRACE(Arch::name());
      run(simd::backward_table_for<Arch>());
    }
  });
}

constexpr std::size_t kQueries = 3;
constexpr std::size_t kKeys = 7;
constexpr std::size_t kHeads = 2;
constexpr std::size_t kDHead = 11;  // neither a whole vector nor less than one
constexpr std::size_t kWidth = kHeads * kDHead;

struct Problem {
  Guarded q{kQueries * kWidth}, k{kKeys * kWidth}, v{kKeys * kWidth}, d{kQueries * kWidth};
  std::vector<std::uint8_t> bits = {1, 0, 1, 1, 1, 1, 1};
  std::vector<KeyRange> ranges = {{0, kKeys, bits.data()}, {2, 5, nullptr}, {4, 4, nullptr}};

  Problem() {
    fill(q, 1);
    fill(k, 2);
    fill(v, 3);
    fill(d, 4);
  }
  bool allows(std::size_t query, std::size_t key) const {
    KeyRange const& range = ranges[query];
    return key >= range.begin && key < range.end && (range.bits == nullptr || range.bits[key] != 0);
  }
  Segment segment(Guarded& weights) const {
    return {kQueries, kKeys,    kHeads,   kDHead,        0.3F,
            q.data(), k.data(), v.data(), ranges.data(), weights.data()};
  }
  /// Sum of d · context, whose derivatives are those that are asked for.
  double value(std::vector<double> const& qs, std::vector<double> const& ks,
               std::vector<double> const& vs) const;
};

std::vector<double> widened(Guarded const& x) { return {x.data(), x.data() + x.size()}; }

double Problem::value(std::vector<double> const& qs, std::vector<double> const& ks,
                      std::vector<double> const& vs) const {
  double sum = 0;
  for (std::size_t head = 0; head < kHeads; ++head) {
    for (std::size_t query = 0; query < kQueries; ++query) {
      double total = 0;
      double mixed = 0;
      for (std::size_t key = 0; key < kKeys; ++key) {
        if (!allows(query, key)) continue;
        double score = 0;
        double value = 0;
        for (std::size_t i = head * kDHead; i < (head + 1) * kDHead; ++i) {
          score += qs[query * kWidth + i] * ks[key * kWidth + i];
          value += double{d.data()[query * kWidth + i]} * vs[key * kWidth + i];
        }
        double const power = std::exp(double{0.3F} * score);
        total += power;
        mixed += power * value;
      }
      if (total > 0) sum += mixed / total;
    }
  }
  return sum;
}

TEST(BackwardKernels, SegmentsHaveTheDerivativesOfTheirDefinition) {
  Problem const of;
  std::vector<double> q = widened(of.q);
  std::vector<double> k = widened(of.k);
  std::vector<double> v = widened(of.v);
  for_each_table([&](simd::BackwardTable const& table) {
    Guarded weights(kHeads * kQueries * kKeys);
    Guarded context(kQueries * kWidth);
    Guarded d_q(q.size());
    Guarded d_k(k.size());
    Guarded d_v(v.size());
    Guarded scratch(kKeys);
    std::fill_n(d_k.data(), d_k.size(), 0.0F);
    std::fill_n(d_v.data(), d_v.size(), 0.0F);
    table.segment_attend(of.segment(weights), context.data());
    table.segment_backward(of.segment(weights), of.d.data(), d_q.data(), d_k.data(), d_v.data(),
                           scratch.data());
    double sum = 0;
    for (std::size_t i = 0; i < context.size(); ++i) {
      sum += double{context.data()[i]} * double{of.d.data()[i]};
    }
    EXPECT_NEAR(sum, of.value(q, k, v), 1e-5);
    auto const expect = [&](std::vector<double>& x, Guarded const& derivative) {
      for (std::size_t i = 0; i < x.size(); ++i) {
        double const before = x[i];
        x[i] = before + 1e-6;
        double const above = of.value(q, k, v);
        x[i] = before - 1e-6;
        double const below = of.value(q, k, v);
        x[i] = before;
        ASSERT_NEAR(double{derivative.data()[i]}, (above - below) / 2e-6, 1e-5) << "at " << i;
      }
    };
    expect(q, d_q);
    expect(k, d_k);
    expect(v, d_v);
  });
}

TEST(BackwardKernels, WhatIsMaskedTouchesNothing) {
  Problem of;
  for_each_table([&](simd::BackwardTable const& table) {
    Guarded weights(kHeads * kQueries * kKeys);
    Guarded context(kQueries * kWidth);
    for (std::size_t i = 0; i < kWidth; ++i) {
      of.k.data()[kWidth + i] = std::numeric_limits<float>::quiet_NaN();  // key 1 is masked for all
      of.v.data()[kWidth + i] = std::numeric_limits<float>::quiet_NaN();
    }
    of.ranges[1] = {2, 5, nullptr};
    table.segment_attend(of.segment(weights), context.data());
    for (std::size_t i = 0; i < context.size(); ++i) ASSERT_TRUE(std::isfinite(context.data()[i]));
    for (std::size_t i = 2 * kWidth; i < context.size(); ++i) ASSERT_EQ(context.data()[i], 0.0F);
  });
}

TEST(BackwardKernels, TransposeAndSumRows) {
  constexpr std::size_t kRows = 13;
  constexpr std::size_t kColumns = 19;
  Guarded x(kRows * kColumns);
  fill(x, 5);
  for_each_table([&](simd::BackwardTable const& table) {
    Guarded out(kRows * kColumns);
    Guarded sums(kColumns);
    table.transpose(kRows, kColumns, x.data(), kColumns, out.data(), kRows);
    table.sum_rows(kRows, kColumns, x.data(), sums.data());
    for (std::size_t column = 0; column < kColumns; ++column) {
      double sum = 0;
      for (std::size_t row = 0; row < kRows; ++row) {
        ASSERT_EQ(out.data()[column * kRows + row], x.data()[row * kColumns + column]);
        sum += double{x.data()[row * kColumns + column]};
      }
      ASSERT_NEAR(double{sums.data()[column]}, sum, 1e-5);
    }
  });
}

TEST(BackwardKernels, AdamwTakesTheStepOfThePaper) {
  constexpr std::size_t kSize = 21;
  AdamStep const step{.beta1 = 0.9F,
                      .beta2 = 0.99F,
                      .epsilon = 1e-3F,
                      .rate = 0.02F,
                      .decay = 0.01F,
                      .correction = 3.0F};
  for_each_table([&](simd::BackwardTable const& table) {
    Guarded gradient(kSize);
    Guarded weights(kSize);
    Guarded first(kSize);
    Guarded second(kSize);
    fill(gradient, 6);
    fill(weights, 7);
    fill(first, 8);
    for (std::size_t i = 0; i < kSize; ++i) second.data()[i] = 0.1F * static_cast<float>(i);
    std::vector<double> expected_weights;
    std::vector<double> expected_first;
    std::vector<double> expected_second;
    for (std::size_t i = 0; i < kSize; ++i) {
      double const g = double{gradient.data()[i]};
      double const m = 0.9 * double{first.data()[i]} + 0.1 * g;
      double const v = 0.99 * double{second.data()[i]} + 0.01 * g * g;
      double const w = double{weights.data()[i]};
      expected_weights.push_back(w - 0.01 * w - 0.02 * m / (std::sqrt(3.0 * v) + 1e-3));
      expected_first.push_back(m);
      expected_second.push_back(v);
    }
    table.adamw(kSize, step, gradient.data(), weights.data(), first.data(), second.data());
    for (std::size_t i = 0; i < kSize; ++i) {
      ASSERT_NEAR(double{weights.data()[i]}, expected_weights[i], 1e-5) << "at " << i;
      ASSERT_NEAR(double{first.data()[i]}, expected_first[i], 1e-6) << "at " << i;
      ASSERT_NEAR(double{second.data()[i]}, expected_second[i], 1e-6) << "at " << i;
    }
  });
}

}  // namespace
}  // namespace headscope::kernels::test
