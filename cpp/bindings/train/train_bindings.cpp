#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <string>

#include "bindings/guard.hpp"
#include "bindings/handles.hpp"
#include "bindings/traces.hpp"
#include "bindings/values.hpp"
#include "headscope/trainer.hpp"
#include "train_values.hpp"

/// The private table between web/core and the trainers, as bindings.cpp is for the rest.
namespace headscope::bindings {
namespace {

using emscripten::val;

using Trainers = Handles<std::unique_ptr<Trainer>>;

Trainers& trainers() {
  static Trainers objects{"trainer"};
  return objects;
}

Trainer& trainer(Handle handle, char const* where) { return *trainers().get(handle, where); }

std::size_t live_handles() { return trainers().size() + traces().size(); }

val task_info(val const& task, std::size_t places) {
  return guarded("taskInfo", [&] {
    bool const tiles = task.as<std::string>() == "tiles";
    return task_object(tiles ? tiles_task("taskInfo", places) : english_task());
  });
}

val create_trainer(val const& config) {
  return guarded("Trainer",
                 [&] { return trainers().add(std::make_unique<Trainer>(train_config(config))); });
}

void dispose_trainer(Handle handle) { trainers().dispose(handle); }

/// {config, task, parameters: [{name, shape}]}.
val describe(Handle handle) {
  char const* const where = "Trainer::describe";
  return guarded(where, [&] {
    Trainer const& of = trainer(handle, where);
    val const parameters = val::array();
    for (Parameter const& parameter : of.parameters()) {
      val const shape = val::array();
      for (std::size_t const extent : parameter.shape) call(shape, "push", val(extent));
      val entry = val::object();
      set(entry, "name", text(parameter.name));
      set(entry, "shape", shape);
      call(parameters, "push", entry);
    }
    val object = val::object();
    set(object, "config", train_config_object(of.config()));
    set(object, "task", task_object(of.task()));
    set(object, "parameters", parameters);
    return object;
  });
}

val step(Handle handle, std::size_t batches) {
  char const* const where = "Trainer::step";
  return guarded(where, [&] {
    StepReport const report = trainer(handle, where).step(batches);
    val object = evaluation_object(report.batches);
    set(object, "step", val(report.step));
    set(object, "gradient_norm", val(report.gradient_norm));
    set(object, "learning_rate", val(report.learning_rate));
    set(object, "gain_gradient", copied(report.gain_gradient));
    return object;
  });
}

val evaluate(Handle handle, std::size_t sentences, val const& gains) {
  char const* const where = "Trainer::evaluate";
  return guarded(where, [&] {
    return evaluation_object(trainer(handle, where).evaluate(sentences, floats(gains)));
  });
}

val head_matrix(Handle handle, std::size_t sentences) {
  char const* const where = "Trainer::head_matrix";
  return guarded(where, [&] {
    HeadMatrix const matrix = trainer(handle, where).head_matrix(sentences);
    val object = val::object();
    set(object, "mass", copied(matrix.mass));
    set(object, "baseline", copied(matrix.baseline));
    return object;
  });
}

val slab_norms(Handle handle) {
  char const* const where = "Trainer::slab_norms";
  return guarded(where, [&] { return copied(trainer(handle, where).slab_norms()); });
}

/// [{text, asks}] of the test sentences `from` and up, at most `count`.
val samples(Handle handle, std::size_t from, std::size_t count) {
  char const* const where = "Trainer::samples";
  return guarded(where, [&] {
    Trainer const& of = trainer(handle, where);
    Sentences const& sentences = of.test_sentences();
    val const array = val::array();
    for (std::size_t i = from; i < sentences.size() && i - from < count; ++i) {
      val entry = val::object();
      set(entry, "text", text(text_of(of.task(), sentences, i)));
      set(entry, "asks", asks_array(sentences, i));
      call(array, "push", entry);
    }
    return array;
  });
}

/// The id of the first word of every token.
val token_ids(Handle handle, val const& sentence) {
  char const* const where = "Trainer::tokenize";
  return guarded(where, [&] {
    Sentences const parsed =
        parse(where, trainer(handle, where).task(), sentence.as<std::string>());
    val const ids = val::array();
    for (std::size_t token = 0; token < parsed.tokens(); ++token) {
      call(ids, "push", val(parsed.words[parsed.first_word(token)]));
    }
    return ids;
  });
}

/// `request` is {gains, output_gains: Float32Array, contribution}.
val trace(Handle handle, val const& sentence, val const& request) {
  char const* const where = "Trainer::trace";
  return guarded(where, [&] {
    TrainerTraceOptions const options{.gains = floats(get(request, "gains")),
                                      .output_gains = floats(get(request, "output_gains")),
                                      .contribution = flag(request, "contribution")};
    return traces().add(trainer(handle, where).trace(sentence.as<std::string>(), options));
  });
}

val predict(Handle handle, val const& sentence, val const& gains) {
  char const* const where = "Trainer::predict";
  return guarded(where, [&] {
    val const array = val::array();
    for (Prediction const& prediction :
         trainer(handle, where).predict(sentence.as<std::string>(), floats(gains))) {
      val entry = val::object();
      set(entry, "question", val(prediction.question));
      set(entry, "token", val(prediction.token));
      set(entry, "probabilities", copied(prediction.probabilities));
      call(array, "push", entry);
    }
    return array;
  });
}

/// {loss, weights: flat, gains}.
val gradients(Handle handle, std::size_t sentences) {
  char const* const where = "Trainer::gradients";
  return guarded(where, [&] {
    std::vector<float> by_weights;
    std::vector<float> by_gains;
    double const loss = trainer(handle, where).gradients(sentences, {}, by_weights, by_gains);
    val object = val::object();
    set(object, "loss", val(loss));
    set(object, "weights", copied(by_weights));
    set(object, "gains", copied(by_gains));
    return object;
  });
}

/// Flat.
val weights(Handle handle) {
  char const* const where = "Trainer::weights";
  return guarded(where, [&] { return copied(trainer(handle, where).weights()); });
}

val load_weights(Handle handle, val const& weights, std::size_t step) {
  char const* const where = "Trainer::load";
  return guarded(where, [&] {
    trainer(handle, where).load(NamedWeights(weights, where).views(), step);
    return val::null();
  });
}

val state(Handle handle) {
  char const* const where = "Trainer::state";
  return guarded(where, [&] { return state_object(trainer(handle, where).state()); });
}

val restore(Handle handle, val const& given) {
  char const* const where = "Trainer::restore";
  return guarded(where, [&] {
    val const random = get(given, "random");
    std::vector<float> const weights = floats(get(given, "weights"));
    std::vector<float> const first = floats(get(given, "first"));
    std::vector<float> const second = floats(get(given, "second"));
    auto const half = [&random](std::size_t i) {
      return std::uint64_t{at(random, i).as<std::uint32_t>()};
    };
    trainer(handle, where)
        .restore({whole(given, "step"), half(0) << 32U | half(1), weights, first, second,
                  whole(given, "averaged")});
    return val::null();
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope_train) {
  emscripten::function("liveHandles", &live_handles);
  emscripten::function("taskInfo", &task_info);
  emscripten::function("createTrainer", &create_trainer);
  emscripten::function("disposeTrainer", &dispose_trainer);
  emscripten::function("describeTrainer", &describe);
  emscripten::function("stepTrainer", &step);
  emscripten::function("evaluateTrainer", &evaluate);
  emscripten::function("trainerHeadMatrix", &head_matrix);
  emscripten::function("trainerSlabNorms", &slab_norms);
  emscripten::function("trainerSamples", &samples);
  emscripten::function("trainerTokens", &token_ids);
  emscripten::function("traceTrainer", &trace);
  emscripten::function("predictTrainer", &predict);
  emscripten::function("trainerGradients", &gradients);
  emscripten::function("trainerWeights", &weights);
  emscripten::function("loadTrainer", &load_weights);
  emscripten::function("trainerState", &state);
  emscripten::function("restoreTrainer", &restore);
}

}  // namespace headscope::bindings
