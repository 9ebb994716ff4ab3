#pragma once

#include <emscripten/val.h>

#include "headscope/trainer.hpp"

/// Training's values, from JavaScript's to the core's and back. Keys are the members' names.
namespace headscope::bindings {

TrainConfig train_config(emscripten::val const& object);
emscripten::val train_config_object(TrainConfig const& config);

/// {name, vocabulary: [{word, kind}], questions: [{name, answers, relation}], relations,
/// max_tokens}.
emscripten::val task_object(TaskInfo const& task);

/// {sentences, loss, all_right, accuracy: array per question}.
emscripten::val evaluation_object(Evaluation const& evaluation);

/// A copy as a Float32Array, or an array of numbers.
emscripten::val copied(std::span<float const> values);
emscripten::val copied(std::span<double const> values);

/// [{question, token, answer, target}] of one sentence.
emscripten::val asks_array(Sentences const& sentences, std::size_t sentence);

/// {step, random: [high, low], weights, first, second}.
emscripten::val state_object(TrainState const& state);

}  // namespace headscope::bindings
