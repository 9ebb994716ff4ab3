#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "guard.hpp"
#include "handles.hpp"
#include "headscope/attention.hpp"
#include "headscope/buffer.hpp"
#include "headscope/encoder.hpp"
#include "headscope/trace.hpp"
#include "traces.hpp"
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
  Handles<Buffer> buffers{"buffer"};
  Handles<Encoder> encoders{"encoder"};
};

Owned& owned() {
  static Owned objects;
  return objects;
}

std::size_t live_handles() {
  return owned().attentions.size() + owned().buffers.size() + owned().encoders.size() +
         traces().size();
}

val create_attention(val const& config_object, val const& weights) {
  return guarded("MultiHeadAttention", [&] {
    AttentionConfig const config = attention_config(config_object);
    return owned().attentions.add({config, attention_weights(weights, config)});
  });
}

/// The one default that web/core does not fill in itself.
val attention_scale(Handle handle) {
  char const* const where = "MultiHeadAttention::config";
  return guarded(where, [&] { return *owned().attentions.get(handle, where).config().scale; });
}

void dispose_attention(Handle handle) { owned().attentions.dispose(handle); }

/// Zeros.
val create_buffer(std::size_t length) {
  return guarded("FloatBuffer", [&] {
    Buffer buffer(length);
    std::fill_n(buffer.data(), length, 0.0F);
    return owned().buffers.add(std::move(buffer));
  });
}

/// A view of the buffer's floats; it dies when the memory grows or the buffer is disposed of.
val buffer_view(Handle handle) {
  char const* const where = "FloatBuffer::data";
  return guarded(where, [&] {
    Buffer const& buffer = owned().buffers.get(handle, where);
    return val(typed_memory_view(buffer.size(), buffer.data()));
  });
}

void dispose_buffer(Handle handle) { owned().buffers.dispose(handle); }

/// A matrix of JavaScript's: a Float32Array, copied once, or a buffer's handle, which stands for
/// the floats that lie there.
class Input {
 public:
  Input(val const& given, std::size_t rows, std::size_t columns, char const* where,
        char const* name) {
    bool const held = given.isNumber();
    Buffer const& buffer = held ? owned().buffers.get(given.as<Handle>(), where) : copy_;
    std::size_t const count = held ? buffer.size() : length(given);
    check_length(count, rows, columns, where, name);
    if (!held) copy_ = buffer_of(given, count);
    view_ = {buffer.data(), rows, columns};
  }

  Input(Input const&) = delete;  // the view is of its own copy
  Input& operator=(Input const&) = delete;

  MatrixView const& view() const { return view_; }

 private:
  Buffer copy_;
  MatrixView view_{nullptr, 0, 0};
};

/// A request {x, seq_len, memory, memory_len, mask, gains, contribution, names}, memory null within
/// x.
struct Request {
  Input x;
  std::optional<Input> memory;
  AttentionOptions options;

  Request(val const& request, AttentionConfig const& config, char const* where)
      : x(get(request, "x"), whole(request, "seq_len"), config.d_model, where, "x") {
    std::size_t const queries = x.view().shape[0];
    bool const crossed = has(request, "memory");
    std::size_t const keys = crossed ? whole(request, "memory_len") : queries;
    options.mask = mask(get(request, "mask"), queries, keys);
    options.gains = floats(get(request, "gains"));
    options.contribution = flag(request, "contribution");
    options.names = strings(get(request, "names"));
    if (crossed) memory.emplace(get(request, "memory"), keys, config.d_memory, where, "memory");
  }

  /// What the keys and values come from.
  MatrixView const& source() const { return memory ? memory->view() : x.view(); }
};

val trace_attention(Handle handle, val const& request) {
  char const* const where = "MultiHeadAttention::trace";
  return guarded(where, [&] {
    MultiHeadAttention const& layer = owned().attentions.get(handle, where);
    Request const of(request, layer.config(), where);
    return traces().add(layer.trace(of.x.view(), of.source(), of.options));
  });
}

/// Writes into `out`, a Float32Array or a buffer's handle, or into a new Float32Array when that is
/// null, and answers with it.
val forward_attention(Handle handle, val const& request, val const& out) {
  char const* const where = "MultiHeadAttention::forward";
  return guarded(where, [&] {
    MultiHeadAttention const& layer = owned().attentions.get(handle, where);
    Request const of(request, layer.config(), where);
    if (out.isNumber()) {
      Buffer& buffer = owned().buffers.get(out.as<Handle>(), where);
      layer.forward(of.x.view(), of.source(), of.options, {buffer.data(), buffer.size()});
    } else {
      Matrix const output = layer.forward(of.x.view(), of.source(), of.options);
      val const view(typed_memory_view(output.size(), output.data()));
      if (out.isNull()) return view.call<val>("slice");
      check_length(length(out), output.shape(0), output.shape(1), where, "out");
      call(out, "set", view);
    }
    return out;
  });
}

val create_encoder(val const& config, val const& weights) {
  return guarded("Encoder", [&] {
    return owned().encoders.add({encoder_config(config), NamedWeights(weights, "Encoder").views()});
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
    return traces().add(encoder.trace(ids, options));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(headscope) {
  emscripten::function("liveHandles", &live_handles);
  emscripten::function("createAttention", &create_attention);
  emscripten::function("attentionScale", &attention_scale);
  emscripten::function("disposeAttention", &dispose_attention);
  emscripten::function("traceAttention", &trace_attention);
  emscripten::function("forwardAttention", &forward_attention);
  emscripten::function("createBuffer", &create_buffer);
  emscripten::function("bufferView", &buffer_view);
  emscripten::function("disposeBuffer", &dispose_buffer);
  emscripten::function("createEncoder", &create_encoder);
  emscripten::function("disposeEncoder", &dispose_encoder);
  emscripten::function("traceEncoder", &trace_encoder);
}

}  // namespace headscope::bindings
