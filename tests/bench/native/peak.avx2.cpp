#include "peak.hpp"

// Compiled with -mavx2 -mfma.
namespace headscope::bench {

template <>
double peak<xsimd::fma3<xsimd::avx2>>(std::size_t steps) noexcept {
  return run_peak<xsimd::fma3<xsimd::avx2>>(steps);
}

}  // namespace headscope::bench
