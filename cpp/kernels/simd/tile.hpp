#pragma once

#include <cstddef>
#include <utility>

#include "kernels/simd/madd.hpp"

// The innermost loop of every matrix product: up to 6 rows by 2 vectors of columns.
//
// - 6 x 2 accumulators, two vectors of B and one of A are 15 registers. SSE, AVX2 and WebAssembly
//   on x86 have 16, and V8 keeps one for itself. Without fused madd the product takes one more, so
//   there the tile has 5 rows. A larger tile spills, to half the speed; a smaller one loads more.
// - Where multiply and add are two instructions, a step of k is 31 instructions, of which Zen 4
//   issues 6 a cycle, for 5 cycles of sums: each one more costs. Pointers are advanced before the
//   loads, because V8 11.3 extends to 64 bits, in an instruction of its own, what it did not add in
//   the same round. The order counts as well: products alternating with sums take 6.3 cycles in
//   machine code written by hand, in pairs 5.6. So the last two rows take turns. Together: 5.6
//   cycles instead of 6.0 in Node 20, 5.7 as before in Chromium 156, which without turns takes 5.9.
// - k is not unrolled: V8 11.3 then moves all loads of the longer body before its sums, barriers or
//   not, and spills: 45 to 80 % of the limit instead of 97, also with an exit or a merge after each
//   step.
// - The accumulators are loaded before the loop and stored after it, with nothing added at the
//   end, and a memory barrier stands after each row: without either, V8 11.3 (Node 20) spills
//   inside the loop. So it does when the accumulators pass through a lambda, or when a second loop,
//   over panels, surrounds this one: 36 instead of 53 GFLOP/s.
// - Tiles are called through a table, whole ones by name as well: wasm-opt inlines a function that
//   has one caller, noinline or not, and V8 then spills again.
namespace headscope::kernels::simd {

/// Rows of one tile.
template <class Arch>
inline constexpr std::size_t kTileRows = kFused<Arch> ? 6 : 5;

/// Distance between the columns of packed rows, the same for tiles of any height.
inline constexpr std::size_t kGroup = 6;

/// Columns of one panel.
template <class Arch>
inline constexpr std::size_t kPanel = 2 * xsimd::batch<float, Arch>::size;

/// The loads before it stay before those after it.
template <class Arch>
XSIMD_INLINE void keep_order() noexcept {
#if defined(__wasm__)
  asm volatile("" ::: "memory");
#endif
}

/// `pointer` is computed here, not folded into what uses it.
template <class Arch>
XSIMD_INLINE void opaque([[maybe_unused]] float const*& pointer) noexcept {
#if defined(__wasm__)
  asm volatile("" : "+r"(pointer));
#endif
}

/// V8 adds the offset of a load that broadcasts to the start of the memory in an instruction of its
/// own. Chromium's does so in the loop, unless a load before the loop has the same offset.
template <class Arch>
XSIMD_INLINE void know_offset([[maybe_unused]] float const* value) noexcept {
#if defined(__wasm__)
  xsimd::batch<float, Arch> const splat(*value);
  asm volatile("" ::"r"(wasm_i32x4_extract_lane(splat, 0)));
#endif
}

/// c [Rows, kPanel] = init [kPanel] + a [k, kGroup] · b [k, kPanel], a and b contiguous;
/// only the first Rows of each row of `a` count.
template <class Arch, std::size_t Rows>
void tile(std::size_t k, float const* a, float const* b, float const* init, float* c,
          std::size_t ldc) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  constexpr std::size_t kPaired = kFused<Arch> || Rows == 1 ? 0 : 2;
  Batch left[Rows];
  Batch right[Rows];
#pragma GCC unroll 6
  for (std::size_t row = 0; row < Rows; ++row) {
    left[row] = Batch::load_unaligned(init);
    right[row] = Batch::load_unaligned(init + Batch::size);
  }
  if (k != 0) {
    if constexpr (!kFused<Arch> && Rows == kTileRows<Arch>) {
#pragma GCC unroll 6
      for (std::size_t row = 1; row < Rows; ++row) know_offset<Arch>(a + row);
    }
    a -= kGroup;
    b -= kPanel<Arch>;
    do {
      a += kGroup;
      b += kPanel<Arch>;
      opaque<Arch>(a);
      opaque<Arch>(b);
      Batch const b_left = Batch::load_unaligned(b);
      Batch const b_right = Batch::load_unaligned(b + Batch::size);
#pragma GCC unroll 6
      for (std::size_t row = 0; row < Rows - kPaired; ++row) {
        Batch const splat(a[row]);
        left[row] = madd(splat, b_left, left[row]);
        right[row] = madd(splat, b_right, right[row]);
        keep_order<Arch>();
      }
      if constexpr (kPaired == 2) {
        Batch const splat(a[Rows - 2]);
        Batch const last(a[Rows - 1]);
        keep_order<Arch>();
        left[Rows - 2] = madd(splat, b_left, left[Rows - 2]);
        left[Rows - 1] = madd(last, b_left, left[Rows - 1]);
        right[Rows - 2] = madd(splat, b_right, right[Rows - 2]);
        right[Rows - 1] = madd(last, b_right, right[Rows - 1]);
        keep_order<Arch>();
      }
    } while (--k != 0);
  }
#pragma GCC unroll 6
  for (std::size_t row = 0; row < Rows; ++row) {
    left[row].store_unaligned(c + row * ldc);
    right[row].store_unaligned(c + row * ldc + Batch::size);
  }
}

