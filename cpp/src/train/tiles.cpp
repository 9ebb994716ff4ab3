#include <array>
#include <utility>

#include "headscope/error.hpp"
#include "headscope/train_task.hpp"

namespace headscope {
namespace {

constexpr std::size_t kTiles = 8;
constexpr std::size_t kValues = 16;
constexpr std::array<char const*, kTiles> kColours = {"red",  "orange", "yellow", "green",
                                                      "blue", "purple", "brown",  "pink"};
constexpr std::array<std::string_view, kMostPlaces> kPlaces = {"ring",   "star",  "last",
                                                               "colour", "first", "moon"};
constexpr std::size_t kRing = kValues + kTiles;
constexpr std::size_t kStar = kRing + 1;
constexpr std::size_t kQuery = kStar + 1;
constexpr std::size_t kMoon = kQuery + 1;  // only where it is asked for

/// Three different tiles.
std::array<std::size_t, 3> draw_marked(Pcg32& random) {
  std::size_t const ring = random.below(kTiles);
  std::size_t const star = (ring + 1 + random.below(kTiles - 1)) % kTiles;
  std::size_t moon = random.below(kTiles);
  while (moon == ring || moon == star) moon = random.below(kTiles);
  return {ring, star, moon};
}

void generate(TaskInfo const& task, Pcg32& random, Sentences& out) {
  std::array<std::size_t, kTiles> values;
  std::array<std::size_t, kTiles> colours;
  for (std::size_t i = 0; i < kTiles; ++i) {
    values[i] = random.below(kValues);
    // Fisher and Yates's shuffle, from the inside out.
    std::size_t const j = random.below(static_cast<std::uint32_t>(i + 1));
    colours[i] = i;
    std::swap(colours[i], colours[j]);
  }
  auto const [ring, star, moon] = draw_marked(random);
  std::size_t const asked = random.below(kTiles);
  bool const has_moon = task.vocabulary.size() > kMoon;
  for (std::size_t i = 0; i < kTiles; ++i) {
    out.add_word(values[i]);
    out.add_word(kValues + colours[i]);
    if (i == ring) out.add_word(kRing);
    if (i == star) out.add_word(kStar);
    if (has_moon && i == moon) out.add_word(kMoon);
    out.end_token();
  }
  out.add_word(kQuery);
  out.add_word(kValues + colours[asked]);
  out.end_token();
  std::array<std::size_t, kMostPlaces> const targets = {ring, star, kTiles - 1, asked, 0, moon};
  for (std::size_t place = 0; place < task.questions.size(); ++place) {
    std::size_t const target = targets[place];
    out.asks.push_back({static_cast<std::uint16_t>(place), kTiles,
                        static_cast<std::uint16_t>(values[target]),
                        static_cast<std::uint16_t>(target)});
  }
  out.end_sentence();
}

}  // namespace

TaskInfo tiles_task(std::string_view where, std::size_t places) {
  if (places < 1 || places > kMostPlaces) {
    fail(ErrorCode::BadConfig, where, {"places is ", places, "; expected 1 to ", kMostPlaces});
  }
  TaskInfo task{.name = "tiles",
                .vocabulary = {},
                .questions = {},
                .relations = {},
                .max_tokens = kTiles + 1,
                .positions = kTiles,
                .generate = &generate};
  std::vector<std::string> values;
  for (std::size_t value = 0; value < kValues; ++value) {
    values.push_back(joined({value}));
    task.vocabulary.push_back({values.back(), "value"});
  }
  for (char const* const colour : kColours) task.vocabulary.push_back({colour, "colour"});
  task.vocabulary.push_back({"ring", "mark"});
  task.vocabulary.push_back({"star", "mark"});
  task.vocabulary.push_back({"?", "query", (1U << places) - 1});
  if (places == kMostPlaces) task.vocabulary.push_back({"moon", "mark"});
  for (std::size_t place = 0; place < places; ++place) {
    task.questions.push_back({kPlaces[place], values, place});
    task.relations.push_back(kPlaces[place]);
  }
  return task;
}

}  // namespace headscope
