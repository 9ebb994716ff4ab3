#include <set>

#include "../support.hpp"
#include "headscope/train_task.hpp"

namespace headscope::test {
namespace {

Sentences drawn(TaskInfo const& task, std::size_t count) {
  Pcg32 random(5);
  Sentences sentences;
  for (std::size_t i = 0; i < count; ++i) task.generate(task, random, sentences);
  return sentences;
}

std::vector<std::string> words_of(TaskInfo const& task, Sentences const& sentences,
                                  std::size_t token) {
  std::vector<std::string> words;
  for (std::size_t i = sentences.first_word(token); i < sentences.token_end[token]; ++i) {
    words.push_back(task.vocabulary[sentences.words[i]].text);
  }
  return words;
}

bool contains(std::vector<std::string> const& words, std::string const& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(TilesTask, AsksForTheValueOfTheTileThatIsMeant) {
  TaskInfo const task = tiles_task("test", kMostPlaces);
  Sentences const sentences = drawn(task, 500);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::size_t const first = sentences.first_token(i);
    ASSERT_EQ(sentences.sentence_end[i] - first, 9U);
    std::string const asked = words_of(task, sentences, first + 8).at(1);
    std::set<std::string> colours;
    for (std::size_t tile = 0; tile < 8; ++tile) {
      colours.insert(words_of(task, sentences, first + tile).at(1));
    }
    EXPECT_EQ(colours.size(), 8U);
    for (std::size_t ask = sentences.first_ask(i); ask < sentences.ask_end[i]; ++ask) {
      auto const [question, token, answer, target] = sentences.asks[ask];
      std::vector<std::string> const tile = words_of(task, sentences, first + target);
      EXPECT_EQ(token, 8U);
      EXPECT_EQ(tile.at(0), task.questions[question].answers[answer]);
      std::string const name(task.questions[question].name);
      if (name == "last") {
        EXPECT_EQ(target, 7U);
      } else if (name == "first") {
        EXPECT_EQ(target, 0U);
      } else {
        EXPECT_TRUE(contains(tile, name == "colour" ? asked : name)) << name;
      }
    }
  }
}

TEST(TilesTask, HasAsManyQuestionsAsPlaces) {
  for (std::size_t places = 1; places <= kMostPlaces; ++places) {
    TaskInfo const task = tiles_task("test", places);
    EXPECT_EQ(task.questions.size(), places);
    Sentences const sentences = drawn(task, 1);
    EXPECT_EQ(sentences.asks.size(), places);
  }
  expect_error(ErrorCode::BadConfig, "[test] places is 7; expected 1 to 6",
               [] { tiles_task("test", 7); });
}

// Every answer can be read off the words alone, by rules stated here once more.
TEST(EnglishTask, AnswersStandAtTheirTargets) {
  TaskInfo const task = english_task();
  Sentences const sentences = drawn(task, 3000);
  std::vector<std::size_t> asked(task.questions.size());
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    std::size_t const first = sentences.first_token(i);
    std::size_t const end = sentences.sentence_end[i];
    tokens += end - first;
    ASSERT_LE(end - first, task.max_tokens);
    auto const word = [&](std::size_t at) -> Word const& {
      return task.vocabulary[sentences.words[sentences.first_word(first + at)]];
    };
    for (std::size_t ask = sentences.first_ask(i); ask < sentences.ask_end[i]; ++ask) {
      auto const [question, token, answer, target] = sentences.asks[ask];
      ++asked[question];
      std::string const name(task.questions[question].name);
      std::string const expected = task.questions[question].answers[answer];
      EXPECT_NE(word(token).questions >> question & 1U, 0U) << name;
      bool const many = word(target).kind == "animals";
      if (name == "agree") {
        EXPECT_EQ(expected, many ? "many" : "one");
        EXPECT_LE(target, 2U);  // the subject, not the distractor after it
      } else if (name == "sense") {
        EXPECT_EQ(expected, word(target).kind);
        EXPECT_EQ(expected.substr(0, word(token).text.size()), word(token).text);
      } else if (many) {
        EXPECT_EQ(task.vocabulary[sentences.words[first + target] - 1U].text, expected);
      } else {
        EXPECT_EQ(expected, word(target).text);
      }
      if (name == "it") {
        std::size_t const adjective = word(token + 2).text == "too" ? token + 3 : token + 2;
        EXPECT_EQ(word(adjective).kind == "adjective of the subject", target <= 2);
      }
    }
  }
  for (std::size_t const count : asked) EXPECT_GT(count, 1000U);
  EXPECT_NEAR(static_cast<double>(tokens) / 3000.0, 14.0, 0.5);
  EXPECT_GT(task.vocabulary.size(), 110U);
}

TEST(EnglishTask, HasNoWordTwice) {
  std::set<std::string> words;
  TaskInfo const task = english_task();
  for (Word const& word : task.vocabulary) EXPECT_TRUE(words.insert(word.text).second) << word.text;
}

TEST(TaskText, ReadsWhatItWrote) {
  for (TaskInfo const& task : {tiles_task("test", 4), english_task()}) {
    Sentences const sentences = drawn(task, 50);
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      std::string const text = text_of(task, sentences, i);
      Sentences const parsed = parse("test", task, " " + text + "\n");
      EXPECT_EQ(text_of(task, parsed, 0), text);
    }
  }
}

TEST(TaskText, RefusesWhatItDoesNotKnow) {
  TaskInfo const task = english_task();
  expect_error(ErrorCode::BadToken,
               "[test] text has the word \"unicorn\", which is not in the vocabulary of english",
               [&] { parse("test", task, "the unicorn"); });
  expect_error(ErrorCode::BadToken,
               "[test] text has a \"-\" at the end of a token; expected a word",
               [&] { parse("test", task, "the- cat"); });
  std::string text;
  for (int i = 0; i < 25; ++i) text += "the ";
  expect_error(ErrorCode::TooLong,
               "[test] text has 25 tokens; the longest sentence of english has 24",
               [&] { parse("test", task, text); });
  EXPECT_EQ(parse("test", task, "").tokens(), 0U);
}

}  // namespace
}  // namespace headscope::test
