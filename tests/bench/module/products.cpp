#include <cstddef>

#include "kernels/simd/attention.hpp"

// The products of attention without what lies between them. Compiled as the kernels are: another
// optimization would put the tile into its caller, where V8 spills its sums.
namespace {

using namespace headscope::kernels::simd;

using Arch = xsimd::wasm;

constexpr std::size_t kLanes = kPanel<Arch>;

}  // namespace

#define HEADSCOPE_EXPORT(name) extern "C" __attribute__((export_name(#name)))

/// Q·Kᵀ as `attend` computes it, group by group; each group's scores take the place of the last.
HEADSCOPE_EXPORT(score)
void score(std::size_t queries, std::size_t keys, std::size_t d_head, float const* q,
           float const* packed_k, float* scratch) {
  float* const lanes = scratch + keys * kLanes;
  for (std::size_t top = 0; top + kLanes <= queries; top += kLanes) {
    rows_to_lanes<Arch>(kLanes, d_head, q + top * d_head, d_head, 1.0F, lanes);
    multiply_lanes<Arch>(0, keys, keys, d_head, packed_k, kGroup * d_head, lanes, scratch);
  }
}

/// P·V as `attend` computes it, group by group, all of the same weights: `scratch` begins with
/// those of a group, [keys][kPanel]. out [queries, d_value].
HEADSCOPE_EXPORT(mix)
void mix(std::size_t queries, std::size_t keys, std::size_t d_value, float const* packed_v,
         float* out, float* scratch) {
  float factors[kLanes];
  for (float& factor : factors) factor = 1.0F;
  float* const lanes = scratch + keys * kLanes;
  for (std::size_t top = 0; top + kLanes <= queries; top += kLanes) {
    multiply_lanes<Arch>(0, d_value, d_value, keys, packed_v, kGroup * keys, scratch, lanes);
    lanes_to_rows<Arch>(kLanes, d_value, lanes, factors, out + top * d_value, d_value);
  }
}
