// Compiled with -mavx2 -mfma on x86, empty elsewhere.
#if defined(__AVX2__) && defined(__FMA__)
#include "kernels/simd/define_backward_table.hpp"

template headscope::kernels::simd::BackwardTable const&
headscope::kernels::simd::backward_table_for<xsimd::fma3<xsimd::avx2>>() noexcept;
#endif
