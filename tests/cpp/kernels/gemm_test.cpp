#include "kernels/gemm.hpp"

#include <tuple>

#include "guarded.hpp"
#include "kernels/backward.hpp"

namespace headscope::kernels::test {
namespace {

enum class Packing { Rows, Transposed };

/// Runs one product with row distances larger than the widths, and compares it with double sums.
void check_product(std::size_t m, std::size_t n, std::size_t k, bool with_bias, Packing packing) {
  SCOPED_TRACE(testing::Message() << m << " x " << k << " x " << n << (with_bias ? " + bias" : ""));
  std::size_t const lda = k + 3;
  std::size_t const ldc = n + 5;
  bool const transposed = packing == Packing::Transposed;
  std::size_t const ldb = (transposed ? k : n) + 2;
  Guarded a(m * lda);
  Guarded b((transposed ? n : k) * ldb);
  Guarded bias(n);
  Guarded packed(packed_columns_size(k, n), 1e30F);
  Guarded scratch(gemm_scratch_size(m, k), 1e30F);
  Guarded c(m * ldc, 42.0F);
  fill(a, 1);
  fill(b, 2);
  fill(bias, 3);

  if (transposed) {
    pack_columns_transposed(b.data(), ldb, k, n, packed.data());
  } else {
    pack_columns(b.data(), ldb, k, n, packed.data());
  }
  gemm(m, n, k, a.data(), lda, packed.data(), with_bias ? bias.data() : nullptr, c.data(), ldc,
       scratch.data());

  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double sum = with_bias ? static_cast<double>(bias[j]) : 0.0;
      double size = std::abs(sum);
      for (std::size_t p = 0; p < k; ++p) {
        double const product = static_cast<double>(a[i * lda + p]) *
                               static_cast<double>(transposed ? b[j * ldb + p] : b[p * ldb + j]);
        sum += product;
        size += std::abs(product);
      }
      double const bound = static_cast<double>(k + 1) * 0x1p-24 * size;
      ASSERT_NEAR(static_cast<double>(c[i * ldc + j]), sum, bound) << "at " << i << ", " << j;
    }
    for (std::size_t j = n; j < ldc; ++j) ASSERT_EQ(c[i * ldc + j], 42.0F) << "beside row " << i;
  }
}

TEST(KernelGemm, EveryTailOfRowsAndColumns) {
  for (std::size_t m = 0; m <= 13; ++m) {
    for (std::size_t n = 0; n <= 33; ++n) {
      check_product(m, n, 7, (m + n) % 2 == 0, Packing::Rows);
    }
  }
}

TEST(KernelGemm, EveryTailOfDepth) {
  for (std::size_t const k : sizes()) {
    check_product(7, 19, k, true, Packing::Rows);
    check_product(8, 19, k, false, Packing::Transposed);
  }
}

TEST(KernelGemm, EveryTailOfTransposedColumns) {
  for (std::size_t n = 0; n <= 33; ++n) check_product(6, n, 9, false, Packing::Transposed);
}

TEST(KernelGemm, TypicalShapesAndSeveralRowBlocks) {
  check_product(16, 64, 512, true, Packing::Rows);
  check_product(133, 33, 40, true, Packing::Rows);
  check_product(300, 24, 33, false, Packing::Transposed);
}

TEST(KernelGemm, SeveralBandsOfPanels) {
  check_product(13, 420, 512, true, Packing::Rows);   // a whole band, and one with an edge
  check_product(7, 40, 14000, false, Packing::Rows);  // one panel each
  check_product(140, 300, 300, true, Packing::Rows);  // several row blocks too
}

TEST(KernelGemm, SlabIsTheProductWithSomeRows) {
  std::size_t const m = 9;
  std::size_t const n = 21;
  std::size_t const depth = 30;
  Guarded a(m * depth);
  Guarded b(depth * n);
  fill(a, 4);
  fill(b, 5);
  Guarded packed(packed_columns_size(depth, n));
  pack_columns(b.data(), n, depth, n, packed.data());
  for (auto const& [begin, k] : {std::tuple<std::size_t, std::size_t>{0, 10}, {10, 13}, {23, 7}}) {
    Guarded scratch(gemm_scratch_size(m, k));
    Guarded slab(m * n);
    gemm_slab(m, n, k, a.data() + begin, depth, packed.data(), depth, begin, nullptr, slab.data(),
              n, scratch.data());
    Guarded alone(packed_columns_size(k, n));
    Guarded expected(m * n);
    pack_columns(b.data() + begin * n, n, k, n, alone.data());
    gemm(m, n, k, a.data() + begin, depth, alone.data(), nullptr, expected.data(), n,
         scratch.data());
    for (std::size_t i = 0; i < m * n; ++i) ASSERT_EQ(slab[i], expected[i]) << "at " << i;
  }
}

TEST(KernelGemm, ScratchDoesNotGrowWithManyRows) {
  EXPECT_LE(gemm_scratch_size(100000, 64), std::size_t{256} * 64);
  EXPECT_EQ(gemm_scratch_size(0, 64), 0U);
}

}  // namespace
}  // namespace headscope::kernels::test
