#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "headscope/attention.hpp"
#include "kernels/attention.hpp"
#include "kernels/backward.hpp"
#include "kernels/gemm.hpp"
#include "kernels/norm.hpp"
#include "kernels/simd/table.hpp"
#include "peak.hpp"

// The kernels and a whole layer on this machine's best instruction set. Every product stands beside
// the limit of that set, measured first.
namespace headscope::bench {

namespace {

struct Limit {
  char const* name = nullptr;
  double rate = 0.0;  ///< operations a second
};

/// The best of many short runs: whatever disturbs one only makes it slower.
struct MeasureLimit {
  template <class Arch>
  Limit operator()(Arch) const {
    Limit limit{Arch::name()};
    for (int run = 0; run < 30; ++run) {
      auto const start = std::chrono::steady_clock::now();
      double const operations = peak<Arch>(1'000'000);
      std::chrono::duration<double> const took = std::chrono::steady_clock::now() - start;
      limit.rate = std::max(limit.rate, operations / took.count());
    }
    return limit;
  }
};

Limit const& limit() {
  static Limit const measured = xsimd::dispatch<kernels::simd::Architectures>(MeasureLimit{})();
  return measured;
}

std::vector<float> noise(std::size_t size) {
  std::mt19937 bits(1);
  std::vector<float> values(size);
  for (float& value : values) value = static_cast<float>(bits() >> 8) * 0x1p-23F - 1.0F;
  return values;
}

std::size_t extent(benchmark::State const& state, std::size_t index) {
  return static_cast<std::size_t>(state.range(index));
}

void count_operations(benchmark::State& state, double operations) {
  using benchmark::Counter;
  state.counters["operations"] = Counter(operations, Counter::kIsIterationInvariantRate);
  state.counters["% of peak"] =
      Counter(100.0 * operations / limit().rate, Counter::kIsIterationInvariantRate);
}

void count_elements(benchmark::State& state, std::size_t elements) {
  using benchmark::Counter;
  state.counters["elements"] =
      Counter(static_cast<double>(elements), Counter::kIsIterationInvariantRate);
}

void gemm(benchmark::State& state) {
  std::size_t const m = extent(state, 0);
  std::size_t const k = extent(state, 1);
  std::size_t const n = extent(state, 2);
  std::vector<float> const a = noise(m * k);
  std::vector<float> const b = noise(k * n);
  std::vector<float> packed(kernels::packed_columns_size(k, n));
  std::vector<float> scratch(kernels::gemm_scratch_size(m, k));
  std::vector<float> c(m * n);
  kernels::pack_columns(b.data(), n, k, n, packed.data());
  for (auto _ : state) {
    kernels::gemm(m, n, k, a.data(), k, packed.data(), nullptr, c.data(), n, scratch.data());
    benchmark::DoNotOptimize(c.data());
    benchmark::ClobberMemory();
  }
  count_operations(state, 2.0 * static_cast<double>(m * n * k));
}
BENCHMARK(gemm)
    ->ArgNames({"m", "k", "n"})
    ->Args({512, 512, 512})
    ->Args({512, 64, 512})
    ->Args({512, 512, 64});

void softmax(benchmark::State& state) {
  std::size_t const n = extent(state, 0);
  std::vector<float> const scaled = noise(n * n);
  std::vector<float> weights(n * n);
  for (auto _ : state) {
    kernels::softmax_rows(n, n, scaled.data(), n, nullptr, weights.data(), n);
    benchmark::DoNotOptimize(weights.data());
    benchmark::ClobberMemory();
  }
  count_elements(state, n * n);
}
BENCHMARK(softmax)->ArgName("n")->Arg(64)->Arg(512);

void layer_norm(benchmark::State& state) {
  std::size_t const rows = extent(state, 0);
  std::size_t const width = extent(state, 1);
  std::vector<float> const x = noise(rows * width);
  std::vector<float> const scale = noise(width);
  std::vector<float> out(rows * width);
  for (auto _ : state) {
    kernels::layer_norm(rows, width, x.data(), scale.data(), scale.data(), 1e-6F, out.data());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  count_elements(state, rows * width);
}
BENCHMARK(layer_norm)->ArgNames({"rows", "width"})->Args({128, 512});

Matrix matrix(std::size_t rows, std::size_t columns, float size) {
  Matrix values = Matrix::from_shape({rows, columns});
  std::vector<float> const from = noise(rows * columns);
  std::transform(from.begin(), from.end(), values.data(), [size](float x) { return size * x; });
  return values;
}

void forward(benchmark::State& state) {
  constexpr std::size_t kWidth = 512;
  float const size = std::sqrt(3.0F / static_cast<float>(kWidth));  // keeps the variance
  std::size_t const n = extent(state, 0);
  Matrix const weight = matrix(kWidth, kWidth, size);
  MultiHeadAttention const layer({.d_model = kWidth, .heads = 8, .d_head = 64},
                                 {weight, weight, weight, weight});
  Matrix const x = matrix(n, kWidth, 1.0F);
  for (auto _ : state) benchmark::DoNotOptimize(layer.forward(x).data());
  auto const rows = static_cast<double>(n);
  auto const width = static_cast<double>(kWidth);
  count_operations(state, 8 * rows * width * width + 4 * rows * rows * width);
}
BENCHMARK(forward)->ArgName("n")->Arg(16)->Arg(64)->Arg(128)->Arg(512)->Arg(2048)->Unit(
    benchmark::kMillisecond);

}  // namespace
}  // namespace headscope::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  auto const& [name, rate] = headscope::bench::limit();
  benchmark::AddCustomContext("instruction set", name);
  benchmark::AddCustomContext("peak, 10^9 operations/s", std::to_string(rate / 1e9));
  benchmark::RunSpecifiedBenchmarks();
}
