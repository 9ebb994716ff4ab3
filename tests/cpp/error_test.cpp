#include "headscope/error.hpp"

#include <gtest/gtest.h>

namespace headscope::test {
namespace {

TEST(ErrorTest, NamesEveryCodeOnce) {
  EXPECT_EQ(code_name(ErrorCode::BadConfig), "BadConfig");
  EXPECT_EQ(code_name(ErrorCode::BadShape), "BadShape");
  EXPECT_EQ(code_name(ErrorCode::BadMask), "BadMask");
  EXPECT_EQ(code_name(ErrorCode::BadGains), "BadGains");
  EXPECT_EQ(code_name(ErrorCode::BadToken), "BadToken");
  EXPECT_EQ(code_name(ErrorCode::NonFinite), "NonFinite");
  EXPECT_EQ(code_name(ErrorCode::TooLong), "TooLong");
  EXPECT_EQ(code_name(ErrorCode::TooLarge), "TooLarge");
  EXPECT_EQ(code_name(ErrorCode::MissingTensor), "MissingTensor");
  EXPECT_EQ(code_name(ErrorCode::UnknownTensor), "UnknownTensor");
  EXPECT_EQ(code_name(ErrorCode::Disposed), "Disposed");
  EXPECT_EQ(code_name(ErrorCode::Diverged), "Diverged");
}

TEST(ErrorTest, SaysWhereAndWhat) {
  Error const error(ErrorCode::BadShape, "MultiHeadAttention::trace",
                    "x has shape [4, 30]; d_model is 32");
  EXPECT_EQ(error.code(), ErrorCode::BadShape);
  EXPECT_STREQ(error.what(), "[MultiHeadAttention::trace] x has shape [4, 30]; d_model is 32");
}

}  // namespace
}  // namespace headscope::test
