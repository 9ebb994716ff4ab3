#pragma once

#include <cstddef>

#include "kernels/attention.hpp"
#include "kernels/simd/gemm.hpp"
#include "kernels/simd/softmax.hpp"

// Attention in groups of query rows, one tile high: the scores of the group, softmax in place, the
// weights interleaved as packed rows, then the same tile against V. Memory grows with keys alone,
// but for what the caller asks to keep, and the group's scores stay in the first cache levels.
//
// Where nothing is kept, the scale and log2 e are folded into the packed queries, so that weights
// are powers of 2, and the division by the row's sum waits until the [rows, d_value] result. Score
// rows are 8 floats longer than whole panels, so that their starts do not all fall on the same
// cache sets.
namespace headscope::kernels::simd {

template <class Arch>
constexpr std::size_t score_stride(std::size_t keys) noexcept {
  return (keys + kPanel<Arch> - 1) / kPanel<Arch> * kPanel<Arch> + 8;
}

/// Keys that at least one row of a group may attend to; begin on a panel boundary.
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
  if (all.begin >= all.end) return {0, 0};
  all.begin = all.begin / kPanel<Arch> * kPanel<Arch>;
  return all;
}

/// out [rows, d_value] = weights · V over the keys of `all`, given as packed rows.
template <class Arch>
void mix_values(std::size_t rows, std::size_t keys, std::size_t d_value, KeyRange all,
                float const* packed_weights, float const* packed_v, float* out,
                std::size_t ldo) noexcept {
  for (std::size_t column = 0; column < d_value; column += kPanel<Arch>) {
    std::size_t const columns = d_value - column < kPanel<Arch> ? d_value - column : kPanel<Arch>;
    tile_columns<Arch>(rows, columns, all.end - all.begin, packed_weights,
                       packed_v + column * keys + all.begin * kPanel<Arch>, nullptr, out + column,
                       ldo);
  }
}

template <class Arch>
bool allows(KeyRange range, std::size_t key) noexcept {
  return key >= range.begin && key < range.end && (range.bits == nullptr || range.bits[key] != 0);
}

/// One row again, key by key, skipping what `range` masks. Only where a result is not finite: a
/// key that is masked for this row but not for its neighbours took part as 0 · v, which is not 0
/// when v overflowed. `weight(key)` is the weight of one key.
template <class Arch, class Weight>
void mix_row_strictly(std::size_t keys, std::size_t d_value, KeyRange range, float const* packed_v,
                      float* out, Weight weight) noexcept {
  for (std::size_t column = 0; column < d_value; ++column) {
    std::size_t const lane = column % kPanel<Arch>;
    float const* v = packed_v + (column - lane) * keys + lane;
    float sum = 0.0F;
    for (std::size_t key = range.begin; key < range.end; ++key) {
      if (range.bits == nullptr || range.bits[key] != 0) sum += weight(key) * v[key * kPanel<Arch>];
    }
    out[column] = sum;
  }
}

template <class Arch>
bool all_finite(std::size_t n, float const* x) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    if (!(x[i] - x[i] == 0.0F)) return false;
  }
  return true;
}

template <class Arch>
std::size_t attend_scratch_size(std::size_t keys, std::size_t d_head) noexcept {
  return kGroup * (d_head + 2 * score_stride<Arch>(keys));
}

/// -infinity in `scores` (of the keys of `all`) where `range` masks, so that one loop serves all.
template <class Arch>
void mask_scores(KeyRange all, KeyRange range, float* scores) noexcept {
  for (std::size_t key = all.begin; key < range.begin; ++key) {
    scores[key - all.begin] = kMinusInfinity;
  }
  for (std::size_t key = range.begin; range.bits != nullptr && key < range.end; ++key) {
    float& score = scores[key - all.begin];
    score = range.bits[key] != 0 ? score : kMinusInfinity;
  }
  std::size_t const first = range.end > all.begin ? range.end : all.begin;
  for (std::size_t key = first; key < all.end; ++key) scores[key - all.begin] = kMinusInfinity;
}

/// x = factor · x; returns the largest result, -infinity for none.
template <class Arch>
float scale_row(std::size_t n, float factor, float* x) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch largest(kMinusInfinity);
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    Batch const scaled = Batch::load_unaligned(x + i) * Batch(factor);
    scaled.store_unaligned(x + i);
    largest = xsimd::max(largest, scaled);
  }
  float max = xsimd::reduce_max(largest);
  for (; i < n; ++i) {
    x[i] *= factor;
    max = x[i] > max ? x[i] : max;
  }
  return max;
}

/// Weights from powers: each of `rows` rows of `powers` [rows, n] times its own factor goes to
/// `weights` and, interleaved, to `packed` [n][6]; `weights` may be `powers`. Missing rows repeat
/// the first one.
template <class Arch>
void weigh_row_group(std::size_t rows, std::size_t n, float const* powers, std::size_t ld_powers,
                     float const* factors, float* weights, std::size_t ld_weights,
                     float* packed) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  float const* from[kGroup];
  float* to[kGroup];
  float factor[kGroup];
#pragma GCC unroll 6
  for (std::size_t row = 0; row < kGroup; ++row) {
    std::size_t const source = row < rows ? row : 0;
    from[row] = powers + source * ld_powers;
    to[row] = weights + source * ld_weights;
    factor[row] = factors[source];
  }
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    Batch batch[kGroup];
#pragma GCC unroll 6
    for (std::size_t row = 0; row < kGroup; ++row) {
      batch[row] = Batch::load_unaligned(from[row] + i) * Batch(factor[row]);
    }