using TileFunction = void (*)(std::size_t k, float const* a, float const* b, float const* init,
                              float* c, std::size_t ldc) noexcept;

/// The tiles of 1 to kTileRows rows, by rows - 1.
template <class Arch, class Rows = std::make_index_sequence<kTileRows<Arch>>>
struct Tiles;
template <class Arch, std::size_t... Rows>
struct Tiles<Arch, std::index_sequence<Rows...>> {
  static constexpr TileFunction kByRows[] = {&tile<Arch, Rows + 1>...};
};

/// The tile of `rows` rows.
template <class Arch>
TileFunction tile_of(std::size_t rows) noexcept {
  return Tiles<Arch>::kByRows[rows - 1];
}

/// Rows of the next group of the `rows` that are left: a whole tile, except that one or two rows at
/// the end share with the tile before them. Fused sums take 4 cycles each, and so few of them wait
/// for themselves: 8 rows as 4 and 4 take 8 cycles a step of k, as 6 and 2 take 10. Where multiply
/// and add are two instructions, their number counts, and sharing gains nothing.
template <class Arch>
constexpr std::size_t next_group(std::size_t rows) noexcept {
  constexpr std::size_t kTile = kTileRows<Arch>;
  if (kFused<Arch> && rows > kTile && rows < kTile + 3) return (rows + 1) / 2;
  return rows < kTile ? rows : kTile;
}

/// Start of a tile without bias.
template <class Arch>
alignas(64) inline constexpr float kZeros[kPanel<Arch>] = {};

/// The `columns` < kPanel columns of the last panel, by way of a copy, so that nothing beyond them
/// is read from `bias` or written to `c`.
template <class Arch>
void edge_columns(TileFunction run, std::size_t rows, std::size_t columns, std::size_t k,
                  float const* a, float const* b, float const* bias, float* c,
                  std::size_t ldc) noexcept {
  alignas(64) float start[kPanel<Arch>] = {};
  alignas(64) float edge[kTileRows<Arch> * kPanel<Arch>];
  for (std::size_t i = 0; bias != nullptr && i < columns; ++i) start[i] = bias[i];
  run(k, a, b, start, edge, kPanel<Arch>);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < columns; ++i) c[row * ldc + i] = edge[row * kPanel<Arch> + i];
  }
}

}  // namespace headscope::kernels::simd
