#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/attention.hpp"
#include "kernels/simd/lanes.hpp"
#include "kernels/simd/pack.hpp"
#include "kernels/simd/vector.hpp"

// Attention in groups of queries, one panel of lanes: K · Qᵀ gives the group's scores, each key's
// as one row of a panel, the softmax of all its queries goes down the rows in place, and Vᵀ times
// that panel is the context, which is turned back into rows. So nothing is interleaved or packed
// between the two products: what is packed is packed once a head, K and Vᵀ as rows of tiles. Memory
// grows with keys alone, but for what the caller asks to keep, and the group's scores stay in the
// first cache levels.
//
// Where nothing is kept, the scale and log2 e are folded into the queries, so that weights are
// powers of 2; scores so large that this could lose bits, or overflow, are computed again without.
// A scale that is a power of 2, as 1/sqrt(d_head) may be, is always folded: that changes no bit of
// a normal number. The division by the row's sum waits until the context.
namespace headscope::kernels::simd {

template <class Arch>
std::size_t packed_rows_size(std::size_t rows, std::size_t k) noexcept {
  return (rows + kTileRows<Arch> - 1) / kTileRows<Arch> * kGroup * k;
}

template <class Arch>
void pack_keys(float const* k, std::size_t ldk, std::size_t keys, std::size_t d_head,
               float* packed) noexcept {
  std::size_t rows = 0;
  for (std::size_t key = 0; key < keys; key += rows, packed += kGroup * d_head) {
    rows = next_group<Arch>(keys - key);
    pack_row_group<Arch>(rows, d_head, k + key * ldk, ldk, packed);
  }
}

// Four keys at a time: where rows lie a power of 2 apart, more of them push each other out of the
// first cache level.
template <class Arch>
void pack_values(float const* v, std::size_t ldv, std::size_t keys, std::size_t d_value,
                 float* packed) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  constexpr std::size_t kKeys = 4;
  constexpr bool kPairs = 2 * Batch::size >= kGroup && Batch::size < kGroup;
  for (std::size_t key = 0; key < keys; key += kKeys, v += kKeys * ldv, packed += kKeys * kGroup) {
    std::size_t const count = keys - key < kKeys ? keys - key : kKeys;
    float* to = packed;
    std::size_t rows = 0;
    for (std::size_t column = 0; column < d_value; column += rows, to += kGroup * keys) {
      rows = next_group<Arch>(d_value - column);
      for (std::size_t i = 0; i < count; ++i) {
        float const* const from = v + i * ldv + column;
        if (kPairs && column + kGroup <= d_value) {  // two vectors that overlap
          constexpr std::size_t kRest = kPairs ? kGroup - Batch::size : 0;
          Batch::load_unaligned(from).store_unaligned(to + i * kGroup);
          Batch::load_unaligned(from + kRest).store_unaligned(to + i * kGroup + kRest);
        } else {
          for (std::size_t j = 0; j < rows; ++j) to[i * kGroup + j] = from[j];
        }
      }
    }
  }
}

/// Keys whose scores are kept at a time: their lanes are still in the first level when the second
/// half of the rows is written, and every row gets whole lines.
inline constexpr std::size_t kRun = 64;

template <class Arch>
std::size_t attend_scratch_size(std::size_t keys, std::size_t width) noexcept {
  return kPanel<Arch> * (width + keys);
}

/// The keys of `part` of lanes [keys][kPanel], each lane times its own factor, as rows of `out`
/// [rows, keys]. Not inlined: four tensors may be kept.
template <class Arch>
[[gnu::noinline]] void keep_lanes(std::size_t rows, std::size_t keys, KeyRange part,
                                  float const* lanes, float const* factors, float* out) noexcept {
  for (std::size_t key = part.begin; key < part.end; key += kRun) {
    lanes_to_rows<Arch>(rows, part.end - key < kRun ? part.end - key : kRun,
                        lanes + key * kPanel<Arch>, factors, out + key, keys);
  }
}

/// Rows [begin, end) of c [m][kPanel] = a · b, and those that share a tile with them: a has m
/// packed rows, whose tiles lie `distance` apart, and b [k][kPanel].
///
/// A call that names its tile takes 10 cycles less than one through the table, of 384 at a depth of
/// 64.
template <class Arch>
void multiply_lanes(std::size_t begin, std::size_t end, std::size_t m, std::size_t k,
                    float const* packed_a, std::size_t distance, float const* b,
                    float* c) noexcept {
  // Those before the last two tiles are whole: one tile before `begin` is still in step.
  std::size_t const tiles = begin / kTileRows<Arch>;
  std::size_t const skipped = tiles == 0 ? 0 : tiles - 1;
  packed_a += skipped * distance;
  std::size_t rows = 0;
  for (std::size_t row = skipped * kTileRows<Arch>; row < end; row += rows, packed_a += distance) {
    rows = next_group<Arch>(m - row);
    if (row + rows <= begin) continue;
    float* const to = c + row * kPanel<Arch>;
    if (rows == kTileRows<Arch>) {
      tile<Arch, kTileRows<Arch>>(k, packed_a, b, kZeros<Arch>, to, kPanel<Arch>);
    } else {
      tile_of<Arch>(rows)(k, packed_a, b, kZeros<Arch>, to, kPanel<Arch>);
    }
  }
}

