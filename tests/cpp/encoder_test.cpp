#include "headscope/encoder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "kernels/gemm.hpp"
#include "kernels/key_range.hpp"
#include "support.hpp"

namespace headscope::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// A config with weights that it can be changed away from.
struct Model {
  EncoderConfig config;
  std::map<std::string, Matrix> weights;  // vectors are [1, n] here

  void add(std::string const& name, Matrix const& weight) {
    weights.insert_or_assign(name, weight);
  }

  WeightMap map() const {
    WeightMap views;
    for (auto const& [name, weight] : weights) {
      WeightView view{{weight.shape(0), weight.shape(1)}, weight.data()};
      if (!name.ends_with("weight")) view.shape.erase(view.shape.begin());
      views.emplace(name, view);
    }
    return views;
  }

  reference::Linear linear(std::string const& name) const {
    return {widened(weights.at(name + ".weight")), vector(name + ".bias")};
  }
  reference::Norm norm(std::string const& name) const {
    return {vector(name + ".scale"), vector(name + ".bias")};
  }
  reference::Vector vector(std::string const& name) const {
    return xt::view(widened(weights.at(name)), 0, xt::all());
  }
};

Model random_model(Random& random, EncoderConfig config) {
  Model model{std::move(config), {}};
  auto const dense = [&](std::string const& name, std::size_t in, std::size_t out) {
    model.add(name + ".weight", random.matrix(in, out, 2.0F / std::sqrt(static_cast<float>(in))));
    model.add(name + ".bias", random.matrix(1, out));
  };
  auto const norm = [&](std::string const& name, std::size_t width) {
    model.add(name + ".scale", random.matrix(1, width));
    model.add(name + ".bias", random.matrix(1, width, 0.5F));
  };
  model.add("embedding.weight",
            random.matrix(model.config.vocabulary, model.config.blocks[0].attention.d_model));
  std::size_t width = 0;
  for (std::size_t layer = 0; layer < model.config.blocks.size(); ++layer) {
    BlockConfig const& block = model.config.blocks[layer];
    AttentionConfig const& attention = block.attention;
    std::size_t const inner = attention.heads * attention.d_head;
    std::string const prefix = "layers." + std::to_string(layer) + ".";
    width = attention.d_output == 0 ? attention.d_model : attention.d_output;
    norm(prefix + "attention.norm", attention.d_model);
    dense(prefix + "attention.query", attention.d_model, inner);
    dense(prefix + "attention.key", attention.d_model, inner);
    dense(prefix + "attention.value", attention.d_model, inner);
    dense(prefix + "attention.output", inner, width);
    if (block.project_residual) dense(prefix + "attention.residual", attention.d_model, width);
    norm(prefix + "ffn.norm", width);
    dense(prefix + "ffn.hidden", width, block.d_ffn);
    dense(prefix + "ffn.output", block.d_ffn, width);
  }
  if (model.config.d_sentence > 0) dense("sentence", width, model.config.d_sentence);
  return model;
}

EncoderConfig small_config() {
  return {.vocabulary = 11,
          .max_seq_len = 20,
          .embedding_scale = 2.0F,
          .blocks = {{.attention = {.d_model = 6, .heads = 2, .d_head = 4, .d_output = 10},
                      .project_residual = true,
                      .d_ffn = 13,
                      .activation = Activation::Relu,
                      .norm_epsilon = 1e-6F},
                     {.attention = {.d_model = 10, .heads = 3, .d_head = 3, .scale = 0.75F},
                      .d_ffn = 7,
                      .activation = Activation::Gelu,
                      .norm_epsilon = 1e-3F}},
          .d_sentence = 5};
}

std::vector<std::int32_t> random_ids(Random& random, std::size_t n, std::size_t vocabulary) {
  std::vector<std::int32_t> ids(n);
  for (std::int32_t& id : ids) id = static_cast<std::int32_t>(random.below(vocabulary));
  return ids;
}

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

void expect_refused(ErrorCode code, std::string const& message, Model const& model) {
  expect_error(code, message, [&] { Encoder(model.config, model.map()); });
}

