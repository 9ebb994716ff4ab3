// Compiled with -msse4.1 on x86, empty elsewhere.
#if defined(__SSE4_1__)
#include "kernels/simd/define_backward_table.hpp"

template headscope::kernels::simd::BackwardTable const&
headscope::kernels::simd::backward_table_for<xsimd::sse4_1>() noexcept;
#endif
