#include "kernels/norm.hpp"

#include <algorithm>

#include "guarded.hpp"

namespace headscope::kernels::test {
namespace {

void check_norm(std::size_t rows, std::size_t width, float centre, float spread) {
  SCOPED_TRACE(testing::Message() << rows << " x " << width << ", " << centre << " +- " << spread);
  constexpr float kEpsilon = 1e-6F;
  Guarded x(rows * width);
  Guarded scale(width);
  Guarded bias(width);
  Guarded out(rows * width, 42.0F);
  fill(x, static_cast<unsigned>(width), centre - spread, centre + spread);
  fill(scale, 5, -2.0F, 2.0F);
  fill(bias, 6);
  layer_norm(rows, width, x.data(), scale.data(), bias.data(), kEpsilon, out.data());
  for (std::size_t row = 0; row < rows; ++row) {
    float* values = x.data() + row * width;
    double mean = 0.0;
    double variance = 0.0;
    double largest = 0.0;
    for (std::size_t i = 0; i < width; ++i) mean += static_cast<double>(values[i]);
    mean /= static_cast<double>(width);
    for (std::size_t i = 0; i < width; ++i) {
      double const difference = static_cast<double>(values[i]) - mean;
      variance += difference * difference;
      largest = std::max(largest, std::abs(difference));
    }
    variance /= static_cast<double>(width);
    double const deviation = std::sqrt(variance + static_cast<double>(kEpsilon));
    for (std::size_t i = 0; i < width; ++i) {
      double const factor = static_cast<double>(scale[i]) / deviation;
      double const expected =
          (static_cast<double>(values[i]) - mean) * factor + static_cast<double>(bias[i]);
      double const tolerance = 2e-6 * (std::abs(factor) * largest + std::abs(expected));
      ASSERT_NEAR(static_cast<double>(out[row * width + i]), expected, tolerance + 1e-7)
          << row << ", " << i;
    }
  }
}

TEST(KernelLayerNorm, EveryWidth) {
  for (std::size_t const width : sizes()) check_norm(3, width, 0.0F, 1.0F);
  check_norm(0, 16, 0.0F, 1.0F);
}

TEST(KernelLayerNorm, ALargeMeanCostsNoDigits) {
  // In a row around 1e6 the mean's own rounding is so large that the variance counts it.
  for (float const centre : {1e4F, 1e6F}) {
    for (std::size_t const width : Sizes{7, 33, 512}) check_norm(2, width, centre, 1.0F);
  }
}

TEST(KernelLayerNorm, ConstantRowsGiveTheBias) {
  for (std::size_t const width : Sizes{1, 9, 512}) check_norm(2, width, 3.0F, 0.0F);
}

TEST(KernelLayerNorm, ConstantRowsOfLargeNumbersStayFinite) {
  for (std::size_t width = 1; width <= 1024; ++width) {
    Guarded x(width, 1.1e8F);
    Guarded scale(width, 2.0F);
    Guarded bias(width, 3.0F);
    Guarded out(width);
    layer_norm(1, width, x.data(), scale.data(), bias.data(), 1e-6F, out.data());
    for (std::size_t i = 0; i < width; ++i) ASSERT_TRUE(std::isfinite(out[i])) << width;
  }
}

TEST(KernelLayerNorm, InPlace) {
  Guarded x(2 * 21);
  Guarded out(2 * 21);
  Guarded scale(21, 2.0F);
  Guarded bias(21, -1.0F);
  fill(x, 8);
  layer_norm(2, 21, x.data(), scale.data(), bias.data(), 1e-6F, out.data());
  layer_norm(2, 21, x.data(), scale.data(), bias.data(), 1e-6F, x.data());
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(x[i], out[i]);
}

}  // namespace
}  // namespace headscope::kernels::test
