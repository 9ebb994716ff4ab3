#include <array>

#include "headscope/train_task.hpp"

namespace headscope {
namespace {

constexpr std::array<std::array<char const*, 2>, 16> kAnimals = {{{"animal", "animals"},
                                                                  {"cat", "cats"},
                                                                  {"dog", "dogs"},
                                                                  {"horse", "horses"},
                                                                  {"cow", "cows"},
                                                                  {"fox", "foxes"},
                                                                  {"goat", "goats"},
                                                                  {"rabbit", "rabbits"},
                                                                  {"tiger", "tigers"},
                                                                  {"wolf", "wolves"},
                                                                  {"pig", "pigs"},
                                                                  {"duck", "ducks"},
                                                                  {"lion", "lions"},
                                                                  {"frog", "frogs"},
                                                                  {"hen", "hens"},
                                                                  {"monkey", "monkeys"}}};
constexpr std::array<char const*, 8> kPlaces = {"street", "bridge", "field",  "road",
                                                "garden", "forest", "tunnel", "valley"};
constexpr std::array<char const*, 6> kAnimalVerbs = {"chased",   "caught", "watched",
                                                     "followed", "liked",  "missed"};
constexpr std::array<char const*, 6> kPlaceVerbs = {"crossed", "entered",  "left",
                                                    "reached", "explored", "avoided"};
/// What "it was": the first are said of who did it, the others of the animal or place it was done
/// to.
constexpr std::array<char const*, 6> kOfSubject = {"tired",  "hungry", "thirsty",
                                                   "scared", "bored",  "curious"};
constexpr std::array<char const*, 6> kOfAnimal = {"slow", "tasty", "tiny",
                                                  "weak", "noisy", "pretty"};
constexpr std::array<char const*, 6> kOfPlace = {"wide", "long", "narrow", "busy", "muddy", "dark"};
constexpr std::array<char const*, 4> kAdverbs = {"today", "yesterday", "often", "sometimes"};
constexpr std::array<char const*, 4> kPrepositions = {"near", "behind", "beside", "with"};
constexpr std::array<char const*, 4> kAmbiguous = {"bank", "bat", "crane", "seal"};
constexpr std::size_t kSenses = 2 * kAmbiguous.size();
constexpr std::size_t kClues = 3;  // context words of one sense
constexpr std::array<char const*, kSenses> kSenseNames = {
    "bank (river)", "bank (money)",    "bat (animal)",  "bat (club)",
    "crane (bird)", "crane (machine)", "seal (animal)", "seal (stamp)"};
constexpr std::array<char const*, kSenses * kClues> kContexts = {
    "river", "water", "mud",   "money", "loan", "cash",   "cave", "wings",
    "night", "club",  "ball",  "game",  "nest", "marsh",  "eggs", "steel",
    "tower", "cargo", "ocean", "ice",   "fish", "letter", "wax",  "paper"};

enum Questions : std::uint16_t { kAgree, kWho, kWhom, kSense, kIt };

// Where each list begins in the vocabulary.
constexpr std::size_t kThe = 0;
constexpr std::size_t kNever = 1;
constexpr std::size_t kBecause = 2;
constexpr std::size_t kItWord = 3;
constexpr std::size_t kWas = 4;
constexpr std::size_t kToo = 5;
constexpr std::size_t kAnd = 6;
constexpr std::size_t kBy = 7;
constexpr std::size_t kFirstAnimal = 8;
constexpr std::size_t kFirstPlace = kFirstAnimal + 2 * kAnimals.size();
constexpr std::size_t kFirstAnimalVerb = kFirstPlace + kPlaces.size();
constexpr std::size_t kFirstPlaceVerb = kFirstAnimalVerb + kAnimalVerbs.size();
constexpr std::size_t kFirstOfSubject = kFirstPlaceVerb + kPlaceVerbs.size();
constexpr std::size_t kFirstOfAnimal = kFirstOfSubject + kOfSubject.size();
constexpr std::size_t kFirstOfPlace = kFirstOfAnimal + kOfAnimal.size();
constexpr std::size_t kFirstAdverb = kFirstOfPlace + kOfPlace.size();
constexpr std::size_t kFirstPreposition = kFirstAdverb + kAdverbs.size();
constexpr std::size_t kWith = kFirstPreposition + 3;
constexpr std::size_t kFirstAmbiguous = kFirstPreposition + kPrepositions.size();
constexpr std::size_t kFirstContext = kFirstAmbiguous + kAmbiguous.size();
constexpr std::size_t kMaxTokens = 24;

/// How often the object is a place.
constexpr float kPlaceShare = 0.25F;

// Writes one sentence from left to right.
class Writer {
 public:
  Writer(Pcg32& random, Sentences& out) : random_(random), out_(out), first_(out.tokens()) {}

  void write() {
    if (random_.chance(0.5F)) word(kFirstAdverb + below(kAdverbs.size()));
    bool const has_reason = random_.chance(0.5F);
    std::size_t const animal = below(kAnimals.size());
    std::size_t const number = draw_number(has_reason);
    word(kThe);
    std::size_t const subject = word(kFirstAnimal + 2 * animal + number);
    if (random_.chance(0.5F)) {
      word(kFirstPreposition + below(kPrepositions.size()));
      word(kThe);
      word(kFirstAnimal + below(2 * kAnimals.size()));
    }
    if (random_.chance(0.3F)) word(kNever);
    bool const has_place = random_.chance(kPlaceShare);
    std::size_t const verb = has_place ? word(kFirstPlaceVerb + below(kPlaceVerbs.size()))
                                       : word(kFirstAnimalVerb + below(kAnimalVerbs.size()));
    word(kThe);
    std::size_t const thing =
        has_place ? kAnimals.size() + below(kPlaces.size()) : below(kAnimals.size());
    std::size_t const object = word(has_place ? kFirstPlace + thing - kAnimals.size()
                                              : kFirstAnimal + 2 * thing + draw_number(has_reason));
    ask(kAgree, verb, number, subject);
    ask(kWho, verb, animal, subject);
    ask(kWhom, verb, thing, object);
    if (has_reason) reason(has_place, {animal, subject}, {thing, object});
    if (random_.chance(0.6F)) scene();
    out_.end_sentence();
  }

