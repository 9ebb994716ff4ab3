#pragma once

#include <cstddef>
#include <utility>

#include "kernels/simd/madd.hpp"

// The innermost loop of every matrix product: up to 6 rows by 2 vectors of columns.
//
// - 6 x 2 accumulators, two vectors of B and one of A are 15 registers. SSE, AVX2 and WebAssembly
//   on x86 have 16, and V8 keeps one for itself. Without fused madd the product takes one more, so
//   there the tile has 5 rows. A larger tile spills, to half the speed; a smaller one loads more.
// - Where multiply and add are two instructions, order counts. Zen 4 has two units for each, and
//   products that alternate with sums do not reach all of them: machine code written by hand takes
//   5.5 to 6.0 cycles a step of k for 5 cycles of sums, and 5.05 with two products before their two
//   sums, two steps in one round. LLVM, wasm-opt and V8 11.3 (Node 20) all sort as they like, so
//   `after` says what depends on what. V8 11.3 also moves all loads of a longer body before its
//   sums, and spills, unless each of them depends on the sums before it; and Chromium evaluates
//   what is written first, so the earlier operand stands first. Together: 5.2 to 5.3 cycles in
//   Node 20 and Chromium 156, instead of 5.6 and 5.3 to 6.0 for one step in the order of wasm-opt.
//   Whole tiles alone are ordered: for the others it gains half a percent of a layer at most.
// - `a` advances with each step, because another offset of a load that broadcasts would be another
//   address to keep.
// - Fused sums come near the limit with one step a round and no order asked for.
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
/// own. Chromium's does so in the loop, unless such a load before the loop has the same offset.
template <class Arch>
XSIMD_INLINE void know_offset([[maybe_unused]] float const* value) noexcept {
#if defined(__wasm__)
  xsimd::batch<float, Arch> const splat(*value);
  asm volatile("" ::"r"(wasm_i32x4_bitmask(splat)));
#endif
}

/// Whether the order of products and sums is ours to choose, and matters.
template <class Arch>
#if defined(__wasm__)
inline constexpr bool kOrdered = !kFused<Arch>;
#else
inline constexpr bool kOrdered = false;
#endif

/// `value`, which is computed after `earlier`. A choice of all bytes of one of two vectors: engines
/// make no instruction of it, but compilers keep what depends on what.
template <class Arch>
XSIMD_INLINE xsimd::batch<float, Arch> after([[maybe_unused]] xsimd::batch<float, Arch> earlier,
                                             xsimd::batch<float, Arch> value) noexcept {
#if defined(__wasm__)
  using Bytes = signed char __attribute__((vector_size(16)));
  return static_cast<v128_t>(
      __builtin_wasm_shuffle_i8x16(static_cast<Bytes>(static_cast<v128_t>(earlier)),
                                   static_cast<Bytes>(static_cast<v128_t>(value)), 16, 17, 18, 19,
                                   20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31));
#else
  return value;
#endif
}

/// Adds Steps steps of k to the accumulators and moves `a` to the last of them; two products, then
/// their two sums, row by row.
template <class Arch, std::size_t Steps, std::size_t Rows>
XSIMD_INLINE void add_in_order(float const*& a, float const* b,
                               xsimd::batch<float, Arch> (&left)[Rows],
                               xsimd::batch<float, Arch> (&right)[Rows]) noexcept {
  using Batch = xsimd::batch<float, Arch>;
#pragma GCC unroll 2
  for (std::size_t step = 0; step < Steps; ++step, b += kPanel<Arch>) {
    a += kGroup;
    opaque<Arch>(a);
    Batch const b_left = Batch::load_unaligned(b);
    Batch const b_right = Batch::load_unaligned(b + Batch::size);
    keep_order<Arch>();
#pragma GCC unroll 6
    for (std::size_t row = 0; row < Rows; ++row) {
      Batch splat(a[row]);
      keep_order<Arch>();
      if (row != 0) splat = after<Arch>(right[row - 1], splat);
      if (row == 0 && step != 0) splat = after<Arch>(right[Rows - 1], splat);
      Batch const product = splat * b_right;
      left[row] = left[row] + after<Arch>(product, splat * b_left);
      right[row] = after<Arch>(left[row], right[row] + product);
    }
  }
}

/// c [Rows, kPanel] = init [kPanel] + a [k, kGroup] · b [k, kPanel], a and b contiguous;
/// only the first Rows of each row of `a` count.
template <class Arch, std::size_t Rows>
void tile(std::size_t k, float const* a, float const* b, float const* init, float* c,
          std::size_t ldc) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch left[Rows];
  Batch right[Rows];
#pragma GCC unroll 6
  for (std::size_t row = 0; row < Rows; ++row) {
    left[row] = Batch::load_unaligned(init);
    right[row] = Batch::load_unaligned(init + Batch::size);
  }
  if constexpr (kOrdered<Arch> && Rows == kTileRows<Arch>) {
    a -= kGroup;
    if (k % 2 != 0) {
      add_in_order<Arch, 1>(a, b, left, right);
      b += kPanel<Arch>;
      --k;
    }
    if (k != 0) {
      float const* first = a + kGroup;
      opaque<Arch>(first);
#pragma GCC unroll 6
      for (std::size_t row = 1; row < Rows; ++row) know_offset<Arch>(first + row);
      b -= 2 * kPanel<Arch>;
      do {
        b += 2 * kPanel<Arch>;
        opaque<Arch>(b);
        add_in_order<Arch, 2>(a, b, left, right);
      } while ((k -= 2) != 0);
    }
  } else if (k != 0) {
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
      for (std::size_t row = 0; row < Rows; ++row) {
        Batch const splat(a[row]);
        left[row] = madd(splat, b_left, left[row]);
        right[row] = madd(splat, b_right, right[row]);
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
