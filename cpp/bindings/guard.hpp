#pragma once

#include <emscripten/val.h>

#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

#include "headscope/error.hpp"

namespace headscope::bindings {

inline emscripten::val failure(std::string_view code, char const* message) {
  emscripten::val object = emscripten::val::object();
  object.set("code", std::string(code));
  object.set("message", std::string(message));
  return object;
}

/// Runs one call of JavaScript's. No exception crosses the boundary, where it would arrive as an
/// opaque value: it becomes `{code, message}`. Memory that cannot be had is TooLarge; anything else
/// that is not an Error is a defect of ours and gets the code Internal.
template <class Call>
emscripten::val guarded(std::string_view where, Call call) {
  try {
    return emscripten::val(call());
  } catch (Error const& error) {
    return failure(code_name(error.code()), error.what());
  } catch (std::bad_alloc const&) {
    Error const error(ErrorCode::TooLarge, where, "the module's memory is used up");
    return failure(code_name(error.code()), error.what());
  } catch (std::exception const& error) {
    return failure("Internal", error.what());
  }
}

}  // namespace headscope::bindings
