#pragma once

#include <cstddef>

#include "kernels/simd/tile.hpp"

// Operands are copied so that the tile reads both of them forwards and without gaps: B as panels
// [k][kPanel], A as row groups [k][6]. Both transpose whole squares of registers.
namespace headscope::kernels::simd {

/// One batch worth of columns of 6 rows, written as [column][6].
template <class Arch>
XSIMD_INLINE void store_interleaved(xsimd::batch<float, Arch> const (&rows)[kGroup],
                                    float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  if constexpr (Batch::size == 4) {
    using Low = xsimd::batch_constant<std::uint32_t, Arch, 0, 1, 4, 5>;
    using Ends = xsimd::batch_constant<std::uint32_t, Arch, 0, 1, 6, 7>;
    using High = xsimd::batch_constant<std::uint32_t, Arch, 2, 3, 6, 7>;
    auto const two_columns = [&](Batch r01, Batch r23, Batch r45, float* to) {
      xsimd::shuffle(r01, r23, Low{}).store_unaligned(to);
      xsimd::shuffle(r45, r01, Ends{}).store_unaligned(to + 4);
      xsimd::shuffle(r23, r45, High{}).store_unaligned(to + 8);
    };
    two_columns(xsimd::zip_lo(rows[0], rows[1]), xsimd::zip_lo(rows[2], rows[3]),
                xsimd::zip_lo(rows[4], rows[5]), out);
    two_columns(xsimd::zip_hi(rows[0], rows[1]), xsimd::zip_hi(rows[2], rows[3]),
                xsimd::zip_hi(rows[4], rows[5]), out + 12);
  } else {
    alignas(Arch::alignment()) float square[kGroup * Batch::size];
    for (std::size_t row = 0; row < kGroup; ++row) {
      rows[row].store_aligned(square + row * Batch::size);
    }
    for (std::size_t column = 0; column < Batch::size; ++column) {
      for (std::size_t row = 0; row < kGroup; ++row) {
        out[column * kGroup + row] = square[row * Batch::size + column];
      }
    }
  }
}

/// Writes `rows` <= 6 rows of `a` [rows, k] as `out` [k][6]. Missing rows are copies of the first
/// one; no tile uses them.
template <class Arch>
void pack_row_group(std::size_t rows, std::size_t k, float const* a, std::size_t lda,
                    float* out) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  float const* from[kGroup];
#pragma GCC unroll 6
  for (std::size_t row = 0; row < kGroup; ++row) from[row] = a + (row < rows ? row : 0) * lda;
  std::size_t i = 0;
  for (; i + Batch::size <= k; i += Batch::size) {
    Batch batch[kGroup];
#pragma GCC unroll 6
    for (std::size_t row = 0; row < kGroup; ++row) {
      batch[row] = Batch::load_unaligned(from[row] + i);
    }
    store_interleaved<Arch>(batch, out + i * kGroup);
  }
  for (; i < k; ++i) {
#pragma GCC unroll 6
    for (std::size_t row = 0; row < kGroup; ++row) {
      out[i * kGroup + row] = from[row][i];
    }
  }
}

template <class Arch>
std::size_t packed_columns_size(std::size_t k, std::size_t n) noexcept {
  return (n + kPanel<Arch> - 1) / kPanel<Arch> * kPanel<Arch> * k;
}

template <class Arch>
void pack_columns(float const* b, std::size_t ldb, std::size_t k, std::size_t n,
                  float* packed) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  constexpr std::size_t kWidth = kPanel<Arch>;
  for (std::size_t column = 0; column < n; column += kWidth) {
    std::size_t const columns = n - column < kWidth ? n - column : kWidth;
    for (std::size_t row = 0; row < k; ++row, packed += kWidth) {
      float const* from = b + row * ldb + column;
      if (columns == kWidth) {
        Batch::load_unaligned(from).store_unaligned(packed);
        Batch::load_unaligned(from + Batch::size).store_unaligned(packed + Batch::size);
      } else {
        for (std::size_t i = 0; i < kWidth; ++i) packed[i] = i < columns ? from[i] : 0.0F;
      }
    }
  }
}

/// A square of Batch::size floats on each side, transposed.
template <class Arch>
XSIMD_INLINE void transpose_square(float const* from, std::size_t ld_from, float* to,
                                   std::size_t ld_to) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch rows[Batch::size];
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Batch::size; ++i) rows[i] = Batch::load_unaligned(from + i * ld_from);
  xsimd::transpose(rows, rows + Batch::size);
#pragma GCC unroll 8
  for (std::size_t i = 0; i < Batch::size; ++i) rows[i].store_unaligned(to + i * ld_to);
}

template <class Arch>
void pack_columns_transposed(float const* bt, std::size_t ldbt, std::size_t k, std::size_t n,
                             float* packed) noexcept {
  constexpr std::size_t kSide = xsimd::batch<float, Arch>::size;
  constexpr std::size_t kWidth = kPanel<Arch>;
  for (std::size_t column = 0; column < n; column += kWidth, packed += kWidth * k) {
    std::size_t const columns = n - column < kWidth ? n - column : kWidth;
    float const* from = bt + column * ldbt;
    std::size_t row = 0;
    if (columns == kWidth) {
      for (; row + kSide <= k; row += kSide) {
        transpose_square<Arch>(from + row, ldbt, packed + row * kWidth, kWidth);
        transpose_square<Arch>(from + kSide * ldbt + row, ldbt, packed + row * kWidth + kSide,
                               kWidth);
      }
    }
    for (; row < k; ++row) {
      for (std::size_t i = 0; i < kWidth; ++i) {
        packed[row * kWidth + i] = i < columns ? from[i * ldbt + row] : 0.0F;
      }
    }
  }
}

}  // namespace headscope::kernels::simd
