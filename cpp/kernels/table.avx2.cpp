// Compiled with -mavx2 -mfma on x86, empty elsewhere.
#if defined(__AVX2__) && defined(__FMA__)
#include "kernels/simd/define_table.hpp"

template headscope::kernels::simd::Table const&
headscope::kernels::simd::table_for<xsimd::fma3<xsimd::avx2>>() noexcept;
#endif
