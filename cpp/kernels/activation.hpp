#pragma once

#include <cstddef>

/// Activations, in place on `x` [n].
namespace headscope::kernels {

/// max(x, 0), exact; NaN stays NaN.
void relu(std::size_t n, float* x) noexcept;

/// x/2 · (1 + erf(x / sqrt 2)) (Hendrycks and Gimpel 2016). Maximum error 1e-6 · max(1, |x|);
/// infinities of either sign give NaN.
void gelu(std::size_t n, float* x) noexcept;

/// tanh(x). Maximum absolute error 1e-6.
void tanh(std::size_t n, float* x) noexcept;

}  // namespace headscope::kernels
