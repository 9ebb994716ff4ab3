#include "train_values.hpp"

#include <string>

#include "bindings/values.hpp"

namespace headscope::bindings {

using emscripten::typed_memory_view;
using emscripten::val;

TrainConfig train_config(val const& object) {
  TrainConfig config;
  bool const tiles = get(object, "task").as<std::string>() == "tiles";
  config.task = tiles ? TrainTask::Tiles : TrainTask::English;
  config.places = whole(object, "places");
  config.heads = whole(object, "heads");
  config.d_model = whole(object, "d_model");
  config.d_head = whole(object, "d_head");
  config.d_ffn = whole(object, "d_ffn");
  config.norm = flag(object, "norm");
  config.attention_bias = flag(object, "attention_bias");
  config.causal = flag(object, "causal");
  config.seed = static_cast<std::uint32_t>(whole(object, "seed"));
  config.batch = whole(object, "batch");
  config.steps = whole(object, "steps");
  config.warmup = whole(object, "warmup");
  config.learning_rate = number(object, "learning_rate");
  config.weight_decay = number(object, "weight_decay");
  config.head_lasso = number(object, "head_lasso");
  config.train_sentences = whole(object, "train_sentences");
  config.test_sentences = whole(object, "test_sentences");
  return config;
}

val train_config_object(TrainConfig const& config) {
  val object = val::object();
  set(object, "task", val(config.task == TrainTask::Tiles ? "tiles" : "english"));
  set(object, "places", val(config.places));
  set(object, "heads", val(config.heads));
  set(object, "d_model", val(config.d_model));
  set(object, "d_head", val(config.d_head));
  set(object, "d_ffn", val(config.d_ffn));
  set(object, "norm", val(config.norm));
  set(object, "attention_bias", val(config.attention_bias));
  set(object, "causal", val(config.causal));
  set(object, "seed", val(config.seed));
  set(object, "batch", val(config.batch));
  set(object, "steps", val(config.steps));
  set(object, "warmup", val(config.warmup));
  set(object, "learning_rate", val(config.learning_rate));
  set(object, "weight_decay", val(config.weight_decay));
  set(object, "head_lasso", val(config.head_lasso));
  set(object, "train_sentences", val(config.train_sentences));
  set(object, "test_sentences", val(config.test_sentences));
  return object;
}

val task_object(TaskInfo const& task) {
  val const vocabulary = val::array();
  for (Word const& word : task.vocabulary) {
    val entry = val::object();
    set(entry, "word", text(word.text));
    set(entry, "kind", text(word.kind));
    call(vocabulary, "push", entry);
  }
  val const relations = val::array();
  for (std::string_view const relation : task.relations) call(relations, "push", text(relation));
  val const questions = val::array();
  for (Question const& question : task.questions) {
    val const answers = val::array();
    for (std::string const& answer : question.answers) call(answers, "push", text(answer));
    val entry = val::object();
    set(entry, "name", text(question.name));
    set(entry, "answers", answers);
    set(entry, "relation", text(task.relations[question.relation]));
    call(questions, "push", entry);
  }
  val object = val::object();
  set(object, "name", text(task.name));
  set(object, "vocabulary", vocabulary);
  set(object, "questions", questions);
  set(object, "relations", relations);
  set(object, "max_tokens", val(task.max_tokens));
  return object;
}

val copied(std::span<float const> values) {
  return val(typed_memory_view(values.size(), values.data())).call<val>("slice");
}

val copied(std::span<double const> values) {
  val const array = val::array();
  for (double const value : values) call(array, "push", val(value));
  return array;
}

val evaluation_object(Evaluation const& evaluation) {
  val object = val::object();
  set(object, "sentences", val(evaluation.sentences));
  set(object, "loss", val(evaluation.loss));
  set(object, "all_right", val(evaluation.all_right));
  set(object, "accuracy", copied(evaluation.accuracy));
  return object;
}

val asks_array(Sentences const& sentences, std::size_t sentence) {
  val const array = val::array();
  for (std::size_t i = sentences.first_ask(sentence); i < sentences.ask_end[sentence]; ++i) {
    Ask const& ask = sentences.asks[i];
    val entry = val::object();
    set(entry, "question", val(ask.question));
    set(entry, "token", val(ask.token));
    set(entry, "answer", val(ask.answer));
    set(entry, "target", val(ask.target));
    call(array, "push", entry);
  }
  return array;
}

val state_object(TrainState const& state) {
  val const random = val::array();
  call(random, "push", val(static_cast<std::uint32_t>(state.random >> 32U)));
  call(random, "push", val(static_cast<std::uint32_t>(state.random)));
  val object = val::object();
  set(object, "step", val(state.step));
  set(object, "random", random);
  set(object, "weights", copied(state.weights));
  set(object, "first", copied(state.first));
  set(object, "second", copied(state.second));
  set(object, "averaged", val(state.averaged));
  return object;
}

}  // namespace headscope::bindings
