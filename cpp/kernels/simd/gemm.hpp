#pragma once

#include <cstddef>

#include "kernels/simd/pack.hpp"

// A block of packed rows stays in the second-level cache while every panel of B passes through the
// first: B is read once per block, so blocks are large, and equal, because a small last block
// would read all of B again for little work.
namespace headscope::kernels::simd {

inline constexpr std::size_t kBlockRows = 132;

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
  for (std::size_t top = 0; top < m; top += block) {
    std::size_t const rows = m - top < block ? m - top : block;
    float* packed = scratch;
    for (std::size_t row = 0; row < rows; packed += kGroup * k) {
      std::size_t const group = next_group<Arch>(rows - row);
      pack_row_group<Arch>(group, k, a + (top + row) * lda, lda, 1.0F, packed);
      row += group;
    }
    for (std::size_t column = 0; column < n; column += kWidth) {
      std::size_t const columns = n - column < kWidth ? n - column : kWidth;
      float const* panel = packed_b + column * depth + begin * kWidth;
      float const* packed_a = scratch;
      for (std::size_t row = 0; row < rows; packed_a += kGroup * k) {
        std::size_t const group = next_group<Arch>(rows - row);
        tile_columns<Arch>(group, columns, k, packed_a, panel,
                           bias != nullptr ? bias + column : nullptr,
                           c + (top + row) * ldc + column, ldc);
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
