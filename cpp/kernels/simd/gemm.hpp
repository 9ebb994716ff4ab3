#pragma once

#include <cstddef>

#include "kernels/simd/pack.hpp"

// A block of packed rows stays in the second-level cache while B passes through in bands of panels:
// B is read once per block, so blocks are large, and equal, because a small last block would read
// all of B again for little work. Where the rows are few, a band fills what they leave of that
// cache: its first tiles then read memory as one long stream, which the processor sees coming.
// Panel by panel, the tiles that read a panel again would break the stream. A group of rows is
// packed right before its first tile, which finds it in the first level.
//
// Whole tiles are called by name: V8's call through a table takes some ten cycles more, 2 % of a
// tile of depth 64.
namespace headscope::kernels::simd {

inline constexpr std::size_t kBlockRows = 132;
inline constexpr std::size_t kCached = 98304;  // floats of a block and its band: 384 KiB

/// Rows of each block but the last, a multiple of the tile.
template <class Arch>
std::size_t balanced_block(std::size_t m) noexcept {
  std::size_t const blocks = (m + kBlockRows - 1) / kBlockRows;
  std::size_t const rows = blocks == 0 ? 0 : (m + blocks - 1) / blocks;
  return (rows + kTileRows<Arch> - 1) / kTileRows<Arch> * kTileRows<Arch>;
}

template <class Arch>
std::size_t gemm_scratch_size(std::size_t m, std::size_t k) noexcept {
  return balanced_block<Arch>(m) / kTileRows<Arch> * kGroup * k;
}

/// Columns [0, n) of c [rows, n] = bias + packed_a · b, whose panels lie `distance` apart.
template <class Arch>
void multiply_group(std::size_t rows, std::size_t n, std::size_t k, float const* packed_a,
                    float const* b, std::size_t distance, float const* bias, float* c,
                    std::size_t ldc) noexcept {
  constexpr std::size_t kWidth = kPanel<Arch>;
  TileFunction const run = tile_of<Arch>(rows);
  for (; n >= kWidth; n -= kWidth, b += distance, c += kWidth) {
    float const* const init = bias != nullptr ? bias : kZeros<Arch>;
    if (rows == kTileRows<Arch>) {
      tile<Arch, kTileRows<Arch>>(k, packed_a, b, init, c, ldc);
    } else {
      run(k, packed_a, b, init, c, ldc);
    }
    if (bias != nullptr) bias += kWidth;
  }
  if (n != 0) edge_columns<Arch>(run, rows, n, k, packed_a, b, bias, c, ldc);
}

template <class Arch>
void gemm_slab(std::size_t m, std::size_t n, std::size_t k, float const* a, std::size_t lda,
               float const* packed_b, std::size_t depth, std::size_t begin, float const* bias,
               float* c, std::size_t ldc, float* scratch) noexcept {
  constexpr std::size_t kWidth = kPanel<Arch>;
  std::size_t const block = balanced_block<Arch>(m);
  std::size_t const rows_size = gemm_scratch_size<Arch>(m, k);
  std::size_t const room = rows_size < kCached ? kCached - rows_size : 0;
  std::size_t const band = (room / (k * kWidth + 1) + 1) * kWidth;
  for (std::size_t top = 0; top < m; top += block) {
    std::size_t const end = m - top < block ? m : top + block;
    for (std::size_t left = 0; left < n; left += band) {
      float* packed_a = scratch;
      for (std::size_t row = top; row < end; packed_a += kGroup * k) {
        std::size_t const rows = next_group<Arch>(end - row);
        if (left == 0) pack_row_group<Arch>(rows, k, a + row * lda, lda, packed_a);
        multiply_group<Arch>(rows, n - left < band ? n - left : band, k, packed_a,
                             packed_b + left * depth + begin * kWidth, kWidth * depth,
                             bias != nullptr ? bias + left : nullptr, c + row * ldc + left, ldc);
        row += rows;
      }
    }
  }
}

template <class Arch>
void gemm(std::size_t m, std::size_t n, std::size_t k, float const* a, std::size_t lda,
          float const* packed_b, float const* bias, float* c, std::size_t ldc,
          float* scratch) noexcept {
  gemm_slab<Arch>(m, n, k, a, lda, packed_b, k, 0, bias, c, ldc, scratch);
}

}  // namespace headscope::kernels::simd
