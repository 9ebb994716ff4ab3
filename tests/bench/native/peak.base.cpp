#include "peak.hpp"

#include "kernels/simd/table.hpp"

namespace headscope::bench {

#if defined(__aarch64__)
template <>
double peak<xsimd::neon64>(std::size_t steps) noexcept {
  return run_peak<xsimd::neon64>(steps);
}
#else
template <>
double peak<xsimd::sse2>(std::size_t steps) noexcept {
  return run_peak<xsimd::sse2>(steps);
}
// The same registers and the same arithmetic.
template <>
double peak<xsimd::sse4_1>(std::size_t steps) noexcept {
  return peak<xsimd::sse2>(steps);
}
#endif

}  // namespace headscope::bench
