#pragma once

#include <cstddef>
#include <cstdint>

namespace headscope::kernels {

/// Keys that one query may attend to: those in [begin, end) whose `bits` (indexed by key, null
/// means all) are non-zero. `end` is at most the number of keys; begin >= end means none.
struct KeyRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint8_t const* bits = nullptr;
};

/// Weights of one query row: softmax of `scaled` [keys] over the allowed keys into `out` [keys],
/// exactly zero elsewhere, whatever `scaled` holds there. A row without an allowed key, or whose
/// allowed scores are all -infinity, is all zero; one with a NaN among them is NaN. `out` may be
/// `scaled`.
/// Maximum absolute error against double: 1e-6.
void softmax_row(float const* scaled, std::size_t keys, KeyRange range, float* out) noexcept;

/// `softmax_row` for each of `rows` rows. `ranges` [rows], or null where every key is allowed.
void softmax_rows(std::size_t rows, std::size_t keys, float const* scaled, std::size_t ld_scaled,
                  KeyRange const* ranges, float* out, std::size_t ld_out) noexcept;

}  // namespace headscope::kernels
