#pragma once

#include <emscripten/val.h>

#include <string_view>

namespace headscope::bindings {

/// `{code, message}` of the exception being handled. Memory that cannot be had is TooLarge;
/// anything else that is not an Error is a defect of ours and gets the code Internal.
emscripten::val current_failure(std::string_view where);

/// Runs one call of JavaScript's. No exception crosses the boundary, where it would arrive as an
/// opaque value.
template <class Call>
emscripten::val guarded(std::string_view where, Call call) {
  try {
    return emscripten::val(call());
  } catch (...) {
    return current_failure(where);
  }
}

}  // namespace headscope::bindings
