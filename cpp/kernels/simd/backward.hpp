#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>

#include "kernels/backward.hpp"
#include "kernels/simd/madd.hpp"
#include "kernels/simd/map.hpp"
#include "kernels/simd/pack.hpp"
#include "kernels/simd/softmax.hpp"
#include "kernels/simd/vector.hpp"

// Attention whose rows are short: one dot product or one scaled addition per query, key and head.
// A vector holds as much of a head as fits; the rest goes one by one.
namespace headscope::kernels::simd {

template <class Arch>
float dot(std::size_t n, float const* a, float const* b) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch sum(0.0F);
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    sum = madd(Batch::load_unaligned(a + i), Batch::load_unaligned(b + i), sum);
  }
  float result = i == 0 ? 0.0F : xsimd::reduce_add(sum);
  for (; i < n; ++i) result += a[i] * b[i];
  return result;
}

/// y += factor · x.
template <class Arch>
XSIMD_INLINE void add_scaled(std::size_t n, float factor, float const* x, float* y) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch const splat(factor);
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    madd(splat, Batch::load_unaligned(x + i), Batch::load_unaligned(y + i)).store_unaligned(y + i);
  }
  for (; i < n; ++i) y[i] += factor * x[i];
}

/// Floats between the rows of q, k, v.
template <class Arch>
std::size_t stride(Segment const& segment) noexcept {
  return segment.heads * segment.d_head;
}

template <class Arch>
KeyRange range_of(Segment const& segment, std::size_t query) noexcept {
  KeyRange const all{0, segment.keys, nullptr};
  return clamped<Arch>(segment.ranges == nullptr ? all : segment.ranges[query], segment.keys);
}

template <class Arch>
void segment_attend(Segment const& segment, float* context) noexcept {
  std::size_t const ld = stride<Arch>(segment);
  std::size_t const width = segment.d_head;
  std::memset(context, 0, segment.queries * ld * sizeof(float));
  for (std::size_t head = 0; head < segment.heads; ++head) {
    std::size_t const at = head * width;
    for (std::size_t query = 0; query < segment.queries; ++query) {
      float* const weights = segment.weights + (head * segment.queries + query) * segment.keys;
      float const* const q = segment.q + query * ld + at;
      KeyRange const range = range_of<Arch>(segment, query);
      for (std::size_t key = range.begin; key < range.end; ++key) {
        weights[key] = segment.scale * dot<Arch>(width, q, segment.k + key * ld + at);
      }
      softmax_row<Arch>(weights, segment.keys, range, weights);
      for (std::size_t key = range.begin; key < range.end; ++key) {
        // What is masked is skipped: 0 · NaN would not be 0.
        if (weights[key] == 0.0F) continue;
        add_scaled<Arch>(width, weights[key], segment.v + key * ld + at, context + query * ld + at);
      }
    }
  }
}

/// With w the weights, dw = d_context · vᵀ: the softmax gives d_scaled = w · (dw - Σ w dw).
template <class Arch>
void segment_backward(Segment const& segment, float const* d_context, float* d_q, float* d_k,
                      float* d_v, float* scratch) noexcept {
  std::size_t const ld = stride<Arch>(segment);
  std::size_t const width = segment.d_head;
  std::memset(d_q, 0, segment.queries * ld * sizeof(float));
  for (std::size_t head = 0; head < segment.heads; ++head) {
    std::size_t const at = head * width;
    for (std::size_t query = 0; query < segment.queries; ++query) {
      float const* const weights =
          segment.weights + (head * segment.queries + query) * segment.keys;
      float const* const d_row = d_context + query * ld + at;
      KeyRange const range = range_of<Arch>(segment, query);
      float mean = 0.0F;
      for (std::size_t key = range.begin; key < range.end; ++key) {
        if (weights[key] == 0.0F) continue;
        scratch[key] = dot<Arch>(width, d_row, segment.v + key * ld + at);
        mean += weights[key] * scratch[key];
        add_scaled<Arch>(width, weights[key], d_row, d_v + key * ld + at);
      }
      for (std::size_t key = range.begin; key < range.end; ++key) {
        if (weights[key] == 0.0F) continue;
        float const d_score = weights[key] * (scratch[key] - mean) * segment.scale;
        add_scaled<Arch>(width, d_score, segment.k + key * ld + at, d_q + query * ld + at);
        add_scaled<Arch>(width, d_score, segment.q + query * ld + at, d_k + key * ld + at);
      }
    }
  }
}

