#pragma once

#include <cstddef>

#include "kernels/simd/pack.hpp"

// A block of packed rows stays in the second-level cache while B passes through in bands of panels:
// B is read once per block, so blocks are large, and equal, because a small last block would read
// all of B again for little work. Where the rows are few, a band fills what they leave of that
// cache: its first tiles then read memory as one long stream, which the processor sees coming.
// Panel by panel, the tiles that read a panel again would break the stream.
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
    std::size_t const rows = m - top < block ? m - top : block;
    float* packed = scratch;
    for (std::size_t row = 0; row < rows; packed += kGroup * k) {
      std::size_t const group = next_group<Arch>(rows - row);
      pack_row_group<Arch>(group, k, a + (top + row) * lda, lda, 1.0F, packed);
      row += group;
    }
    for (std::size_t left = 0; left < n; left += band) {
      std::size_t const right = n - left < band ? n : left + band;
      float const* packed_a = scratch;
      for (std::size_t row = 0; row < rows; packed_a += kGroup * k) {
        std::size_t const group = next_group<Arch>(rows - row);
        for (std::size_t column = left; column < right; column += kWidth) {
          std::size_t const columns = n - column < kWidth ? n - column : kWidth;
          tile_columns<Arch>(
              group, columns, k, packed_a, packed_b + column * depth + begin * kWidth,
              bias != nullptr ? bias + column : nullptr, c + (top + row) * ldc + column, ldc);
        }
        row += group;
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
