#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "headscope/random.hpp"

namespace headscope {

/// One word of a task's vocabulary. Its id is its place there.
struct Word {
  std::string text;
  std::string_view kind;        ///< the list it comes from: "value", "colour", "animal", "verb"
  std::uint32_t questions = 0;  ///< bit q: question q is asked at a token with this word
};

/// Something that is asked at a token and answered by one of its classes.
struct Question {
  std::string_view name;
  std::vector<std::string> answers;
  std::size_t relation = 0;  ///< place in TaskInfo::relations: where the answer stands
};

/// One question at one token of a sentence, with its truth.
struct Ask {
  std::uint16_t question = 0;
  std::uint16_t token = 0;   ///< that is asked
  std::uint16_t answer = 0;  ///< class
  std::uint16_t target = 0;  ///< token that knows the answer
};

/// Sentences one after another, in flat arrays so that a batch is refilled without allocating. A
/// token is one or more words whose embeddings are added.
struct Sentences {
  std::vector<std::uint16_t> words;
  std::vector<std::uint32_t> token_end;     ///< per token: end of its words in `words`
  std::vector<std::uint32_t> sentence_end;  ///< per sentence: end of its tokens
  std::vector<Ask> asks;
  std::vector<std::uint32_t> ask_end;  ///< per sentence: end of its asks

  std::size_t size() const noexcept { return sentence_end.size(); }
  std::size_t tokens() const noexcept { return token_end.size(); }
  std::size_t first_token(std::size_t sentence) const noexcept {
    return sentence == 0 ? 0 : sentence_end[sentence - 1];
  }
  std::size_t first_ask(std::size_t sentence) const noexcept {
    return sentence == 0 ? 0 : ask_end[sentence - 1];
  }
  std::size_t first_word(std::size_t token) const noexcept {
    return token == 0 ? 0 : token_end[token - 1];
  }

  void clear() noexcept;
  /// Gives back the memory that only more sentences would need.
  void shrink_to_fit();
  void add_word(std::size_t word) { words.push_back(static_cast<std::uint16_t>(word)); }
  /// Ends the token whose words were added.
  void end_token() { token_end.push_back(static_cast<std::uint32_t>(words.size())); }
  void end_sentence();
  /// Appends one sentence of `other`, which is another object.
  void append(Sentences const& other, std::size_t sentence);
};

/// What is learned, and from what.
struct TaskInfo {
  std::string_view name;  ///< "tiles" or "english"
  std::vector<Word> vocabulary;
  std::vector<Question> questions;
  std::vector<std::string_view> relations;
  std::size_t max_tokens = 0;
  std::size_t positions = 0;  ///< the first tokens get a learned position, later ones none
  /// Appends one sentence with all its asks.
  void (*generate)(TaskInfo const& task, Pcg32& random, Sentences& out) = nullptr;
};

/// Most answer boxes that `tiles` can have.
inline constexpr std::size_t kMostPlaces = 6;

/// Eight tiles in a row, each of a value (16), a colour (8, all different) and a place; one wears a
/// ring, another a star, with six boxes a third a moon. The ninth token carries one of the colours.
/// Asked there, in this order, are the values of the tile with the ring, with the star, of the last
/// tile, of the one of that colour, of the first tile, of the one with the moon: `places` of them,
/// 1 to kMostPlaces. Throws BadConfig.
TaskInfo tiles_task(std::string_view where, std::size_t places);

/// [ADVERB] the ANIMAL [PREPOSITION the ANIMAL] [never] VERB the OBJECT [because it was [too]
/// ADJECTIVE] [with the CONTEXT [and the CONTEXT] by the AMBIGUOUS]. Asked are: at the verb,
/// whether the subject is one or many, which animal it is and which object; at the ambiguous noun,
/// which of its two senses the context word from its own list gives it (another may stand there,
/// from another noun's list); at "it", whether the subject or the object is meant, by name: the
/// adjective's kind decides.
TaskInfo english_task();

/// The words of a token joined by "-", tokens joined by spaces: what `parse` reads.
std::string text_of(TaskInfo const& task, Sentences const& sentences, std::size_t sentence);

/// One sentence, without asks, from such a text; any amount of space between tokens. Throws
/// BadToken for a word that the task does not know, TooLong.
Sentences parse(std::string_view where, TaskInfo const& task, std::string_view text);

}  // namespace headscope
