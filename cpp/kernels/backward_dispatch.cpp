#include <type_traits>

#include "kernels/simd/backward_table.hpp"

// The public functions: each calls the best table that this machine has, chosen once where the
// target has several.
namespace headscope::kernels {
namespace {

struct ChooseTable {
  template <class Arch>
  simd::BackwardTable const* operator()(Arch) const noexcept {
    return &simd::backward_table_for<Arch>();
  }
};

simd::BackwardTable const& table() noexcept {
  using Best = simd::Architectures::best;
  if constexpr (std::is_same_v<simd::Architectures, xsimd::arch_list<Best>>) {
    return simd::backward_table_for<Best>();
  } else {
    static simd::BackwardTable const* const chosen =
        xsimd::dispatch<simd::Architectures>(ChooseTable{})();
    return *chosen;
  }
}

}  // namespace

void softmax_row(float const* scaled, std::size_t keys, KeyRange range, float* out) noexcept {
  table().softmax_row(scaled, keys, range, out);
}

void softmax_rows(std::size_t rows, std::size_t keys, float const* scaled, std::size_t ld_scaled,
                  KeyRange const* ranges, float* out, std::size_t ld_out) noexcept {
  table().softmax_rows(rows, keys, scaled, ld_scaled, ranges, out, ld_out);
}

void pack_columns_transposed(float const* bt, std::size_t ldbt, std::size_t k, std::size_t n,
                             float* packed) noexcept {
  table().pack_columns_transposed(bt, ldbt, k, n, packed);
}

void segment_attend(Segment const& segment, float* context) noexcept {
  table().segment_attend(segment, context);
}

void segment_backward(Segment const& segment, float const* d_context, float* d_q, float* d_k,
                      float* d_v, float* scratch) noexcept {
  table().segment_backward(segment, d_context, d_q, d_k, d_v, scratch);
}

void transpose(std::size_t rows, std::size_t columns, float const* x, std::size_t ldx, float* out,
               std::size_t ldo) noexcept {
  table().transpose(rows, columns, x, ldx, out, ldo);
}

void sum_rows(std::size_t rows, std::size_t width, float const* x, float* out) noexcept {
  table().sum_rows(rows, width, x, out);
}

float dot(std::size_t n, float const* a, float const* b) noexcept { return table().dot(n, a, b); }

void relu_backward(std::size_t n, float const* y, float* d) noexcept {
  table().relu_backward(n, y, d);
}

void layer_norm_backward(std::size_t rows, std::size_t width, float const* x, float const* scale,
                         float epsilon, float const* d_out, float* d_x, float* d_scale,
                         float* d_bias) noexcept {
  table().layer_norm_backward(rows, width, x, scale, epsilon, d_out, d_x, d_scale, d_bias);
}

void adamw(std::size_t n, AdamStep const& step, float const* gradient, float* weights, float* first,
           float* second) noexcept {
  table().adamw(n, step, gradient, weights, first, second);
}

}  // namespace headscope::kernels
