#include "headscope/trace.hpp"

#include <cstdint>
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

TEST(TraceTest, NamesItsAxes) {
  using Axes = std::vector<std::string>;
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
