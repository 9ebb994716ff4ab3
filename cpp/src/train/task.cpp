#include <algorithm>

#include "headscope/error.hpp"
#include "headscope/train_task.hpp"

namespace headscope {
namespace {

std::size_t find_word(std::string_view where, TaskInfo const& task, std::string_view text) {
  auto const found = std::find_if(task.vocabulary.begin(), task.vocabulary.end(),
                                  [text](Word const& word) { return word.text == text; });
  if (found == task.vocabulary.end()) {
    fail(ErrorCode::BadToken, where,
         {"text has the word \"", text, "\", which is not in the vocabulary of ", task.name});
  }
  return static_cast<std::size_t>(found - task.vocabulary.begin());
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

}  // namespace

void Sentences::clear() noexcept {
  words.clear();
  token_end.clear();
  sentence_end.clear();
  asks.clear();
  ask_end.clear();
}

void Sentences::shrink_to_fit() {
  words.shrink_to_fit();
  token_end.shrink_to_fit();
  sentence_end.shrink_to_fit();
  asks.shrink_to_fit();
  ask_end.shrink_to_fit();
}

void Sentences::end_sentence() {
  sentence_end.push_back(static_cast<std::uint32_t>(tokens()));
  ask_end.push_back(static_cast<std::uint32_t>(asks.size()));
}

void Sentences::append(Sentences const& other, std::size_t sentence) {
  for (std::size_t token = other.first_token(sentence); token < other.sentence_end[sentence];
       ++token) {
    std::uint16_t const* const all = other.words.data();
    words.insert(words.end(), all + other.first_word(token), all + other.token_end[token]);
    end_token();
  }
  Ask const* const all = other.asks.data();
  asks.insert(asks.end(), all + other.first_ask(sentence), all + other.ask_end[sentence]);
  end_sentence();
}

std::string text_of(TaskInfo const& task, Sentences const& sentences, std::size_t sentence) {
  std::string text;
  for (std::size_t token = sentences.first_token(sentence);
       token < sentences.sentence_end[sentence]; ++token) {
    if (!text.empty()) text += ' ';
    std::size_t const first = sentences.first_word(token);
    for (std::size_t word = first; word < sentences.token_end[token]; ++word) {
      if (word != first) text += '-';
      text += task.vocabulary[sentences.words[word]].text;
    }
  }
  return text;
}

Sentences parse(std::string_view where, TaskInfo const& task, std::string_view text) {
  Sentences result;
  while (!text.empty()) {
    if (is_space(text.front())) {
      text.remove_prefix(1);
      continue;
    }
    std::size_t length = 0;
    while (length < text.size() && !is_space(text[length]) && text[length] != '-') ++length;
    result.add_word(find_word(where, task, text.substr(0, length)));
    text.remove_prefix(length);
    if (!text.empty() && text.front() == '-') {
      text.remove_prefix(1);
      if (!text.empty() && !is_space(text.front())) continue;
      fail(ErrorCode::BadToken, where, {"text has a \"-\" at the end of a token; expected a word"});
    }
    result.end_token();
  }
  if (result.tokens() > task.max_tokens) {
    fail(ErrorCode::TooLong, where,
         {"text has ", result.tokens(), " tokens; the longest sentence of ", task.name, " has ",
          task.max_tokens});
  }
  result.end_sentence();
  return result;
}

}  // namespace headscope