template <class Arch>
void transpose(std::size_t rows, std::size_t columns, float const* x, std::size_t ldx, float* out,
               std::size_t ldo) noexcept {
  constexpr std::size_t kSide = xsimd::batch<float, Arch>::size;
  std::size_t row = 0;
  for (; row + kSide <= rows; row += kSide) {
    std::size_t column = 0;
    for (; column + kSide <= columns; column += kSide) {
      transpose_square<Arch>(x + row * ldx + column, ldx, out + column * ldo + row, ldo);
    }
    for (; column < columns; ++column) {
      for (std::size_t i = 0; i < kSide; ++i)
        out[column * ldo + row + i] = x[(row + i) * ldx + column];
    }
  }
  for (; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column) {
      out[column * ldo + row] = x[row * ldx + column];
    }
  }
}

template <class Arch>
void sum_rows(std::size_t rows, std::size_t width, float const* x, float* out) noexcept {
  std::memset(out, 0, width * sizeof(float));
  for (std::size_t row = 0; row < rows; ++row) add<Arch>(width, out, x + row * width, out);
}

template <class Arch>
void relu_backward(std::size_t n, float const* y, float* d) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  Batch const zero(0.0F);
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    xsimd::select(Batch::load_unaligned(y + i) > zero, Batch::load_unaligned(d + i), zero)
        .store_unaligned(d + i);
  }
  for (; i < n; ++i) d[i] = y[i] > 0.0F ? d[i] : 0.0F;
}

/// With n = (x - mean) / deviation and g = d_out · scale: d_x = (g - mean(g) - n · mean(g n)) /
/// deviation.
template <class Arch>
void layer_norm_backward(std::size_t rows, std::size_t width, float const* x, float const* scale,
                         float epsilon, float const* d_out, float* d_x, float* d_scale,
                         float* d_bias) noexcept {
  std::memset(d_scale, 0, width * sizeof(float));
  std::memset(d_bias, 0, width * sizeof(float));
  float const inverse_width = 1.0F / static_cast<float>(width);
  for (std::size_t row = 0; row < rows; ++row, x += width, d_out += width, d_x += width) {
    float sum = 0.0F;
    for (std::size_t i = 0; i < width; ++i) sum += x[i];
    float const mean = sum * inverse_width;
    float squares = 0.0F;
    for (std::size_t i = 0; i < width; ++i) squares += (x[i] - mean) * (x[i] - mean);
    float const inverse = 1.0F / std::sqrt(squares * inverse_width + epsilon);
    float mean_g = 0.0F;
    float mean_gn = 0.0F;
    for (std::size_t i = 0; i < width; ++i) {
      float const normal = (x[i] - mean) * inverse;
      float const g = d_out[i] * scale[i];
      d_scale[i] += d_out[i] * normal;
      d_bias[i] += d_out[i];
      mean_g += g;
      mean_gn += g * normal;
    }
    mean_g *= inverse_width;
    mean_gn *= inverse_width;
    for (std::size_t i = 0; i < width; ++i) {
      float const normal = (x[i] - mean) * inverse;
      d_x[i] = (d_out[i] * scale[i] - mean_g - normal * mean_gn) * inverse;
    }
  }
}

template <class Arch>
void adamw(std::size_t n, AdamStep const& step, float const* gradient, float* weights, float* first,
           float* second) noexcept {
  using Batch = xsimd::batch<float, Arch>;
  float const keep = 1.0F - step.decay;
  std::size_t i = 0;
  for (; i + Batch::size <= n; i += Batch::size) {
    Batch const g = Batch::load_unaligned(gradient + i);
    Batch const m =
        madd(Batch(step.beta1), Batch::load_unaligned(first + i), Batch(1.0F - step.beta1) * g);
    Batch const v = madd(Batch(step.beta2), Batch::load_unaligned(second + i),
                         Batch(1.0F - step.beta2) * g * g);
    m.store_unaligned(first + i);
    v.store_unaligned(second + i);
    Batch const size = xsimd::sqrt(v * Batch(step.correction)) + Batch(step.epsilon);
    Batch const kept = Batch::load_unaligned(weights + i) * Batch(keep);
    (kept - Batch(step.rate) * m / size).store_unaligned(weights + i);
  }
  for (; i < n; ++i) {
    float const g = gradient[i];
    first[i] = step.beta1 * first[i] + (1.0F - step.beta1) * g;
    second[i] = step.beta2 * second[i] + (1.0F - step.beta2) * g * g;
    float const size = std::sqrt(second[i] * step.correction) + step.epsilon;
    weights[i] = weights[i] * keep - step.rate * first[i] / size;
  }
}

}  // namespace headscope::kernels::simd
