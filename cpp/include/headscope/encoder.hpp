#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "headscope/attention.hpp"

namespace headscope {

enum class Activation { Relu, Gelu };

/// One block: norm, attention, residual, norm, feed-forward, residual (pre-norm, as in
/// tensor2tensor). When `project_residual` is set, the block's input goes through a dense layer of
/// its own before the attention is added to it, as it must where the attention changes the width
/// (attention.d_output != attention.d_model).
struct BlockConfig {
  AttentionConfig attention;  ///< its byte_budget is not used; the encoder's own counts
  bool project_residual = false;
  std::size_t d_ffn = 0;
  Activation activation = Activation::Relu;
  float norm_epsilon = 1e-6F;
};

/// Shape of an encoder: embedding and positions, blocks, pooled sentence vector. A model family is
/// data of this kind, not code. Position p adds sin(p * t_i) to channel i and cos(p * t_i) to
/// channel i + d/2, with t_i = 10000^(-i / (d/2 - 1)) (tensor2tensor's timing signal, after Vaswani
/// et al. 2017, section 3.5); an odd last channel gets nothing.
struct EncoderConfig {
  std::size_t vocabulary = 0;    ///< rows of the embedding
  std::size_t max_seq_len = 0;   ///< more tokens than this throw TooLong
  float embedding_scale = 1.0F;  ///< input = scale * embedding + positions
  std::vector<BlockConfig> blocks;
  std::size_t d_sentence = 0;  ///< sentence = l2norm(tanh(pooled W + b)); 0: no sentence
  /// Most bytes that the packed weights or one trace may each take; checked before anything is
  /// allocated.
  std::size_t byte_budget = std::size_t{1} << 30;
};

/// One named weight, row-major, not owned.
struct WeightView {
  std::vector<std::size_t> shape;
  float const* data = nullptr;
};
/// By name: `embedding.weight`, then per layer `layers.L.attention.norm.{scale,bias}`,
/// `layers.L.attention.{query,key,value,output}.{weight,bias}`,
/// `layers.L.attention.residual.{weight,bias}` (with project_residual),
/// `layers.L.ffn.norm.{scale,bias}`, `layers.L.ffn.{hidden,output}.{weight,bias}`, at last
/// `sentence.{weight,bias}`. Weights are [in, out]. Every one is required; others are not looked
/// at.
using WeightMap = std::map<std::string, WeightView, std::less<>>;

struct EncoderOptions {
  Mask mask = Mask::none();       ///< of every layer
  std::vector<Gains> gains = {};  ///< per layer; empty, or an empty entry, means all ones
  /// Per layer, as `gains`, but after W_O: one factor per slice of d_output / heads columns of
  /// `attention.output`. A slice is not a head: each head writes into every slice. d_output must be
  /// a multiple of heads.
  std::vector<Gains> output_gains = {};
  bool contribution = false;
  std::vector<std::string> names = {};  ///< to keep, in full; as AttentionOptions::names
};

/// A stack of blocks. Its trace nests the layers' names: `embedding`, then per layer
/// `layers.L.input`, `layers.L.attention.norm`, `layers.L.attention.query` ... `.output` (as in
/// MultiHeadAttention), `layers.L.attention.residual`, `layers.L.ffn.norm`, `.hidden`, `.output`,
/// `layers.L.output`, at last `pooled`, the mean over the tokens, and `sentence`. Without any token
/// every tensor is empty, `pooled` is zero and `sentence` what follows from that. Where `sentence`
/// is kept and neither `pooled` nor an output of the last block is, the mean is taken before the
/// last product, which is linear: `sentence` then differs by rounding, by less than 2e-6 in the
/// default model.
class Encoder {
 public:
  /// Checks and packs the weights once. Throws BadConfig, MissingTensor, BadShape, NonFinite,
  /// TooLarge.
  Encoder(EncoderConfig const& config, WeightMap const& weights);
  ~Encoder();
  Encoder(Encoder&&) noexcept;
  Encoder& operator=(Encoder&&) noexcept;

  /// The configuration with every default filled in.
  EncoderConfig const& config() const noexcept;

  /// Throws BadToken, TooLong, BadMask, BadGains, UnknownTensor, TooLarge.
  Trace trace(std::span<std::int32_t const> ids, EncoderOptions const& options = {}) const;

 private:
  struct Packed;
  std::unique_ptr<Packed const> packed_;
};

}  // namespace headscope
