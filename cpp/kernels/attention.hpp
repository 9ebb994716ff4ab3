#pragma once

#include <cstddef>

#include "kernels/key_range.hpp"

namespace headscope::kernels {

/// Floats that `pack_keys` (`rows` = keys, `k` = d_head) and `pack_values` (`rows` = d_value, `k` =
/// keys) write.
std::size_t packed_rows_size(std::size_t rows, std::size_t k) noexcept;

/// Packs `k` [keys, d_head] into `packed` [packed_rows_size(keys, d_head)].
void pack_keys(float const* k, std::size_t ldk, std::size_t keys, std::size_t d_head,
               float* packed) noexcept;

/// Packs `v` [keys, d_value] into `packed` [packed_rows_size(d_value, keys)].
void pack_values(float const* v, std::size_t ldv, std::size_t keys, std::size_t d_value,
                 float* packed) noexcept;

/// Floats of scratch that `attend` needs, `width` the larger of d_head and d_value: a few rows of
/// `keys`, never queries x keys.
std::size_t attend_scratch_size(std::size_t keys, std::size_t width) noexcept;

/// What `attend` may keep, each [queries, keys] and contiguous, or null where nobody asks.
struct Kept {
  float* scores = nullptr;   ///< Q·Kᵀ
  float* scaled = nullptr;   ///< scale · scores
  float* masked = nullptr;   ///< scaled, -infinity where a query may not attend
  float* weights = nullptr;  ///< softmax(masked), exactly zero where a query may not attend
};

/// One head: out = softmax(scale · Q·Kᵀ)·V, in blocks of a few query rows.
/// `q` [queries, d_head]; `packed_k` from pack_keys, `packed_v` from pack_values; `ranges`
/// [queries], or null where every key is allowed; `out` [queries, d_value], which may be `q` itself
/// where rows and widths are the same; `scratch` [attend_scratch_size(keys, max(d_head, d_value))].
/// A query without an allowed key gives exactly zero, and masked keys never touch a result, not
/// even as 0·NaN. Any size may be 0. Maximum error against double, for |v| <= 1: 2e-6 while scaled
/// scores stay below about 6, 1e-5 below about 30 (the rounding of the scores themselves grows with
/// their size).
///
/// With `kept` null, the shortest way. Else step by step: what is kept, and `out`, do not depend on
/// what else is kept, to the bit. Weights then are within 1e-6 of double's; those of a row with a
/// NaN among its allowed scores are NaN. `d_value` may be 0 where nobody asks for `out`.
void attend(std::size_t queries, std::size_t keys, std::size_t d_head, std::size_t d_value,
            float scale, float const* q, std::size_t ldq, float const* packed_k,
            float const* packed_v, KeyRange const* ranges, Kept const* kept, float* out,
            std::size_t ldo, float* scratch) noexcept;

}  // namespace headscope::kernels
