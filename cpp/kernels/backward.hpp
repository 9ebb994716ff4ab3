#pragma once

#include <cstddef>

#include "kernels/key_range.hpp"

/// What training adds to the kernels: softmax of rows, short attentions with their derivatives, and
/// the updates. All matrices are row-major; `ld*` is the distance between rows in floats.
namespace headscope::kernels {

/// Weights of one query row: softmax of `scaled` [keys] over the allowed keys into `out` [keys],
/// exactly zero elsewhere, whatever `scaled` holds there. A row without an allowed key, or whose
/// allowed scores are all -infinity, is all zero; one with a NaN among them is NaN. `out` may be
/// `scaled`.
/// Maximum absolute error against double: 1e-6.
void softmax_row(float const* scaled, std::size_t keys, KeyRange range, float* out) noexcept;

/// `softmax_row` for each of `rows` rows. `ranges` [rows], or null where every key is allowed.
void softmax_rows(std::size_t rows, std::size_t keys, float const* scaled, std::size_t ld_scaled,
                  KeyRange const* ranges, float* out, std::size_t ld_out) noexcept;

/// The attention of one short sequence: heads lie side by side in the columns of q, k and v.
struct Segment {
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t heads = 0;
  std::size_t d_head = 0;
  float scale = 1.0F;
  float const* q = nullptr;          ///< [queries, heads * d_head], contiguous
  float const* k = nullptr;          ///< [keys, heads * d_head], contiguous
  float const* v = nullptr;          ///< [keys, heads * d_head], contiguous
  KeyRange const* ranges = nullptr;  ///< [queries], or null where every key is allowed
  float* weights = nullptr;          ///< [heads, queries, keys]
};

/// As `pack_columns`, of the transpose of `bt` [n, k]: the weights of a product, for the derivative
/// by its input.
void pack_columns_transposed(float const* bt, std::size_t ldbt, std::size_t k, std::size_t n,
                             float* packed) noexcept;

/// Fills `segment.weights` and `context` [queries, heads * d_head]. Not packed: for sequences so
/// short that packing costs more than the products.
void segment_attend(Segment const& segment, float* context) noexcept;

/// From the derivative by the context, and the weights of `segment_attend`, those by q, k and v:
/// `d_q` is written, `d_k` and `d_v` are added to; all shaped as q, k and v. `scratch` [keys].
void segment_backward(Segment const& segment, float const* d_context, float* d_q, float* d_k,
                      float* d_v, float* scratch) noexcept;

/// `out` [columns, rows] = `x` [rows, columns] transposed.
void transpose(std::size_t rows, std::size_t columns, float const* x, std::size_t ldx, float* out,
               std::size_t ldo) noexcept;

/// `out` [width] = sum over the rows of `x` [rows, width], contiguous.
void sum_rows(std::size_t rows, std::size_t width, float const* x, float* out) noexcept;

/// a · b over n elements.
float dot(std::size_t n, float const* a, float const* b) noexcept;

/// Derivative by the input of a ReLU whose output was `y` [n]: `d` [n] in place, zero where y is 0.
void relu_backward(std::size_t n, float const* y, float* d) noexcept;

/// Derivatives of `layer_norm`: `d_x` [rows, width] is written, `d_scale` and `d_bias` [width] too.
/// `d_x` may be `d_out`.
void layer_norm_backward(std::size_t rows, std::size_t width, float const* x, float const* scale,
                         float epsilon, float const* d_out, float* d_x, float* d_scale,
                         float* d_bias) noexcept;

/// One step of AdamW (Loshchilov and Hutter 2019, algorithm 2). `rate` is the learning rate, with
/// the first mean's correction; `decay` is learning rate times weight decay; `correction` is that
/// of the second mean.
struct AdamStep {
  float beta1 = 0.9F;
  float beta2 = 0.99F;
  float epsilon = 1e-8F;
  float rate = 0.0F;
  float decay = 0.0F;
  float correction = 1.0F;
};
void adamw(std::size_t n, AdamStep const& step, float const* gradient, float* weights, float* first,
           float* second) noexcept;

}  // namespace headscope::kernels
