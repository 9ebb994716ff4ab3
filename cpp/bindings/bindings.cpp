#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
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

/// A request {x, seq_len, memory, memory_len, mask, gains, contribution, names}, memory null within
/// x.
struct Request {
  bool crossed;
  Matrix x;
  Matrix memory;
  AttentionOptions options;

  Request(val const& request, AttentionConfig const& config, std::string_view where)
      : crossed(!get(request, "memory").isNull()),
        x(matrix(get(request, "x"), whole(request, "seq_len"), config.d_model, where, "x")) {
    std::size_t const queries = x.shape(0);
    std::size_t const keys = crossed ? whole(request, "memory_len") : queries;
    options.mask = mask(get(request, "mask"), queries, keys);
    options.gains = floats(get(request, "gains"));
    options.contribution = flag(request, "contribution");
    options.names = strings(get(request, "names"));
    if (crossed) memory = matrix(get(request, "memory"), keys, config.d_memory, where, "memory");
  }

  /// What the keys and values come from.
  Matrix const& source() const { return crossed ? memory : x; }
};

val trace_attention(Handle handle, val const& request) {
  char const* const where = "MultiHeadAttention::trace";
  return guarded(where, [&] {
    MultiHeadAttention const& layer = owned().attentions.get(handle, where);
    Request const of(request, layer.config(), where);
    return owned().traces.add(layer.trace(of.x, of.source(), of.options));
  });
}

/// Writes into `out`, or into a new Float32Array when that is null, and answers with it.
val forward_attention(Handle handle, val const& request, val const& out) {
  char const* const where = "MultiHeadAttention::forward";
  return guarded(where, [&] {
    MultiHeadAttention const& layer = owned().attentions.get(handle, where);
    Request const of(request, layer.config(), where);
    Matrix const output = layer.forward(of.x, of.source(), of.options);
    val const view(typed_memory_view(output.size(), output.data()));
    if (out.isNull()) return view.call<val>("slice");
    check_length(out, output.shape(0), output.shape(1), where, "out");
    call(out, "set", view);
    return out;
  });
}

val create_encoder(val const& config, val const& weights) {
  return guarded("Encoder", [&] {
    return owned().encoders.add({encoder_config(config), NamedWeights(weights).views()});
  });
}

void dispose_encoder(Handle handle) { owned().encoders.dispose(handle); }

std::vector<Gains> layer_gains(val const& layers) {
  std::vector<Gains> gains(length(layers));
  for (std::size_t i = 0; i < gains.size(); ++i) gains[i] = floats(at(layers, i));
  return gains;
}

/// `request` is {mask, gains and output_gains: Float32Array per layer, contribution, names}.
val trace_encoder(Handle handle, val const& ids_array, val const& request) {
  char const* const where = "Encoder::trace";
  return guarded(where, [&] {
    Encoder const& encoder = owned().encoders.get(handle, where);
    std::vector<std::int32_t> const ids = integers(ids_array);
    EncoderOptions options;
    options.mask = mask(get(request, "mask"), ids.size(), ids.size());
    options.gains = layer_gains(get(request, "gains"));
    options.output_gains = layer_gains(get(request, "output_gains"));
    options.contribution = flag(request, "contribution");
    options.names = strings(get(request, "names"));
    return owned().traces.add(encoder.trace(ids, options));
  });
}

/// [{name, shape, axes}, ...] in flow order, as JSON: one string crosses the boundary in a tenth of
/// the time that as many objects take. No name holds anything to escape.
val trace_tensors(Handle handle) {
  char const* const where = "Trace::tensors";
  return guarded(where, [&] {
    std::string json;
    for (TensorInfo const& tensor : owned().traces.get(handle, where).tensors()) {
      std::string axes;
      for (std::string const& axis : tensor.axes) {
        axes += joined({axes.empty() ? "\"" : ",\"", axis, "\""});
      }
      json += joined({json.empty() ? "[{\"name\":\"" : ",{\"name\":\"", tensor.name,
                      "\",\"shape\":", std::span<std::size_t const>(tensor.shape), ",\"axes\":[",
                      axes, "]}"});
    }
    return text(json + "]");
  });
}

/// A view of the tensor's floats; it dies when the memory grows or the trace is disposed of.
val trace_view(Handle handle, val const& tensor) {
  char const* const where = "Trace::get";
  return guarded(where, [&] {
    Trace const& trace = owned().traces.get(handle, where);
    std::string const name = tensor.as<std::string>();
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
