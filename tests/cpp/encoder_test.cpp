#include <algorithm>
#include <array>
#include <limits>

#include "encoder_model.hpp"

namespace headscope::test {
namespace {

reference::Matrix embedded(Model const& model, std::vector<std::int32_t> const& ids) {
  reference::Matrix const table = widened(model.weights.at("embedding.weight"));
  reference::Matrix rows = xt::zeros<double>({ids.size(), table.shape(1)});
  for (std::size_t i = 0; i < ids.size(); ++i) {
    xt::view(rows, i, xt::all()) = xt::view(table, static_cast<std::size_t>(ids[i]), xt::all());
  }
  return rows;
}

reference::BlockWeights block_weights(Model const& model, std::size_t layer) {
  std::string const prefix = "layers." + std::to_string(layer) + ".";
  std::string const attention = prefix + "attention.";
  reference::BlockWeights weights{
      .attention_norm = model.norm(attention + "norm"),
      .attention = {model.linear(attention + "query"), model.linear(attention + "key"),
                    model.linear(attention + "value"), model.linear(attention + "output")},
      .residual = std::nullopt,
      .ffn_norm = model.norm(prefix + "ffn.norm"),
      .hidden = model.linear(prefix + "ffn.hidden"),
      .output = model.linear(prefix + "ffn.output")};
  if (model.config.blocks[layer].project_residual) {
    weights.residual = model.linear(attention + "residual");
  }
  return weights;
}

/// Every tensor against the reference. Each block is checked on the input that it was really given,
/// so that the tolerance is that of one block; the sentence is checked end to end.
void expect_reference(Model const& model, std::vector<std::int32_t> const& ids,
                      MaskParts const& parts = {}, std::vector<Gains> const& gains = {}) {
  SCOPED_TRACE("seq_len " + std::to_string(ids.size()));
  std::size_t const n = ids.size();
  Encoder const encoder(model.config, model.map());
  Trace const trace = encoder.trace(
      ids, EncoderOptions{.mask = parts.mask(n, n), .gains = gains, .contribution = true});
  auto const expect = [&trace](std::string const& name, auto const& tensor, double tolerance) {
    expect_close(name, floats(trace, name), tensor, tolerance);
  };

  reference::Matrix const embedding = embedded(model, ids);
  expect("embedding", embedding, 0.0);
  reference::Matrix stream = static_cast<double>(model.config.embedding_scale) * embedding +
                             reference::positions(n, embedding.shape(1));
  expect("layers.0.input", stream, 2e-6);
  for (std::size_t layer = 0; layer < model.config.blocks.size(); ++layer) {
    BlockConfig const& block = encoder.config().blocks[layer];
    std::string const prefix = "layers." + std::to_string(layer) + ".";
    std::size_t const heads = block.attention.heads;
    reference::Matrix const input = xt::cast<double>(trace.get(prefix + "input"));
    auto const reference_of = [&](reference::Matrix const& x) {
      return reference::encoder_block(
          x, block_weights(model, layer), heads, static_cast<double>(*block.attention.scale),
          static_cast<double>(block.norm_epsilon),
          block.activation == Activation::Relu ? reference::relu : reference::gelu,
          parts.allowed(n, n), widened(gains.empty() ? Gains{} : gains[layer], heads));
    };
    reference::Block const expected = reference_of(input);
    stream = reference_of(stream).output;
    expect(prefix + "attention.norm", expected.attention_norm, 2e-6);
    expect_attention(trace, prefix + "attention.", expected.attention);
    expect(prefix + "attention.residual", expected.residual, 2e-6);
    expect(prefix + "ffn.norm", expected.ffn_norm, 4e-6);
    expect(prefix + "ffn.hidden", expected.hidden, 4e-6);
    expect(prefix + "ffn.output", expected.ffn_output, 4e-6);
    expect(prefix + "output", expected.output, 4e-6);
  }
  reference::Vector const pooled = reference::pooled(stream);
  expect("pooled", pooled, 1e-5);
  expect("sentence", reference::sentence(pooled, model.linear("sentence")), 1e-5);
}

TEST(EncoderTest, EverySequenceLength) {
  Random random(1);
  for (std::size_t seq_len = 0; seq_len <= 20; ++seq_len) {
    expect_reference(random_model(random, small_config()), random_ids(random, seq_len, 11));
  }
}

// Positions are kept up to a length, and computed beyond; a high limit takes no memory.
TEST(EncoderTest, LongerThanWhatIsKept) {
  Random random(12);
  EncoderConfig config = small_config();
  config.max_seq_len = std::numeric_limits<std::uint32_t>::max();
  Model const model = random_model(random, config);
  for (std::size_t const n : {std::size_t{256}, std::size_t{257}, std::size_t{300}}) {
    expect_reference(model, random_ids(random, n, 11));
  }
}

TEST(EncoderTest, EveryMask) {
  Random random(2);
  Model const model = random_model(random, small_config());
  for (MaskParts const& parts : every_mask(random, 9, 9)) {
    expect_reference(model, random_ids(random, 9, 11), parts);
  }
}

TEST(EncoderTest, GainsOfEachLayer) {
  Random random(3);
  Model const model = random_model(random, small_config());
  std::vector<std::int32_t> const ids = random_ids(random, 6, 11);
  expect_reference(model, ids, {}, {{0.5F, 0.0F}, {}});
  expect_reference(model, ids, {}, {{}, {-1.0F, 0.0F, 2.0F}});
}

TEST(EncoderTest, OddWidths) {
  Random random(4);
  for (std::size_t const d_model : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    EncoderConfig config = small_config();
    config.blocks[0].attention.d_model = d_model;
    config.blocks[0].norm_epsilon = 0.5F;
    expect_reference(random_model(random, config), random_ids(random, 5, 11));
  }
}

TEST(EncoderTest, NamesInFlowOrder) {
  Random random(5);
  EncoderConfig config = small_config();
  Model model = random_model(random, config);
  std::vector<std::string> expected = {"embedding"};
  for (std::string const prefix : {"layers.0.", "layers.1."}) {
    expected.push_back(prefix + "input");
    for (char const* const name : {"norm", "query", "key", "value", "scores", "scaled", "masked",
                                   "weights", "context", "concat", "output", "residual"}) {
      expected.push_back(prefix + "attention." + name);
    }
    for (char const* const name : {"ffn.norm", "ffn.hidden", "ffn.output", "output"}) {
      expected.push_back(prefix + name);
    }
  }
  expected.insert(expected.end(), {"pooled", "sentence"});
  Trace const trace = Encoder(model.config, model.map()).trace(std::array<std::int32_t, 2>{3, 4});
  std::vector<std::string> names;
  for (TensorInfo const& tensor : trace.tensors()) names.push_back(tensor.name);
  EXPECT_EQ(names, expected);
  EXPECT_EQ(trace.data("layers.1.input"), trace.data("layers.0.output"));

  model.config.d_sentence = 0;
  Encoder const mute(model.config, model.map());
  EXPECT_FALSE(mute.trace(std::array<std::int32_t, 2>{3, 4}).has("sentence"));
}

TEST(EncoderTest, KeepsTheNamedTensorsAloneAndToTheBit) {
  Random random(10);
  Model const model = random_model(random, small_config());
  Encoder const encoder(model.config, model.map());
  std::vector<std::int32_t> const ids = random_ids(random, 9, 11);
  EncoderOptions options{.mask = Mask::causal(),
                         .gains = {Gains{0.5F, 1.0F}, {}},
                         .output_gains = {Gains{1.0F, 2.0F}, {}},
                         .contribution = true};
  Trace const whole = encoder.trace(ids, options);
  options.contribution = false;
  auto const expect_close = [](std::span<float const> actual, std::span<float const> expected) {
    for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 2e-6);
  };
  auto const expect_part = [&](std::vector<std::string> const& kept) {
    options.names = kept;
    Trace part = encoder.trace(ids, options);
    EXPECT_EQ(part.tensors().size(), kept.size());
    bool const alone = std::ranges::none_of(kept, [](std::string const& name) {
      return name == "pooled" || name == "layers.1.output" || name == "layers.1.ffn.output";
    });
    for (std::string const& name : kept) {
      SCOPED_TRACE(name);
      EXPECT_EQ(part.info(name).shape, whole.info(name).shape);
      if (name == "sentence" && alone) {  // its shorter way
        expect_close(floats(part, name), floats(whole, name));
      } else {
        EXPECT_TRUE(std::ranges::equal(floats(part, name), floats(whole, name)));
      }
    }
    return part;
  };
  for (TensorInfo const& tensor : whole.tensors()) {
    expect_part({tensor.name});
    if (tensor.name != "sentence") expect_part({tensor.name, "sentence"});
  }
  Trace const part = expect_part({"layers.0.output", "layers.1.input"});
  EXPECT_EQ(part.data("layers.0.output"), part.data("layers.1.input"));
  EXPECT_EQ(part.bytes(), std::size_t{96} * sizeof(float));  // [9, 10] in whole cache lines
  Trace const weights = expect_part({"layers.0.attention.weights", "layers.1.attention.weights"});
  expect_error(ErrorCode::UnknownTensor,
               "[Trace::get] no tensor is named \"sentence\"; there are: "
               "layers.0.attention.weights, layers.1.attention.weights",
               [&weights] { static_cast<void>(weights.get("sentence")); });
  EXPECT_EQ(encoder.trace({}, EncoderOptions{.names = {"sentence"}}).tensors().size(), 1U);
}

TEST(EncoderTest, WithoutTokens) {
  Random random(6);
  Model const model = random_model(random, small_config());
  Trace const trace = Encoder(model.config, model.map()).trace({});
  EXPECT_EQ(trace.info("layers.1.attention.weights").shape, (std::vector<std::size_t>{3, 0, 0}));
  for (float const value : floats(trace, "pooled")) EXPECT_EQ(value, 0.0F);
  double norm = 0;
  for (float const value : floats(trace, "sentence")) {
    norm += static_cast<double>(value) * static_cast<double>(value);
  }
  EXPECT_NEAR(norm, 1.0, 1e-6);
}

TEST(EncoderTest, OutputGainsScaleSlices) {
  Random random(8);
  Model const model = random_model(random, small_config());
  Encoder const encoder(model.config, model.map());
  std::vector<std::int32_t> const ids = random_ids(random, 7, 11);
  Trace const plain = encoder.trace(ids);
  Trace const ones = encoder.trace(ids, EncoderOptions{.output_gains = {Gains{1.0F, 1.0F}, {}}});
  for (TensorInfo const& tensor : plain.tensors()) {
    EXPECT_TRUE(std::ranges::equal(floats(plain, tensor.name), floats(ones, tensor.name)))
        << tensor.name;
  }
  Trace const scaled = encoder.trace(ids, EncoderOptions{.output_gains = {Gains{0.5F, 0.0F}, {}}});
  auto const before = plain.get("layers.0.attention.output");
  auto const after = scaled.get("layers.0.attention.output");
  auto const residual = plain.get("layers.0.attention.residual");
  auto const mixed = scaled.get("layers.0.attention.residual");
  for (std::size_t row = 0; row < 7; ++row) {
    for (std::size_t column = 0; column < 10; ++column) {
      float const gain = column < 5 ? 0.5F : 0.0F;
      EXPECT_EQ(after(row, column), gain * before(row, column));
      EXPECT_NEAR(mixed(row, column), residual(row, column) - (1 - gain) * before(row, column),
                  2e-6);
    }
  }
  EXPECT_FALSE(std::ranges::equal(floats(plain, "sentence"), floats(scaled, "sentence")));
}

TEST(EncoderTest, AGainOfZeroSilencesInfinity) {
  Random random(8);
  Model model = random_model(random, small_config());
  model.weights.at("layers.0.attention.value.bias").fill(1e30F);
  model.weights.at("layers.0.attention.output.weight").fill(1e30F);
  Encoder const encoder(model.config, model.map());
  Trace const trace = encoder.trace(random_ids(random, 3, 11),
                                    EncoderOptions{.output_gains = {Gains{1.0F, 0.0F}, {}}});
  auto const output = trace.get("layers.0.attention.output");
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(output(row, 4), std::numeric_limits<float>::infinity());
    EXPECT_EQ(output(row, 5), 0.0F);
  }
}

}  // namespace
}  // namespace headscope::test
