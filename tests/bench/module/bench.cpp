#include <cstddef>
#include <cstdlib>
#include <utility>

#include "kernels/attention.hpp"
#include "kernels/gemm.hpp"
#include "kernels/simd/madd.hpp"
#include "kernels/simd/tile.hpp"

// What the shipped module cannot be asked: how fast this engine multiplies and adds at best, and
// how fast the kernels alone are. Compiled with the shipped module's flags.
namespace {

using namespace headscope;

using Batch = xsimd::batch<float, xsimd::wasm>;

/// Sums that never leave their registers: enough to hide the latency of each, few enough for the 15
/// registers that V8 leaves, next to a factor and two products.
constexpr std::size_t kSums = 12;

/// One multiplication and one addition on each sum. Where these are two instructions, no product
/// waits for a sum or another product, which would measure their latency: on Zen 5, 14 chains that
/// are multiplied or added to by turns reach less than the kernels do. `after` keeps the products
/// in the loop, and two of them before their two sums, since some processors fill all of their
/// units in no other order (kernels/simd/tile.hpp).
void step(Batch (&sums)[kSums], Batch one) noexcept {
  using namespace kernels::simd;
#pragma GCC unroll 12
  for (std::size_t i = 0; i < kSums; i += 2) {
    Batch& left = sums[i];
    Batch& right = sums[i + 1];
    if constexpr (kFused<xsimd::wasm>) {
      left = madd(one, one, left);
      right = madd(one, one, right);
    } else {
      Batch const product = after(sums[(i + kSums - 1) % kSums], one) * one;
      left = left + after(product, one) * one;
      right = after(left, right + product);
    }
  }
}

}  // namespace

#define HEADSCOPE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

/// Multiplications and additions of one step of `peak`.
HEADSCOPE_EXPORT(peak_operations) std::size_t peak_operations() { return 2 * kSums * Batch::size; }

/// Works on `values` [kSums + 1, 4], all ones: read from memory, because the compiler would compute
/// with values that it knows. The sums grow up to 2^24, where one more changes nothing.
HEADSCOPE_EXPORT(peak) void peak(std::size_t steps, float* values) {
  Batch const one = Batch::load_unaligned(values + kSums * Batch::size);
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    Batch sums[] = {Batch::load_unaligned(values + I * Batch::size)...};
    for (std::size_t i = 0; i < steps; ++i) step(sums, one);
    (sums[I].store_unaligned(values + I * Batch::size), ...);
  }(std::make_index_sequence<kSums>{});
}

HEADSCOPE_EXPORT(peak_values_size) std::size_t peak_values_size() {
  return (kSums + 1) * Batch::size;
}

HEADSCOPE_EXPORT(allocate) float* allocate(std::size_t floats) {
  return static_cast<float*>(std::aligned_alloc(64, (floats + 15) / 16 * 64));
}

HEADSCOPE_EXPORT(packed_columns_size)
std::size_t packed_columns_size(std::size_t k, std::size_t n) {
  return kernels::packed_columns_size(k, n);
}

HEADSCOPE_EXPORT(pack_columns)
void pack_columns(float const* b, std::size_t k, std::size_t n, float* packed) {
  kernels::pack_columns(b, n, k, n, packed);
}

HEADSCOPE_EXPORT(gemm_scratch_size) std::size_t gemm_scratch_size(std::size_t m, std::size_t k) {
  return kernels::gemm_scratch_size(m, k);
}

/// c [m, n] = a [m, k] · b [k, n].
HEADSCOPE_EXPORT(gemm)
void gemm(std::size_t m, std::size_t n, std::size_t k, float const* a, float const* packed_b,
          float* c, float* scratch) {
  kernels::gemm(m, n, k, a, k, packed_b, nullptr, c, n, scratch);
}

HEADSCOPE_EXPORT(packed_rows_size) std::size_t packed_rows_size(std::size_t rows, std::size_t k) {
  return kernels::packed_rows_size(rows, k);
}

HEADSCOPE_EXPORT(pack_keys)
void pack_keys(float const* k, std::size_t keys, std::size_t d_head, float* packed) {
  kernels::pack_keys(k, d_head, keys, d_head, packed);
}

HEADSCOPE_EXPORT(pack_values)
void pack_values(float const* v, std::size_t keys, std::size_t d_value, float* packed) {
  kernels::pack_values(v, d_value, keys, d_value, packed);
}

HEADSCOPE_EXPORT(attend_scratch_size)
std::size_t attend_scratch_size(std::size_t keys, std::size_t width) {
  return kernels::attend_scratch_size(keys, width);
}
