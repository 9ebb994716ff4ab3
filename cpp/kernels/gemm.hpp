#pragma once

#include <cstddef>

/// Matrix products on packed operands. All matrices are row-major; `ld*` is the distance between
/// rows in floats. Right-hand sides are packed once into column panels whose width depends on the
/// instruction set in use, so a packed matrix is only meaningful to the process that packed it.
namespace headscope::kernels {

/// Floats that a packed matrix of `k` rows and `n` columns takes.
std::size_t packed_columns_size(std::size_t k, std::size_t n) noexcept;

/// Packs `b` [k, n] into `packed` [packed_columns_size(k, n)], zero-padded to whole panels.
void pack_columns(float const* b, std::size_t ldb, std::size_t k, std::size_t n,
                  float* packed) noexcept;

/// Floats of scratch for a product with `m` rows and depth `k`; bounded in `m`.
std::size_t gemm_scratch_size(std::size_t m, std::size_t k) noexcept;

/// C = A·B + bias. `a` [m, k], `packed_b` from a [k, n] matrix, `bias` [n] or null, `c` [m, n],
/// `scratch` [gemm_scratch_size(m, k)]. `c` must not overlap the inputs. Sums run over k in order
/// in float: the error of one element is at most k * 2^-24 times the sum of its |a·b|.
void gemm(std::size_t m, std::size_t n, std::size_t k, float const* a, std::size_t lda,
          float const* packed_b, float const* bias, float* c, std::size_t ldc,
          float* scratch) noexcept;

/// As `gemm`, with rows [begin, begin + k) of a matrix that was packed with `depth` rows: one
/// head's slab of W_O, without packing it apart.
void gemm_slab(std::size_t m, std::size_t n, std::size_t k, float const* a, std::size_t lda,
               float const* packed_b, std::size_t depth, std::size_t begin, float const* bias,
               float* c, std::size_t ldc, float* scratch) noexcept;

}  // namespace headscope::kernels
