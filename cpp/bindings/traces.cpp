#include "traces.hpp"

#include <emscripten/bind.h>

#include <span>
#include <string>
#include <string_view>

#include "guard.hpp"
#include "values.hpp"

namespace headscope::bindings {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// An empty view, for its buffer: web/core must know arrays that live in the module's own memory.
val heap() { return val(typed_memory_view(0, static_cast<float const*>(nullptr))); }

/// [{name, shape, axes}, ...] in flow order, as JSON: one string crosses the boundary in a tenth of
/// the time that as many objects take. No name holds anything to escape, no tensor lacks an axis.
val trace_tensors(Handle handle) {
  char const* const where = "Trace::tensors";
  return guarded(where, [&] {
    std::string json;
    for (TensorInfo const& tensor : traces().get(handle, where).tensors()) {
      append(json, {json.empty() ? "[{\"name\":\"" : "\"]},{\"name\":\"", tensor.name,
                    "\",\"shape\":", std::span<std::size_t const>(tensor.shape), ",\"axes\":["});
      char const* before = "\"";
      for (std::string_view const axis : tensor.axes) {
        append(json, {before, axis});
        before = "\",\"";
      }
    }
    return text(json + "\"]}]");
  });
}

/// A view of the tensor's floats; it dies when the memory grows or the trace is disposed of.
val trace_view(Handle handle, val const& tensor) {
  char const* const where = "Trace::get";
  return guarded(where, [&] {
    Trace const& trace = traces().get(handle, where);
    std::string const name = tensor.as<std::string>();
    return val(typed_memory_view(trace.info(name).size(), trace.data(name)));
  });
}

void dispose_trace(Handle handle) { traces().dispose(handle); }

}  // namespace

Handles<Trace>& traces() {
  static Handles<Trace> objects{"trace"};
  return objects;
}

EMSCRIPTEN_BINDINGS(headscope_traces) {
  emscripten::function("heap", &heap);
  emscripten::function("traceTensors", &trace_tensors);
  emscripten::function("traceView", &trace_view);
  emscripten::function("disposeTrace", &dispose_trace);
}

}  // namespace headscope::bindings
