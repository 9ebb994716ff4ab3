#include "headscope/mask.hpp"

#include <limits>

#include "support.hpp"

namespace headscope::test {
namespace {

constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

void expect_rows(Mask const& mask, reference::Allowed const& allowed) {
  std::size_t const queries = allowed.shape(0);
  std::size_t const keys = allowed.shape(1);
  mask.check("test", queries, keys);
  for (std::size_t i = 0; i < queries; ++i) {
    Mask::Row const row = mask.row(i, keys);
    ASSERT_LE(row.begin, row.end);
    ASSERT_LE(row.end, keys);
    for (std::size_t j = 0; j < keys; ++j) {
      ASSERT_EQ(row.allows(j), allowed(i, j)) << "query " << i << ", key " << j;
    }
  }
}

TEST(MaskTest, AllowsWhatItsDefinitionAllows) {
  Random random(1);
  for (std::size_t const queries : Sizes{0, 1, 2, 3, 7, 20}) {
    for (std::size_t const keys : Sizes{0, 1, 2, 5, 7, 19}) {
      for (MaskParts const& parts : every_mask(random, queries, keys)) {
        expect_rows(parts.mask(queries, keys), parts.allowed(queries, keys));
      }
    }
  }
}

TEST(MaskTest, CombinesPartsOfTheSameKind) {
  Random random(2);
  MaskParts const narrow{.causal = true, .padding = 4, .window = 1, .allow = {}};
  MaskParts const wide{.causal = false, .padding = 6, .window = 3, .allow = {}};
  expect_rows(wide.mask(7, 7) & narrow.mask(7, 7), narrow.allowed(7, 7));
  expect_rows(narrow.mask(7, 7) & wide.mask(7, 7), narrow.allowed(7, 7));

  MaskParts const a = every_mask(random, 5, 6).back();
  MaskParts const b = every_mask(random, 5, 6).back();
  expect_rows(a.mask(5, 6) & b.mask(5, 6), a.allowed(5, 6) && b.allowed(5, 6));
}

TEST(MaskTest, SizesDoNotWrap) {
  expect_rows(Mask::window(kMost), MaskParts{}.allowed(4, 5));
  expect_rows(Mask::window(kMost) & Mask::causal(), MaskParts{.causal = true}.allowed(4, 5));
  expect_error(ErrorCode::BadMask,
               "[Mask::allow] bits has 0 entries; [queries, keys] is [" +
                   std::to_string(kMost / 2 + 1) + ", 2]",
               [] { Mask::allow({}, kMost / 2 + 1, 2); });
}

TEST(MaskTest, NoneIsNothingElse) {
  EXPECT_TRUE(Mask::none().is_none());
  EXPECT_TRUE((Mask::none() & Mask::none()).is_none());
  EXPECT_FALSE(Mask::causal().is_none());
  EXPECT_FALSE(Mask::padding(3).is_none());
  EXPECT_FALSE(Mask::window(3).is_none());
  EXPECT_FALSE(Mask::allow({1}, 1, 1).is_none());
}

TEST(MaskTest, ComplainsOfWhatDoesNotFit) {
  expect_error(ErrorCode::BadMask, "[Mask::allow] bits has 5 entries; [queries, keys] is [2, 3]",
               [] { Mask::allow({1, 1, 1, 1, 1}, 2, 3); });
  expect_error(ErrorCode::BadMask, "[Mask::allow] bits has 1 entries; [queries, keys] is [2, 0]",
               [] { Mask::allow({1}, 2, 0); });
  expect_error(ErrorCode::BadMask,
               "[Mask::operator&] allow has shape [1, 2]; the other allow has shape [2, 1]",
               [] { static_cast<void>(Mask::allow({1, 1}, 1, 2) & Mask::allow({1, 1}, 2, 1)); });
  expect_error(ErrorCode::BadMask, "[here] mask has padding length 4; there are 3 keys",
               [] { Mask::padding(4).check("here", 3, 3); });
  expect_error(ErrorCode::BadMask,
               "[here] mask has allow of shape [1, 2]; [queries, keys] is [2, 2]",
               [] { Mask::allow({1, 1}, 1, 2).check("here", 2, 2); });
}

}  // namespace
}  // namespace headscope::test