TEST(EncoderTest, RefusesConfigs) {
  Random random(7);
  Model const model = random_model(random, small_config());
  auto const expect = [&model](std::string const& message, auto change) {
    Model changed = model;
    change(changed.config);
    expect_refused(ErrorCode::BadConfig, "[Encoder] " + message, changed);
  };
  expect("vocabulary is 0; expected at least 1", [](EncoderConfig& c) { c.vocabulary = 0; });
  expect("max_seq_len is 0; expected at least 1", [](EncoderConfig& c) { c.max_seq_len = 0; });
  expect("embedding_scale is NaN; expected a finite number",
         [](EncoderConfig& c) { c.embedding_scale = kNan; });
  expect("blocks is empty; expected at least 1 block", [](EncoderConfig& c) { c.blocks.clear(); });
  expect("blocks[1].attention.heads is 0; expected at least 1",
         [](EncoderConfig& c) { c.blocks[1].attention.heads = 0; });
  expect("blocks[0].d_ffn is 0; expected at least 1",
         [](EncoderConfig& c) { c.blocks[0].d_ffn = 0; });
  expect("blocks[0].norm_epsilon is -1.000000; expected no negative number",
         [](EncoderConfig& c) { c.blocks[0].norm_epsilon = -1.0F; });
  expect("blocks[1].attention.d_model is 9; blocks[0] gives 10",
         [](EncoderConfig& c) { c.blocks[1].attention.d_model = 9; });
  expect(
      "blocks[0].attention.d_output is 10; d_model is 6, and only project_residual can add the two",
      [](EncoderConfig& c) { c.blocks[0].project_residual = false; });
  expect(
      "blocks[1].attention.d_memory is 4; an encoder attends to itself, so that it must be "
      "d_model, 10",
      [](EncoderConfig& c) { c.blocks[1].attention.d_memory = 4; });

  Model huge = model;
  huge.config.vocabulary = std::numeric_limits<std::size_t>::max();
  expect_refused(ErrorCode::TooLarge,
                 "[Encoder] needs at least " + std::to_string(huge.config.vocabulary) +
                     " bytes; byte_budget is 1073741824",
                 huge);
}

TEST(EncoderTest, RefusesWeights) {
  Random random(8);
  Model const model = random_model(random, small_config());
  for (auto const& [name, weight] : model.weights) {
    Model without = model;
    without.weights.erase(name);
    expect_refused(ErrorCode::MissingTensor,
                   "[Encoder] " + name + " is missing; the configuration asks for it", without);

    Model poisoned = model;
    poisoned.weights.at(name)(0, weight.shape(1) - 1) = kNan;
    std::string const column = std::to_string(weight.shape(1) - 1);
    std::string const index = name.ends_with("weight") ? "0, " + column : column;
    expect_refused(ErrorCode::NonFinite,
                   "[Encoder] " + name + " is NaN at [" + index + "]; every number must be finite",
                   poisoned);
  }
  Model narrow = model;
  narrow.add("layers.1.ffn.hidden.weight", random.matrix(10, 6));
  expect_refused(
      ErrorCode::BadShape,
      "[Encoder] layers.1.ffn.hidden.weight has shape [10, 6]; [d_output, d_ffn] is [10, 7]",
      narrow);
  narrow = model;
  narrow.add("layers.0.attention.key.weight", random.matrix(6, 7));
  expect_refused(ErrorCode::BadShape,
                 "[Encoder] layers.0.attention.key.weight has shape [6, 7]; [d_memory, heads * "
                 "d_head] is [6, 8]",
                 narrow);
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

TEST(EncoderTest, RefusesArguments) {
  Random random(9);
  Model model = random_model(random, small_config());
  Encoder const encoder(model.config, model.map());
  std::array<std::int32_t, 3> const ids = {1, 2, 3};
  expect_error(ErrorCode::TooLong, "[Encoder::trace] ids has 21 tokens; max_seq_len is 20",
               [&] { encoder.trace(std::vector<std::int32_t>(21)); });
  expect_error(ErrorCode::BadToken, "[Encoder::trace] ids is 11 at [1]; vocabulary is 11",
               [&] { encoder.trace(std::array<std::int32_t, 2>{10, 11}); });
  expect_error(ErrorCode::BadToken, "[Encoder::trace] ids is -1 at [0]; vocabulary is 11",
               [&] { encoder.trace(std::array<std::int32_t, 1>{-1}); });
  expect_error(ErrorCode::BadMask, "[Encoder::trace] mask has padding length 4; there are 3 keys",
               [&] { encoder.trace(ids, EncoderOptions{.mask = Mask::padding(4)}); });
  expect_error(ErrorCode::BadGains, "[Encoder::trace] gains has 1 layers; there are 2",
               [&] { encoder.trace(ids, EncoderOptions{.gains = {Gains{}}}); });
  expect_error(ErrorCode::BadGains, "[Encoder::trace] gains[1] has 2 entries; heads is 3",
               [&] { encoder.trace(ids, EncoderOptions{.gains = {Gains{}, Gains{1.0F, 1.0F}}}); });
  expect_error(ErrorCode::BadGains, "[Encoder::trace] output_gains has 1 layers; there are 2",
               [&] { encoder.trace(ids, EncoderOptions{.output_gains = {Gains{}}}); });
  expect_error(
      ErrorCode::BadGains,
      "[Encoder::trace] output_gains[1] cuts d_output into heads slices; 10 is no multiple of 3",
      [&] { encoder.trace(ids, EncoderOptions{.output_gains = {Gains{}, Gains(3, 1.0F)}}); });
  try {
    encoder.trace(ids, EncoderOptions{.names = {"sentence", "layers.2.output"}});
    ADD_FAILURE() << "no error";
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), "UnknownTensor");
    EXPECT_TRUE(std::string_view(error.what())
                    .starts_with("[Encoder::trace] names[1] is \"layers.2.output\"; there are: "
                                 "embedding, layers.0.input, "));
  }
  std::size_t const bytes = encoder.trace(ids).bytes();
  model.config.byte_budget = 16384;
  Encoder const tight(model.config, model.map());
  EXPECT_LT(bytes, model.config.byte_budget);
  EXPECT_NO_THROW(tight.trace(std::array<std::int32_t, 1>{1}));
  try {
    tight.trace(std::vector<std::int32_t>(20, 1));
    ADD_FAILURE() << "no error";
  } catch (Error const& error) {
    EXPECT_EQ(code_name(error.code()), "TooLarge");
  }
}