/// Keys that at least one row of a group may attend to.
template <class Arch>
KeyRange group_range(std::size_t rows, std::size_t keys, KeyRange const* ranges) noexcept {
  if (ranges == nullptr) return {0, keys};
  KeyRange all{keys, 0};
  for (std::size_t row = 0; row < rows; ++row) {
    KeyRange const range = clamped<Arch>(ranges[row], keys);
    if (range.begin == range.end) continue;
    if (range.begin < all.begin) all.begin = range.begin;
    if (range.end > all.end) all.end = range.end;
  }
  return all.begin < all.end ? all : KeyRange{0, 0};
}

template <class Arch>
bool allows(KeyRange range, std::size_t key) noexcept {
  return key >= range.begin && key < range.end && (range.bits == nullptr || range.bits[key] != 0);
}

inline constexpr std::uint32_t kMinusInfinityBits = 0xFF800000U;

/// -infinity in one lane of `scores`, at the keys of `all` that `range` masks, so that one loop
/// serves all.
template <class Arch>
void mask_lane(KeyRange all, KeyRange range, float* scores) noexcept {
  auto const mask = [&](std::size_t key) { scores[key * kPanel<Arch>] = kMinusInfinity; };
  for (std::size_t key = all.begin; key < range.begin; ++key) mask(key);
  // Without a branch, which bits without a pattern would mislead.
  for (std::size_t key = range.begin; range.bits != nullptr && key < range.end; ++key) {
    float& score = scores[key * kPanel<Arch>];
    std::uint32_t const masked = range.bits[key] == 0 ? ~std::uint32_t{0} : 0;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &score, sizeof(bits));
    bits = (bits & ~masked) | (kMinusInfinityBits & masked);
    std::memcpy(&score, &bits, sizeof(bits));
  }
  std::size_t const first = range.end > all.begin ? range.end : all.begin;
  for (std::size_t key = first; key < all.end; ++key) mask(key);
}

/// One row of the context again, key by key, skipping what `range` masks. Only where a result is
/// not finite: a key that is masked for this row but not for its neighbours took part as 0 · v,
/// which is not 0 when v overflowed, and powers were summed that are larger than the weights.
template <class Arch>
void mix_row_strictly(std::size_t keys, std::size_t d_value, KeyRange range, float const* powers,
                      float factor, float const* packed_v, float* out) noexcept {
  std::size_t rows = 0;
  for (std::size_t column = 0; column < d_value; column += rows, packed_v += kGroup * keys) {
    rows = next_group<Arch>(d_value - column);
    for (std::size_t i = 0; i < rows; ++i) {
      float sum = 0.0F;
      for (std::size_t key = range.begin; key < range.end; ++key) {
        if (!allows<Arch>(range, key)) continue;
        sum += powers[key * kPanel<Arch>] * factor * packed_v[key * kGroup + i];
      }
      out[column + i] = sum;
    }
  }
}

/// Whether `raise_lanes` can take these maxima. -infinity is that of a row without keys; elsewhere
/// it has overflowed.
template <class Arch>
bool can_raise(std::size_t rows, std::size_t keys, KeyRange const* ranges,
               float const* max) noexcept {
  for (std::size_t row = 0; row < rows; ++row) {
    if (max[row] <= kLargestRaised && max[row] >= -kLargestRaised) continue;
    if (max[row] != kMinusInfinity || ranges == nullptr) return false;
    KeyRange const range = clamped<Arch>(ranges[row], keys);
    for (std::size_t key = range.begin; key < range.end; ++key) {
      if (allows<Arch>(range, key)) return false;
    }
  }
  return true;
}

/// Whether products with `x` are exact, unless they are denormal. None overflows that would not
/// without it, and none changes its sign.
template <class Arch>
bool is_exact(float x) noexcept {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &x, sizeof(bits));
  return x >= 0x1p-24F && x <= 1.0F && (bits & 0x7FFFFFU) == 0;
}

