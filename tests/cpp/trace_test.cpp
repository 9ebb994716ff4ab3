#include "headscope/trace.hpp"

#include <cstdint>
#include <cstring>
#include <utility>

#include "support.hpp"

namespace headscope::test {
namespace {

MultiHeadAttention layer() {
  Random random(1);
  AttentionConfig const config{.d_model = 5, .heads = 3, .d_head = 2};
  return {config, random_weights(random, config, true)};
}

std::vector<std::string> names(Trace const& trace) {
  std::vector<std::string> result;
  for (TensorInfo const& tensor : trace.tensors()) result.push_back(tensor.name);
  return result;
}

TEST(TraceTest, ListsTensorsInFlowOrder) {
  Random random(2);
  Matrix const x = random.matrix(4, 5);
  std::vector<std::string> expected = {"query",  "key",     "value",   "scores", "scaled",
                                       "masked", "weights", "context", "concat", "output"};
  EXPECT_EQ(names(layer().trace(x)), expected);
  expected.insert(expected.end() - 1, "contribution");
  EXPECT_EQ(names(layer().trace(x, AttentionOptions{.contribution = true})), expected);
}

TEST(TraceTest, KeepsTheNamedTensorsAloneAndToTheBit) {
  Random random(8);
  Matrix const x = random.matrix(9, 5);
  MultiHeadAttention const attention = layer();
  AttentionOptions options{.mask = Mask::causal(), .gains = {0.5F, 1.0F, 0.0F}};
  options.contribution = true;
  Trace const whole = attention.trace(x, options);
  options.contribution = false;
  auto const expect_part = [&](std::vector<std::string> const& kept) {
    options.names = kept;
    Trace part = attention.trace(x, options);
    EXPECT_EQ(names(part).size(), kept.size());
    for (std::string const& name : kept) {
      SCOPED_TRACE(name);
      EXPECT_EQ(part.info(name).shape, whole.info(name).shape);
      EXPECT_EQ(part.info(name).axes, whole.info(name).axes);
      EXPECT_EQ(
          std::memcmp(part.data(name), whole.data(name), part.info(name).size() * sizeof(float)),
          0);
    }
    return part;
  };
  for (TensorInfo const& tensor : whole.tensors()) expect_part({tensor.name});
  for (TensorInfo const& tensor : whole.tensors()) {
    if (tensor.name != "output") expect_part({tensor.name, "output"});
  }
  Trace const part = expect_part({"output", "weights"});
  EXPECT_EQ(names(part), (std::vector<std::string>{"weights", "output"}));
  EXPECT_EQ(part.bytes(), (3 * 9 * 9 + 13 + 9 * 5 + 3) * sizeof(float));  // whole cache lines
  expect_error(ErrorCode::UnknownTensor,
               "[Trace::get] no tensor is named \"scores\"; there are: weights, output",
               [&part] { static_cast<void>(part.get("scores")); });
}

TEST(TraceTest, KeepsOnlyWhatThereIs) {
  Random random(9);
  expect_error(ErrorCode::UnknownTensor,
               "[MultiHeadAttention::trace] names[1] is \"weight\"; there are: query, key, value, "
               "scores, scaled, masked, weights, context, concat, contribution, output",
               [&random] {
                 static_cast<void>(layer().trace(random.matrix(2, 5),
                                                 AttentionOptions{.names = {"output", "weight"}}));
               });
}

TEST(TraceTest, NamesItsAxes) {
  using Axes = std::vector<std::string_view>;
  Random random(3);
  Matrix const x = random.matrix(4, 5);
  Matrix const memory = random.matrix(3, 5);
  AttentionOptions const options{.contribution = true};
  Trace const self = layer().trace(x, options);
  EXPECT_EQ(self.info("query").axes, (Axes{"heads", "seq_len", "d_head"}));
  EXPECT_EQ(self.info("key").axes, (Axes{"heads", "seq_len", "d_head"}));
  EXPECT_EQ(self.info("weights").axes, (Axes{"heads", "query", "key"}));
  EXPECT_EQ(self.info("concat").axes, (Axes{"seq_len", "heads*d_head"}));
  EXPECT_EQ(self.info("contribution").axes, (Axes{"heads", "seq_len", "d_model"}));
  EXPECT_EQ(self.info("output").axes, (Axes{"seq_len", "d_model"}));
  Trace const cross = layer().trace(x, memory, options);
  EXPECT_EQ(cross.info("query").axes, (Axes{"heads", "query", "d_head"}));
  EXPECT_EQ(cross.info("value").axes, (Axes{"heads", "key", "d_head"}));
  EXPECT_EQ(cross.info("output").axes, (Axes{"query", "d_model"}));
}

TEST(TraceTest, TensorsLieApartOnCacheLines) {
  Random random(4);
  Trace const trace = layer().trace(random.matrix(7, 5), AttentionOptions{.contribution = true});
  std::size_t end = 0;
  for (TensorInfo const& tensor : trace.tensors()) {
    EXPECT_GE(tensor.offset, end) << tensor.name;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(trace.data(tensor.name)) % 64, 0U) << tensor.name;
    end = tensor.offset + tensor.size();
  }
  EXPECT_GE(trace.bytes(), end * sizeof(float));
}

TEST(TraceTest, OutlivesItsLayerAndMoves) {
  Random random(5);
  Matrix const x = random.matrix(4, 5);
  MultiHeadAttention const kept = layer();
  Trace first = layer().trace(x);  // that layer is gone by the end of the line
  float const* const place = first.data("output");
  Trace const moved = std::move(first);
  EXPECT_EQ(moved.data("output"), place);
  Trace const again = kept.trace(x);
  EXPECT_EQ(std::vector<float>(floats(moved, "output").begin(), floats(moved, "output").end()),
            std::vector<float>(floats(again, "output").begin(), floats(again, "output").end()));
}

TEST(TraceTest, ViewsAreThePlaceItself) {
  Random random(6);
  Trace const trace = layer().trace(random.matrix(4, 5));
  auto const weights = trace.get("weights");
  ASSERT_EQ(weights.dimension(), 3U);
  EXPECT_EQ(weights.shape(0), 3U);
  EXPECT_EQ(weights.shape(1), 4U);
  EXPECT_EQ(weights.shape(2), 4U);
  EXPECT_EQ(&weights(2, 1, 3), trace.data("weights") + (2 * 4 + 1) * 4 + 3);
}

TEST(TraceTest, SaysWhatThereIs) {
  Random random(7);
  Trace const trace = layer().trace(random.matrix(1, 5));
  EXPECT_TRUE(trace.has("weights"));
  EXPECT_FALSE(trace.has("weight"));
  expect_error(ErrorCode::UnknownTensor,
               "[Trace::get] no tensor is named \"weight\"; there are: query, key, value, scores, "
               "scaled, masked, weights, context, concat, output",
               [&trace] { static_cast<void>(trace.get("weight")); });
  expect_error(ErrorCode::UnknownTensor,
               "[Trace::get] no tensor is named \"contribution\"; there are: query, key, value, "
               "scores, scaled, masked, weights, context, concat, output",
               [&trace] { static_cast<void>(trace.data("contribution")); });
}

}  // namespace
}  // namespace headscope::test
