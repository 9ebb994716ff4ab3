#include "kernels/simd/define_backward_table.hpp"

// What every machine of the target has, with the compiler's default flags.
namespace headscope::kernels::simd {

#if defined(__wasm__)
template BackwardTable const& backward_table_for<xsimd::wasm>() noexcept;
#elif defined(__aarch64__)
template BackwardTable const& backward_table_for<xsimd::neon64>() noexcept;
#else
template BackwardTable const& backward_table_for<xsimd::sse2>() noexcept;
#endif

}  // namespace headscope::kernels::simd
