#pragma once

#include <cstddef>

#include "kernels/simd/softmax.hpp"
#include "kernels/simd/tile.hpp"

// A group of kPanel rows lies transposed, [n][kPanel]: one row to a lane. Then all rows of a
// softmax have their maximum, powers and sum at once, nothing is summed across a vector, and what a
// tile wrote, the next tile reads as its panel.
namespace headscope::kernels::simd {

/// Source row of each lane: lanes beyond `rows` repeat the first one.
template <class Arch>
constexpr std::size_t row_of_lane(std::size_t lane, std::size_t rows) noexcept {
  return lane < rows ? lane : 0;
}

/// lanes [n][kPanel] = factor · x [rows, n].
template <class Arch>
void rows_to_lanes(std::size_t rows, std::size_t n, float const* x, std::size_t ldx, float factor,
                   float* lanes) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  for (std::size_t lane = 0; lane < kPanel<Arch>; lane += Batch::size, lanes += Batch::size) {
    float const* from[Batch::size];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < Batch::size; ++j)
      from[j] = x + row_of_lane<Arch>(lane + j, rows) * ldx;
    std::size_t i = 0;
    for (; i + Batch::size <= n; i += Batch::size) {
      Batch square[Batch::size];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < Batch::size; ++j) {
        square[j] = Batch::load_unaligned(from[j] + i) * Batch(factor);
      }
      xsimd::transpose(square, square + Batch::size);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < Batch::size; ++j) {
        square[j].store_unaligned(lanes + (i + j) * kPanel<Arch>);
      }
    }
    for (; i < n; ++i) {
      for (std::size_t j = 0; j < Batch::size; ++j) {
        lanes[i * kPanel<Arch> + j] = from[j][i] * factor;
      }
    }
  }
}

/// out [rows, n] = lanes [n][kPanel], each lane times its own factor. Lanes beyond `rows` must be
/// copies of the first one.
template <class Arch>
void lanes_to_rows(std::size_t rows, std::size_t n, float const* lanes, float const* factors,
                   float* out, std::size_t ldo) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  for (std::size_t lane = 0; lane < kPanel<Arch>; lane += Batch::size, lanes += Batch::size) {
    Batch const factor = Batch::load_unaligned(factors + lane);
    float* to[Batch::size];
#pragma GCC unroll 8
    for (std::size_t j = 0; j < Batch::size; ++j)
      to[j] = out + row_of_lane<Arch>(lane + j, rows) * ldo;
    std::size_t i = 0;
    for (; i + Batch::size <= n; i += Batch::size) {
      Batch square[Batch::size];
#pragma GCC unroll 8
      for (std::size_t j = 0; j < Batch::size; ++j) {
        square[j] = Batch::load_unaligned(lanes + (i + j) * kPanel<Arch>) * factor;
      }
      xsimd::transpose(square, square + Batch::size);
#pragma GCC unroll 8
      for (std::size_t j = 0; j < Batch::size; ++j) square[j].store_unaligned(to[j] + i);
    }
    for (; i < n; ++i) {
      for (std::size_t j = 0; j < Batch::size; ++j) {
        to[j][i] = lanes[i * kPanel<Arch> + j] * factors[lane + j];
      }
    }
  }
}

/// Largest of each lane of x [n][kPanel], -infinity for none; any number where one is NaN.
template <class Arch>
void lane_max(std::size_t n, float const* x, float* max) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  // Two of each: a maximum takes two cycles.
  Batch even[2] = {Batch(kMinusInfinity), Batch(kMinusInfinity)};
  Batch odd[2] = {Batch(kMinusInfinity), Batch(kMinusInfinity)};
  for (; n >= 2; n -= 2, x += 2 * kPanel<Arch>) {
#pragma GCC unroll 2
    for (std::size_t i = 0; i < 2; ++i) {
      even[i] = xsimd::max(even[i], Batch::load_unaligned(x + i * Batch::size));
      odd[i] = xsimd::max(odd[i], Batch::load_unaligned(x + (2 + i) * Batch::size));
    }
  }
#pragma GCC unroll 2
  for (std::size_t i = 0; i < 2; ++i) {
    if (n == 1) odd[i] = xsimd::max(odd[i], Batch::load_unaligned(x + i * Batch::size));
    xsimd::max(even[i], odd[i]).store_unaligned(max + i * Batch::size);
  }
}

/// x [n][kPanel] = (x - offset) · log2 e, each lane with its own offset. The difference is taken
/// before the multiplication, where it is all but exact, so scores of any size lose nothing.
template <class Arch>
void subtract_lanes(std::size_t n, float const* offset, float* x) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  for (std::size_t lane = 0; lane < kPanel<Arch>; lane += Batch::size) {
    Batch const of_lane = Batch::load_unaligned(offset + lane);
    float* at = x + lane;
    for (std::size_t i = 0; i < n; ++i, at += kPanel<Arch>) {
      ((Batch::load_unaligned(at) - of_lane) * Batch(kLog2E)).store_unaligned(at);
    }
  }
}

/// Largest size of the maxima of `raise_lanes`: beyond, folding log2 e would move scores by 1e-4.
inline constexpr float kLargestRaised = 1024.0F;

/// Powers that are summed before they are added to the sum of all: small ones are not lost one by
/// one in a large sum.
inline constexpr std::size_t kSummed = 64;

/// x [n][kPanel] becomes 2^(x - max), within a factor of sqrt 2 that is the same for all of a lane;
/// `sum` [kPanel] the sums of the lanes. `max` is not exceeded, and of a size up to kLargestRaised.
template <class Arch>
void raise_lanes(std::size_t n, float* x, float const* max, float* sum) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  for (std::size_t lane = 0; lane < kPanel<Arch>; lane += Batch::size) {
    Exp2Constants<Arch> constants;
    constants.divide_by_power_near(Batch::load_unaligned(max + lane));
    Batch total(0.0F);
    float* at = x + lane;
    for (std::size_t begin = 0; begin < n; begin += kSummed) {
      Batch part(0.0F);
      std::size_t const end = n - begin < kSummed ? n : begin + kSummed;
      for (std::size_t i = begin; i < end; ++i, at += kPanel<Arch>) {
        Batch const power = exp2_nonpositive<Arch>(Batch::load_unaligned(at), constants);
        part = part + power;
        power.store_unaligned(at);
      }
      total = total + part;
    }
    total.store_unaligned(sum + lane);
  }
}

}  // namespace headscope::kernels::simd
