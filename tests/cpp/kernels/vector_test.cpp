#include "kernels/vector.hpp"

#include <limits>

#include "guarded.hpp"

namespace headscope::kernels::test {
namespace {

TEST(KernelVector, AddAndScaleAreExactRoundings) {
  for (std::size_t const size : sizes()) {
    Guarded a(size);
    Guarded b(size, 0.0F, 3);
    Guarded out(size, 42.0F, 2);
    fill(a, 1);
    fill(b, 2);
    add(size, a.data(), b.data(), out.data());
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(out[i], a[i] + b[i]) << size << ", " << i;
    scale(size, 0.3F, a.data(), out.data());
    for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(out[i], 0.3F * a[i]) << size << ", " << i;
  }
}

TEST(KernelVector, L2NormNeitherOverflowsNorLosesDigits) {
  for (std::size_t const size : sizes()) {
    for (float const limit : {1e-30F, 1.0F, 1e30F}) {
      Guarded x(size);
      fill(x, static_cast<unsigned>(size), -limit, limit);
      double sum = 0.0;
      for (std::size_t i = 0; i < size; ++i) {
        sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
      }
      double const expected = std::sqrt(sum);
      EXPECT_NEAR(static_cast<double>(l2_norm(size, x.data())), expected, 0x1p-23 * expected);
    }
  }
}

TEST(KernelVector, MeanOfRows) {
  for (std::size_t const width : sizes()) {
    for (std::size_t const rows : Sizes{0, 1, 3, 128}) {
      Guarded x(rows * width);
      Guarded out(width, 42.0F);
      fill(x, 9);
      mean_rows(rows, width, x.data(), out.data());
      for (std::size_t i = 0; i < width; ++i) {
        double sum = 0.0;
        for (std::size_t row = 0; row < rows; ++row) sum += static_cast<double>(x[row * width + i]);
        double const expected = rows == 0 ? 0.0 : sum / static_cast<double>(rows);
        ASSERT_NEAR(static_cast<double>(out[i]), expected, 1e-6);
      }
    }
  }
}

TEST(KernelVector, FirstNonFiniteFindsTheFirst) {
  float const infinity = std::numeric_limits<float>::infinity();
  for (std::size_t const size : sizes()) {
    Guarded x(size, std::numeric_limits<float>::max());
    EXPECT_EQ(first_non_finite(x.data(), size), size);
    for (std::size_t at = 0; at < size; ++at) {
      for (float const bad : {infinity, -infinity, std::nanf("")}) {
        x[at] = bad;
        if (at + 1 < size) x[size - 1] = infinity;
        EXPECT_EQ(first_non_finite(x.data(), size), at);
        x[at] = x[size - 1] = -1.0F;
      }
    }
  }
}

}  // namespace
}  // namespace headscope::kernels::test
