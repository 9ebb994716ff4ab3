#include <type_traits>

#include "kernels/simd/table.hpp"

// The public functions: each calls the best table that this machine has, chosen once where the
// target has several.
namespace headscope::kernels {
namespace {

struct ChooseTable {
  template <class Arch>
  simd::Table const* operator()(Arch) const noexcept {
    return &simd::table_for<Arch>();
  }
};

simd::Table const& table() noexcept {
  using Best = simd::Architectures::best;
  if constexpr (std::is_same_v<simd::Architectures, xsimd::arch_list<Best>>) {
    return simd::table_for<Best>();
  } else {
    static simd::Table const* const chosen = xsimd::dispatch<simd::Architectures>(ChooseTable{})();
    return *chosen;
  }
}

}  // namespace

std::size_t packed_columns_size(std::size_t k, std::size_t n) noexcept {
  return table().packed_columns_size(k, n);
}

void pack_columns(float const* b, std::size_t ldb, std::size_t k, std::size_t n,
                  float* packed) noexcept {
  table().pack_columns(b, ldb, k, n, packed);
}

std::size_t gemm_scratch_size(std::size_t m, std::size_t k) noexcept {
  return table().gemm_scratch_size(m, k);
}

void gemm(std::size_t m, std::size_t n, std::size_t k, float const* a, std::size_t lda,
          float const* packed_b, float const* bias, float* c, std::size_t ldc,
          float* scratch) noexcept {
  table().gemm(m, n, k, a, lda, packed_b, bias, c, ldc, scratch);
}

void gemm_slab(std::size_t m, std::size_t n, std::size_t k, float const* a, std::size_t lda,
               float const* packed_b, std::size_t depth, std::size_t begin, float const* bias,
               float* c, std::size_t ldc, float* scratch) noexcept {
  table().gemm_slab(m, n, k, a, lda, packed_b, depth, begin, bias, c, ldc, scratch);
}

std::size_t packed_rows_size(std::size_t rows, std::size_t k) noexcept {
  return table().packed_rows_size(rows, k);
}

void pack_keys(float const* k, std::size_t ldk, std::size_t keys, std::size_t d_head,
               float* packed) noexcept {
  table().pack_keys(k, ldk, keys, d_head, packed);
}

void pack_values(float const* v, std::size_t ldv, std::size_t keys, std::size_t d_value,
                 float* packed) noexcept {
  table().pack_values(v, ldv, keys, d_value, packed);
}

std::size_t attend_scratch_size(std::size_t keys, std::size_t width) noexcept {
  return table().attend_scratch_size(keys, width);
}

void attend(std::size_t queries, std::size_t keys, std::size_t d_head, std::size_t d_value,
            float scale, float const* q, std::size_t ldq, float const* packed_k,
            float const* packed_v, KeyRange const* ranges, Kept const* kept, float* out,
            std::size_t ldo, float* scratch) noexcept {
  table().attend(queries, keys, d_head, d_value, scale, q, ldq, packed_k, packed_v, ranges, kept,
                 out, ldo, scratch);
}

void layer_norm(std::size_t rows, std::size_t width, float const* x, float const* scale,
                float const* bias, float epsilon, float* out) noexcept {
  table().layer_norm(rows, width, x, scale, bias, epsilon, out);
}

void relu(std::size_t n, float* x) noexcept { table().relu(n, x); }

void gelu(std::size_t n, float* x) noexcept { table().gelu(n, x); }

void tanh(std::size_t n, float* x) noexcept { table().tanh(n, x); }

void add(std::size_t n, float const* a, float const* b, float* out) noexcept {
  table().add(n, a, b, out);
}

void scale(std::size_t n, float factor, float const* x, float* out) noexcept {
  table().scale(n, factor, x, out);
}

float l2_norm(std::size_t n, float const* x) noexcept { return table().l2_norm(n, x); }

void mean_rows(std::size_t rows, std::size_t width, float const* x, float* out) noexcept {
  table().mean_rows(rows, width, x, out);
}

std::size_t first_non_finite(float const* x, std::size_t n) noexcept {
  return table().first_non_finite(x, n);
}

}  // namespace headscope::kernels
