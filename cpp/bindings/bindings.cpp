#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "guard.hpp"
#include "handles.hpp"
#include "headscope/attention.hpp"
#include "headscope/encoder.hpp"
#include "headscope/trace.hpp"
#include "values.hpp"

/// The private table between web/core and the core: every function takes handles and plain values
/// and answers with a value or with {code, message}. Nothing is computed here.
namespace headscope::bindings {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// Everything JavaScript owns in this instance of the module.
struct Owned {
  Handles<MultiHeadAttention> attentions{"attention"};
  Handles<Encoder> encoders{"encoder"};
  Handles<Trace> traces{"trace"};
};

Owned& owned() {
  static Owned objects;
  return objects;
}

std::size_t live_handles() {
  return owned().attentions.size() + owned().encoders.size() + owned().traces.size();
}

/// An empty view, for its buffer: web/core must know arrays that live in the module's own memory.
val heap() { return val(typed_memory_view(0, static_cast<float const*>(nullptr))); }

val create_attention(val const& config_object, val const& weights) {
  return guarded("MultiHeadAttention", [&] {
    AttentionConfig const config = attention_config(config_object);
    return owned().attentions.add({config, attention_weights(weights, config)});
  });
}

val get_attention_config(Handle handle) {
  char const* const where = "MultiHeadAttention::config";
  return guarded(where, [&] {
    return attention_config_object(owned().attentions.get(handle, where).config());
  });
}

void dispose_attention(Handle handle) { owned().attentions.dispose(handle); }

/// Runs `call(layer, x, memory or null, options)` on a request {x, seq_len, memory, memory_len,
/// mask, gains, contribution}.
template <class Call>
auto with_request(Handle handle, val const& request, char const* where, Call call) {
  MultiHeadAttention const& layer = owned().attentions.get(handle, where);
  bool const crossed = !request["memory"].isNull();
  std::size_t const queries = request["seq_len"].as<std::uint32_t>();
  std::size_t const keys = crossed ? request["memory_len"].as<std::uint32_t>() : queries;
  AttentionConfig const& config = layer.config();
  Matrix const x = matrix(request["x"], queries, config.d_model, where, "x");
  AttentionOptions const options{
      .mask = mask(request["mask"], queries, keys),
      .gains = floats(request["gains"]),
      .contribution = request["contribution"].as<bool>(),
  };
  if (!crossed) return call(layer, x, options);
  Matrix const memory = matrix(request["memory"], keys, config.d_memory, where, "memory");
  return call(layer, x, memory, options);
}

val trace_attention(Handle handle, val const& request) {
  char const* const where = "MultiHeadAttention::trace";
  return guarded(where, [&] {
    auto const trace = [](MultiHeadAttention const& layer, auto const&... arguments) {
      return layer.trace(arguments...);
    };
    return owned().traces.add(with_request(handle, request, where, trace));
  });
}

/// Writes into `out`, or into a new Float32Array when that is null, and answers with it.
val forward_attention(Handle handle, val const& request, val const& out) {
  char const* const where = "MultiHeadAttention::forward";
  return guarded(where, [&] {
    auto const forward = [](MultiHeadAttention const& layer, auto const&... arguments) {
      return layer.forward(arguments...);
    };
    Matrix const output = with_request(handle, request, where, forward);
    val const view(typed_memory_view(output.size(), output.data()));
    if (out.isNull()) return view.call<val>("slice");
    check_length(out, output.shape(0), output.shape(1), where, "out");
    out.call<void>("set", view);
    return out;
  });
}

val create_encoder(val const& config, val const& weights) {
  return guarded("Encoder", [&] {
    return owned().encoders.add({encoder_config(config), NamedWeights(weights).views()});
  });
}

void dispose_encoder(Handle handle) { owned().encoders.dispose(handle); }

/// `request` is {mask, gains and output_gains: Float32Array per layer, contribution}.
val trace_encoder(Handle handle, val const& ids_array, val const& request) {
  char const* const where = "Encoder::trace";
  return guarded(where, [&] {
    Encoder const& encoder = owned().encoders.get(handle, where);
    std::vector<std::int32_t> const ids = integers(ids_array);
    EncoderOptions options{
        .mask = mask(request["mask"], ids.size(), ids.size()),
        .contribution = request["contribution"].as<bool>(),
    };
    for (val const& layer : emscripten::vecFromJSArray<val>(request["gains"])) {
      options.gains.push_back(floats(layer));
    }
    for (val const& layer : emscripten::vecFromJSArray<val>(request["output_gains"])) {
      options.output_gains.push_back(floats(layer));
    }
    return owned().traces.add(encoder.trace(ids, options));
  });
}

/// Array of {name, shape, axes} in flow order.
val trace_tensors(Handle handle) {
  char const* const where = "Trace::tensors";
  return guarded(where, [&] {
    val list = val::array();
    for (TensorInfo const& tensor : owned().traces.get(handle, where).tensors()) {
      val info = val::object();
      info.set("name", tensor.name);
      info.set("shape", val::array(tensor.shape));
      info.set("axes", val::array(tensor.axes));
      list.call<void>("push", info);
    }
    return list;
  });
}

/// A view of the tensor's floats; it dies when the memory grows or the trace is disposed of.
val trace_view(Handle handle, std::string const& name) {
  char const* const where = "Trace::get";
  return guarded(where, [&] {
    Trace const& trace = owned().traces.get(handle, where);
    return val(typed_memory_view(trace.info(name).size(), trace.data(name)));
  });
}

void dispose_trace(Handle handle) { owned().traces.dispose(handle); }

}  // namespace

EMSCRIPTEN_BINDINGS(headscope) {
  emscripten::function("liveHandles", &live_handles);
  emscripten::function("heap", &heap);
  emscripten::function("createAttention", &create_attention);
  emscripten::function("attentionConfig", &get_attention_config);
  emscripten::function("disposeAttention", &dispose_attention);
  emscripten::function("traceAttention", &trace_attention);
  emscripten::function("forwardAttention", &forward_attention);
  emscripten::function("createEncoder", &create_encoder);
  emscripten::function("disposeEncoder", &dispose_encoder);
  emscripten::function("traceEncoder", &trace_encoder);
  emscripten::function("traceTensors", &trace_tensors);
  emscripten::function("traceView", &trace_view);
  emscripten::function("disposeTrace", &dispose_trace);
}

}  // namespace headscope::bindings
