#include "kernels/activation.hpp"

#include <algorithm>
#include <limits>

#include "guarded.hpp"

namespace headscope::kernels::test {
namespace {

using Activation = void (*)(std::size_t, float*) noexcept;

/// Largest error over [-limit, limit] and every size, relative to max(1, |x|).
double largest_error(Activation activation, double (*reference)(double), float limit) {
  double worst = 0.0;
  auto const check = [&](Guarded& x) {
    std::vector<float> const input(x.data(), x.data() + x.size());
    activation(x.size(), x.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
      double const at = static_cast<double>(input[i]);
      double const error = std::abs(static_cast<double>(x[i]) - reference(at));
      worst = std::max(worst, error / std::max(1.0, std::abs(at)));
    }
  };
  for (std::size_t const size : sizes()) {
    Guarded x(size);
    fill(x, static_cast<unsigned>(size), -limit, limit);
    check(x);
  }
  Guarded grid(200001);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    grid[i] = limit * (static_cast<float>(i) / 100000.0F - 1.0F);
  }
  check(grid);
  return worst;
}

TEST(KernelRelu, KeepsPositivesAndNaN) {
  EXPECT_EQ(largest_error(relu, [](double x) { return std::max(x, 0.0); }, 10.0F), 0.0);
  Guarded x(11, std::numeric_limits<float>::quiet_NaN());
  relu(x.size(), x.data());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_TRUE(std::isnan(x[i]));
}

TEST(KernelGelu, WithinItsStatedError) {
  auto const reference = [](double x) { return 0.5 * x * std::erfc(-x / std::sqrt(2.0)); };
  for (float const limit : {0.01F, 1.0F, 6.0F, 30.0F}) {
    EXPECT_LE(largest_error(gelu, reference, limit), 1e-6) << limit;
  }
  Guarded far(9, -1e4F);
  gelu(far.size(), far.data());
  for (std::size_t i = 0; i < far.size(); ++i) EXPECT_EQ(far[i], 0.0F);
}

TEST(KernelGelu, InfinitiesGiveNaN) {
  for (float const sign : {1.0F, -1.0F}) {
    Guarded x(9, sign * std::numeric_limits<float>::infinity());
    gelu(x.size(), x.data());
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_TRUE(std::isnan(x[i])) << sign;
  }
}

TEST(KernelTanh, WithinItsStatedError) {
  auto const reference = [](double x) { return std::tanh(x); };
  for (float const limit : {0.01F, 1.0F, 10.0F, 1e4F}) {
    EXPECT_LE(largest_error(tanh, reference, limit), 1e-6) << limit;
  }
  Guarded ends(2);
  ends[0] = std::numeric_limits<float>::infinity();
  ends[1] = -ends[0];
  tanh(ends.size(), ends.data());
  EXPECT_EQ(ends[0], 1.0F);
  EXPECT_EQ(ends[1], -1.0F);
}

}  // namespace
}  // namespace headscope::kernels::test