// Every weight as it lies packed, and the positions.
TEST(EncoderTest, ByteBudgetOfWeights) {
  Random random(10);
  Model model = random_model(random, small_config());
  std::size_t const panel = kernels::packed_columns_size(1, 1);
  std::size_t floats = model.config.max_seq_len * model.config.blocks[0].attention.d_model;
  for (auto const& [name, weight] : model.weights) {
    bool const whole = name.starts_with("embedding") || name.find("norm") != std::string::npos;
    std::size_t const step = whole ? 1 : panel;
    floats += weight.shape(0) * ((weight.shape(1) + step - 1) / step * step);
  }
  model.config.byte_budget = floats * sizeof(float);
  EXPECT_NO_THROW(Encoder(model.config, model.map()));
  --model.config.byte_budget;
  EXPECT_EQ(bytes_needed([&] { Encoder(model.config, model.map()); }), floats * sizeof(float));
}

TEST(EncoderTest, ByteBudgetOfScratchAndRanges) {
  constexpr std::size_t kTokens = 200;
  Random random(11);
  Model model = random_model(random, small_config());
  model.config.max_seq_len = kTokens;
  std::vector<std::int32_t> const ids(kTokens, 1);
  auto const trace = [&](std::size_t byte_budget, Mask const& mask) {
    model.config.byte_budget = byte_budget;
    return Encoder(model.config, model.map()).trace(ids, EncoderOptions{.mask = mask}).bytes();
  };
  std::size_t const result = trace(model.config.byte_budget, Mask::none());
  std::size_t const plain = bytes_needed([&] { trace(result, Mask::none()); });
  EXPECT_GT(plain, result);
  EXPECT_NO_THROW(trace(plain, Mask::none()));
  std::size_t const masked = bytes_needed([&] { trace(plain, Mask::causal()); });
  EXPECT_EQ(masked, plain + kTokens * sizeof(kernels::KeyRange));
  EXPECT_NO_THROW(trace(masked, Mask::causal()));
}

}  // namespace
}  // namespace headscope::test