 private:
  std::size_t below(std::size_t n) { return random_.below(static_cast<std::uint32_t>(n)); }

  /// 0 for one, 1 for many. What may be "it" is one; most others are many, to make up for it.
  std::size_t draw_number(bool has_reason) {
    return has_reason ? 0 : std::size_t{random_.chance(0.75F)};
  }

  /// The place of the new token in the sentence.
  std::size_t word(std::size_t id) {
    out_.add_word(id);
    out_.end_token();
    return out_.tokens() - first_ - 1;
  }

  void ask(Questions question, std::size_t token, std::size_t answer, std::size_t target) {
    out_.asks.push_back({question, static_cast<std::uint16_t>(token),
                         static_cast<std::uint16_t>(answer), static_cast<std::uint16_t>(target)});
  }

  struct Noun {
    std::size_t name;  // class
    std::size_t token;
  };

  void reason(bool has_place, Noun subject, Noun object) {
    word(kBecause);
    std::size_t const it = word(kItWord);
    word(kWas);
    if (random_.chance(0.5F)) word(kToo);
    bool const is_subject = random_.chance(0.5F);
    std::size_t const of_object = has_place ? kFirstOfPlace : kFirstOfAnimal;
    word((is_subject ? kFirstOfSubject : of_object) + below(kOfSubject.size()));
    Noun const referent = is_subject ? subject : object;
    ask(kIt, it, referent.name, referent.token);
  }

  void scene() {
    std::size_t const noun = below(kAmbiguous.size());
    std::size_t const sense = 2 * noun + below(2);
    std::size_t const clue = kFirstContext + sense * kClues + below(kClues);
    word(kWith);
    word(kThe);
    std::size_t context = 0;
    if (random_.chance(0.5F)) {
      std::size_t const other = (noun + 1 + below(kAmbiguous.size() - 1)) % kAmbiguous.size();
      std::size_t const stray = kFirstContext + 2 * other * kClues + below(2 * kClues);
      bool const clue_first = random_.chance(0.5F);
      std::size_t const before = word(clue_first ? clue : stray);
      word(kAnd);
      word(kThe);
      std::size_t const after = word(clue_first ? stray : clue);
      context = clue_first ? before : after;
    } else {
      context = word(clue);
    }
    word(kBy);
    word(kThe);
    ask(kSense, word(kFirstAmbiguous + noun), sense, context);
  }

  Pcg32& random_;
  Sentences& out_;
  std::size_t first_;
};

void generate(TaskInfo const& /*task*/, Pcg32& random, Sentences& out) {
  Writer(random, out).write();
}

}  // namespace

TaskInfo english_task() {
  TaskInfo task{.name = "english",
                .vocabulary = {},
                .questions = {},
                .relations = {"subject", "object", "context", "referent"},
                .max_tokens = kMaxTokens,
                .positions = kMaxTokens,
                .generate = &generate};
  auto const add = [&task](char const* text, std::string_view kind, std::uint32_t questions = 0) {
    task.vocabulary.push_back({text, kind, questions});
  };
  for (char const* const text : {"the", "never", "because"}) add(text, "function word");
  add("it", "pronoun", 1U << kIt);
  for (char const* const text : {"was", "too", "and", "by"}) add(text, "function word");
  for (auto const& [one, many] : kAnimals) {
    add(one, "animal");
    add(many, "animals");
  }
  constexpr std::uint32_t kAtVerb = 1U << kAgree | 1U << kWho | 1U << kWhom;
  for (char const* const text : kPlaces) add(text, "place");
  for (char const* const text : kAnimalVerbs) add(text, "verb with an animal", kAtVerb);
  for (char const* const text : kPlaceVerbs) add(text, "verb with a place", kAtVerb);
  for (char const* const text : kOfSubject) add(text, "adjective of the subject");
  for (char const* const text : kOfAnimal) add(text, "adjective of an animal object");
  for (char const* const text : kOfPlace) add(text, "adjective of a place");
  for (char const* const text : kAdverbs) add(text, "adverb");
  for (char const* const text : kPrepositions) add(text, "preposition");
  for (char const* const text : kAmbiguous) add(text, "ambiguous noun", 1U << kSense);
  for (std::size_t i = 0; i < kContexts.size(); ++i) add(kContexts[i], kSenseNames[i / kClues]);

  std::vector<std::string> animals;
  for (auto const& forms : kAnimals) animals.emplace_back(forms[0]);
  std::vector<std::string> nouns = animals;
  nouns.insert(nouns.end(), kPlaces.begin(), kPlaces.end());
  task.questions = {{"agree", {"one", "many"}, 0},
                    {"who", animals, 0},
                    {"whom", nouns, 1},
                    {"sense", {kSenseNames.begin(), kSenseNames.end()}, 2},
                    {"it", nouns, 3}};
  return task;
}

}  // namespace headscope
