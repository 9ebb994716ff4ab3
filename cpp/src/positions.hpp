#pragma once

#include <cstddef>
#include <vector>

namespace headscope {

/// Angle per position of each pair of channels of tensor2tensor's timing signal, [d_model / 2].
std::vector<float> timescales(std::size_t d_model);

/// input = scale * embedding + positions, all [seq_len, d_model]: sines of the angles first, then
/// cosines. Maximum error of either: 1e-7 plus one rounding, for angles up to 2^28.
void add_positions(std::size_t seq_len, std::size_t d_model, std::vector<float> const& scales,
                   float embedding_scale, float const* embedding, float* input) noexcept;

}  // namespace headscope
