#include "positions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headscope {
namespace {

struct Circle {
  float sine;
  float cosine;
};

// What each step of both series, the last first, multiplies by: 1 / (n (n - 1)) and 1 / (n (n +
// 1)). A table, because a division takes as long as the rest of a step.
struct Step {
  double cosine;
  double sine;
};
constexpr std::array<Step, 6> kSteps = [] {
  std::array<Step, 6> steps{};
  double n = 12.0;
  for (Step& step : steps) {
    step = {1.0 / (n * (n - 1.0)), 1.0 / (n * (n + 1.0))};
    n -= 2.0;
  }
  return steps;
}();

// Both at once, in double, and smaller than a C library's, which is ready for any angle: what is
// left of whole quarter turns, at most pi/4, goes into the Taylor series up to r^13 and r^12. The
// first part of pi/2 is short enough for its multiples to be exact (Cody and Waite 1980).
Circle circle(float angle) noexcept {
  constexpr double kQuarterFirst = 0x1.921fb5p+0;
  constexpr double kQuarterRest = 0x1.110b4611a6263p-26;
  double const x = static_cast<double>(angle);
  double const turns = std::nearbyint(x * 0.63661977236758134);  // 2 / pi
  double const r = (x - turns * kQuarterFirst) - turns * kQuarterRest;
  double const z = r * r;
  double sine = 1.0;
  double cosine = 1.0;
  for (Step const& step : kSteps) {
    cosine = 1.0 - z * step.cosine * cosine;
    sine = 1.0 - z * step.sine * sine;
  }
  sine *= r;
  auto const quarter = static_cast<long long>(turns) & 3;
  if (quarter % 2 != 0) {
    std::swap(sine, cosine);
    cosine = -cosine;
  }
  if (quarter >= 2) {
    sine = -sine;
    cosine = -cosine;
  }
  return {static_cast<float>(sine), static_cast<float>(cosine)};
}

}  // namespace

// Angles as tensor2tensor computes them in float: a double would differ from the trained model by
// more than rounding.
void add_positions(std::size_t first, std::size_t last, std::size_t d_model, float* out) noexcept {
  std::size_t const pairs = d_model / 2;
  std::size_t const steps = std::max<std::size_t>(pairs, 2) - 1;
  auto const step = static_cast<float>(std::log(10000.0) / static_cast<double>(steps));
  for (std::size_t i = 0; i < pairs; ++i) {
    float const scale = std::exp(static_cast<float>(i) * -step);
    for (std::size_t position = first; position < last; ++position) {
      Circle const at = circle(static_cast<float>(position) * scale);
      float* const channel = out + (position - first) * d_model + i;
      channel[0] += at.sine;
      channel[pairs] += at.cosine;
    }
  }
}

}  // namespace headscope
