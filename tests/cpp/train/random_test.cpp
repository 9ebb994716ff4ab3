#include "headscope/random.hpp"

#include <gtest/gtest.h>

#include <array>

namespace headscope::test {
namespace {

// The first numbers of the demonstration program of pcg-random.org's basic C implementation, seed
// 42 on stream 54.
TEST(Pcg32Test, IsTheReferenceImplementation) {
  Pcg32 random(42);
  for (std::uint32_t const expected :
       {0xa15c02b7U, 0x7b47f409U, 0xba1d3330U, 0x83d2f293U, 0xbfa4784bU, 0xcbed606eU}) {
    EXPECT_EQ(random.next(), expected);
  }
}

TEST(Pcg32Test, DrawsEvenlyBelowANumber) {
  Pcg32 random(1);
  std::array<int, 7> counts{};
  for (int i = 0; i < 70000; ++i) ++counts.at(random.below(7));
  for (int const count : counts) EXPECT_NEAR(count, 10000, 400);
}

TEST(Pcg32Test, UniformNumbersAreMultiplesOfTwoToTheMinus24) {
  Pcg32 random(2);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    float const number = random.uniform();
    ASSERT_GE(number, 0.0F);
    ASSERT_LT(number, 1.0F);
    ASSERT_EQ(number * 0x1p24F, static_cast<float>(static_cast<std::uint32_t>(number * 0x1p24F)));
    sum += double{number};
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.01);
}

TEST(Pcg32Test, GoesOnFromItsState) {
  Pcg32 random(3);
  random.next();
  Pcg32 other(4);
  other.set_state(random.state());
  EXPECT_EQ(random.next(), other.next());
}

}  // namespace
}  // namespace headscope::test