template <class Arch>
void attend(std::size_t queries, std::size_t keys, std::size_t d_head, std::size_t d_value,
            float scale, float const* q, std::size_t ldq, float const* packed_k,
            float const* packed_v, KeyRange const* ranges, Kept const* kept, float* out,
            std::size_t ldo, float* scratch) noexcept {
  constexpr std::size_t kLanes = kPanel<Arch>;
  constexpr Kept kNothing{};
  Kept const& keeps = kept != nullptr ? *kept : kNothing;
  bool const keeps_scores =
      keeps.scores != nullptr || keeps.scaled != nullptr || keeps.masked != nullptr;
  float const exact_scale = is_exact<Arch>(scale) ? scale : 1.0F;
  float* const scores = scratch;
  float* const lanes = scores + keys * kLanes;  // of the queries, then of the context
  for (std::size_t top = 0; top < queries; top += kLanes) {
    std::size_t const rows = queries - top < kLanes ? queries - top : kLanes;
    KeyRange const* const group = ranges != nullptr ? ranges + top : nullptr;
    KeyRange const all = group_range<Arch>(rows, keys, group);
    KeyRange const scored = keeps_scores ? KeyRange{0, keys} : all;
    std::size_t const count = all.end - all.begin;
    float* const powers = scores + all.begin * kLanes;
    float factors[kLanes];
    float max[kLanes];
    auto const keep = [&](float* tensor, KeyRange part) {
      if (tensor != nullptr) {
        keep_lanes<Arch>(rows, keys, part, scores, factors, tensor + top * keys);
      }
    };
    bool folds = kept == nullptr;
    for (;; folds = false) {
      rows_to_lanes<Arch>(rows, d_head, q + top * ldq, ldq, folds ? scale * kLog2E : exact_scale,
                          lanes);
      multiply_lanes<Arch>(scored.begin, scored.end, keys, d_head, packed_k, kGroup * d_head, lanes,
                           scores);
      if (!folds) {
        for (float& factor : factors) factor = 1.0F / exact_scale;
        keep(keeps.scores, scored);
        for (float& factor : factors) factor = 1.0F;
        if (exact_scale != scale) {
          float* const x = scores + scored.begin * kLanes;
          simd::scale<Arch>((scored.end - scored.begin) * kLanes, scale, x, x);
        }
        keep(keeps.scaled, scored);
      }
      for (std::size_t lane = 0; group != nullptr && lane < kLanes; ++lane) {
        mask_lane<Arch>(scored, clamped<Arch>(group[row_of_lane<Arch>(lane, rows)], keys),
                        scores + lane);
      }
      if (group == nullptr && keeps.masked != nullptr && keeps.scaled != nullptr) {
        std::memcpy(keeps.masked + top * keys, keeps.scaled + top * keys,
                    rows * keys * sizeof(float));
      } else {
        keep(keeps.masked, scored);
      }
      lane_max<Arch>(count, powers, max);
      if (folds && !can_raise<Arch>(rows, keys, group, max)) continue;
      // A row without keys has no maximum; any finite one gives it powers of zero.
      for (float& largest : max) largest = largest == kMinusInfinity ? 0.0F : largest;
      if (!folds) {
        subtract_lanes<Arch>(count, max, powers);
        for (float& largest : max) largest = 0.0F;
      }
      raise_lanes<Arch>(count, powers, max, factors);
      // A NaN, which no maximum need show, may come from products that overflowed.
      if (!folds || first_non_finite<Arch>(factors, kLanes) == kLanes) break;
    }
    for (float& factor : factors) factor = factor == 0.0F ? 0.0F : 1.0F / factor;
    if (keeps.weights != nullptr) {
      for (std::size_t row = 0; group != nullptr && row < rows; ++row) {
        float* const weights = keeps.weights + (top + row) * keys;
        std::memset(weights, 0, all.begin * sizeof(float));
        std::memset(weights + all.end, 0, (keys - all.end) * sizeof(float));
      }
      keep(keeps.weights, all);
      // The sum of a row with a NaN has made NaN of the zeros that stood for masked keys.
      for (std::size_t row = 0; group != nullptr && row < rows; ++row) {
        KeyRange const range = clamped<Arch>(group[row], keys);
        float* const weights = keeps.weights + (top + row) * keys;
        for (std::size_t key = 0; factors[row] != factors[row] && key < keys; ++key) {
          if (!allows<Arch>(range, key)) weights[key] = 0.0F;
        }
      }
    }
    multiply_lanes<Arch>(0, d_value, d_value, count, packed_v + all.begin * kGroup, kGroup * keys,
                         powers, lanes);
    if (d_value == 0) continue;
    float* const result = out + top * ldo;
    lanes_to_rows<Arch>(rows, d_value, lanes, factors, result, ldo);
    for (std::size_t row = 0; row < rows; ++row) {
      float* const y = result + row * ldo;
      if (first_non_finite<Arch>(y, d_value) == d_value) continue;
      KeyRange const range = group != nullptr ? clamped<Arch>(group[row], keys) : all;
      mix_row_strictly<Arch>(keys, d_value, range, scores + row, factors[row], packed_v, y);
    }
  }
}

}  // namespace headscope::kernels::simd
