#include "kernels/simd/define_table.hpp"

// What every machine of the target has, with the compiler's default flags.
namespace headscope::kernels::simd {

#if defined(__wasm__)
template Table const& table_for<xsimd::wasm>() noexcept;
#elif defined(__aarch64__)
template Table const& table_for<xsimd::neon64>() noexcept;
#else
template Table const& table_for<xsimd::sse2>() noexcept;
#endif

}  // namespace headscope::kernels::simd