#pragma GCC unroll 6
    for (std::size_t row = 0; row < kGroup; ++row) batch[row].store_unaligned(to[row] + i);
    store_interleaved<Arch>(batch, packed + i * kGroup);
  }
  for (; i < n; ++i) {
    float* const column = packed + i * kGroup;
    for (std::size_t row = 0; row < kGroup; ++row) column[row] = from[row][i] * factor[row];
    for (std::size_t row = 0; row < kGroup; ++row) to[row][i] = column[row];
  }
}

/// Row `query` of a kept tensor [queries, keys], where it is kept. Emscripten's memcpy is a call of
/// JavaScript.
template <class Arch>
void keep_row(float* kept, std::size_t query, std::size_t keys, float const* row) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  if (kept == nullptr) return;
  map<Arch>(keys, row, 0.0F, kept + query * keys, [](Batch batch) { return batch; });
}

template <class Arch>
void attend(std::size_t queries, std::size_t keys, std::size_t d_head, std::size_t d_value,
            float scale, float const* q, std::size_t ldq, float const* packed_k,
            float const* packed_v, KeyRange const* ranges, Kept const* kept, float* out,
            std::size_t ldo, float* scratch) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  std::size_t const stride = score_stride<Arch>(keys);
  float* const packed_q = scratch;
  float* const scores = packed_q + kGroup * d_head;
  float* const packed_weights = scores + kGroup * stride;
  bool const traces = kept != nullptr;
  bool const keeps_scores =
      traces && (kept->scores != nullptr || kept->scaled != nullptr || kept->masked != nullptr);
  std::size_t rows = 0;
  for (std::size_t top = 0; top < queries; top += rows) {
    rows = next_group<Arch>(queries - top);
    KeyRange const* group = ranges != nullptr ? ranges + top : nullptr;
    KeyRange const all = group_range<Arch>(rows, keys, group);
    KeyRange const scored = keeps_scores ? KeyRange{0, keys} : all;
    std::size_t const count = all.end - all.begin;
    float* const powers = scores + (all.begin - scored.begin);
    pack_row_group<Arch>(rows, d_head, q + top * ldq, ldq, traces ? 1.0F : scale * kLog2E,
                         packed_q);
    TileFunction const score = tile_of<Arch>(rows);
    for (std::size_t key = scored.begin; key < scored.end; key += kPanel<Arch>) {
      score(d_head, packed_q, packed_k + key * d_head, kZeros<Arch>, scores + (key - scored.begin),
            stride);
    }
    float inverse[kTileRows<Arch>];
    for (std::size_t row = 0; row < rows; ++row) {
      float* const x = scores + row * stride;
      std::size_t const size = scored.end - scored.begin;
      float max = 0.0F;
      if (traces) {
        keep_row<Arch>(kept->scores, top + row, keys, x);
        max = scale_row<Arch>(size, scale, x);
        keep_row<Arch>(kept->scaled, top + row, keys, x);
      }
      if (group != nullptr) mask_scores<Arch>(scored, clamped<Arch>(group[row], keys), x);
      if (group != nullptr || !traces) max = row_max<Arch>(size, x);
      if (traces) keep_row<Arch>(kept->masked, top + row, keys, x);
      // A row without keys has no maximum; any finite one gives it weights of zero.
      float* const power = powers + row * stride;
      float const offset = max == kMinusInfinity ? 0.0F : max;
      float const sum = traces ? exp_row<Arch>(count, power, offset, power)
                               : exp_row<Arch, Base::kTwo>(count, power, offset, power);
      inverse[row] = sum == 0.0F ? 0.0F : 1.0F / sum;
    }
    float* weights = powers;
    std::size_t ld_weights = stride;
    if (traces && kept->weights != nullptr) {
      for (std::size_t row = 0; row < rows; ++row) {
        float* const whole = kept->weights + (top + row) * keys;
        std::memset(whole, 0, all.begin * sizeof(float));
        std::memset(whole + all.end, 0, (keys - all.end) * sizeof(float));
      }
      weights = kept->weights + top * keys + all.begin;
      ld_weights = keys;
    }
    if (traces) {
      weigh_row_group<Arch>(rows, count, powers, stride, inverse, weights, ld_weights,
                            packed_weights);
    } else {
      pack_row_group<Arch>(rows, count, powers, stride, 1.0F, packed_weights);
    }
    float* const result = out + top * ldo;
    mix_values<Arch>(rows, keys, d_value, all, packed_weights, packed_v, result, ldo);
    for (std::size_t row = 0; row < rows; ++row) {
      float* const y = result + row * ldo;
      float* const weight = weights + row * ld_weights;
      if (group != nullptr) {
        KeyRange const range = clamped<Arch>(group[row], keys);
        // The sum of a row with a NaN has made NaN of the zeros that stood for masked keys.
        for (std::size_t key = all.begin; inverse[row] != inverse[row] && key < all.end; ++key) {
          if (!allows<Arch>(range, key)) weight[key - all.begin] = 0.0F;
        }
        if (!all_finite<Arch>(d_value, y)) {
          mix_row_strictly<Arch>(keys, d_value, range, packed_v, y,
                                 [&](std::size_t key) { return weight[key - all.begin]; });
        }
      }
      if (traces) continue;
      Batch const factor(inverse[row]);
      map<Arch>(d_value, y, 0.0F, y, [&](Batch batch) { return batch * factor; });
    }
  }
}

}  // namespace headscope::kernels::simd
