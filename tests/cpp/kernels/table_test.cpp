#include "kernels/simd/table.hpp"

#include <cstdint>

#include "guarded.hpp"

// The other tests see the best architecture of the machine. Here every one it has computes the same
// head and the same block, so that the slower tables are run too.
namespace headscope::kernels::test {
namespace {

constexpr std::size_t kQueries = 23;
constexpr std::size_t kKeys = 37;
constexpr std::size_t kWidth = 21;
constexpr std::size_t kInner = 50;

/// Calls run(table) for every architecture that this machine has.
template <class Run>
void for_each_table(Run run) {
  simd::Architectures::for_each([&](auto arch) {
    using Arch = decltype(arch);
    if (xsimd::available_architectures().has(arch)) {
      SCOPED_TRACE(Arch::name());
      run(simd::table_for<Arch>());
    }
  });
}

TEST(KernelTables, AgreeOnAttention) {
  Guarded q(kQueries * kWidth);
  Guarded k(kKeys * kWidth);
  Guarded v(kKeys * kWidth);
  fill(q, 1);
  fill(k, 2);
  fill(v, 3);
  std::vector<std::uint8_t> bits(kKeys, 1);
  bits[3] = bits[30] = 0;
  std::vector<KeyRange> ranges;
  for (std::size_t i = 0; i < kQueries; ++i) {
    ranges.push_back({i / 4, kKeys - i, i % 3 == 0 ? bits.data() : nullptr});
  }
  auto const run = [&](simd::Table const& table, Guarded& fused, Guarded& traced) {
    Guarded packed_k(table.packed_rows_size(kKeys, kWidth));
    Guarded packed_v(table.packed_rows_size(kWidth, kKeys));
    Guarded scratch(table.attend_scratch_size(kKeys, kWidth));
    Guarded weights(kQueries * kKeys);
    table.pack_keys(k.data(), kWidth, kKeys, kWidth, packed_k.data());
    table.pack_values(v.data(), kWidth, kKeys, kWidth, packed_v.data());
    table.attend(kQueries, kKeys, kWidth, kWidth, 0.5F, q.data(), kWidth, packed_k.data(),
                 packed_v.data(), ranges.data(), nullptr, fused.data(), kWidth, scratch.data());
    Kept const kept{.weights = weights.data()};
    table.attend(kQueries, kKeys, kWidth, kWidth, 0.5F, q.data(), kWidth, packed_k.data(),
                 packed_v.data(), ranges.data(), &kept, traced.data(), kWidth, scratch.data());
  };
  std::vector<float> expected;
  for_each_table([&](simd::Table const& table) {
    Guarded fused(kQueries * kWidth);
    Guarded traced(kQueries * kWidth);
    run(table, fused, traced);
    if (expected.empty()) expected.assign(fused.data(), fused.data() + fused.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_NEAR(fused[i], expected[i], 1e-6F) << "at " << i;
      ASSERT_NEAR(traced[i], expected[i], 1e-6F) << "at " << i;
    }
  });
  EXPECT_FALSE(expected.empty());
}

TEST(KernelTables, AgreeOnTheRestOfABlock) {
  Guarded x(kQueries * kWidth);
  Guarded weights(kWidth * kInner);
  Guarded bias(kInner);
  fill(x, 4);
  fill(weights, 5);
  fill(bias, 6);
  std::vector<std::vector<float>> results;
  for_each_table([&](simd::Table const& table) {
    Guarded normal(x.size());
    table.layer_norm(kQueries, kWidth, x.data(), bias.data(), weights.data(), 1e-6F, normal.data());
    Guarded packed(table.packed_columns_size(kWidth, kInner));
    Guarded scratch(table.gemm_scratch_size(kQueries, kWidth));
    Guarded inner(kQueries * kInner);
    table.pack_columns(weights.data(), kInner, kWidth, kInner, packed.data());
    table.gemm(kQueries, kInner, kWidth, normal.data(), kWidth, packed.data(), bias.data(),
               inner.data(), kInner, scratch.data());
    table.gelu(inner.size() / 2, inner.data());
    table.tanh(inner.size() / 4, inner.data());
    table.relu(inner.size() / 3, inner.data());
    Guarded mean(kInner);
    table.mean_rows(kQueries, kInner, inner.data(), mean.data());
    EXPECT_EQ(table.first_non_finite(inner.data(), inner.size()), inner.size());
    std::vector<float> all(inner.data(), inner.data() + inner.size());
    all.insert(all.end(), mean.data(), mean.data() + mean.size());
    all.push_back(table.l2_norm(mean.size(), mean.data()));
    results.push_back(all);
  });
  ASSERT_FALSE(results.empty());
  for (std::vector<float> const& result : results) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      ASSERT_NEAR(result[i], results.front()[i], 1e-5F) << "at " << i;
    }
  }
}

}  // namespace
}  // namespace headscope::kernels::test
