#include "guard.hpp"

#include <exception>
#include <new>
#include <typeinfo>

#include "exceptions.hpp"
#include "headscope/error.hpp"
#include "values.hpp"

namespace headscope::bindings {
namespace {

emscripten::val failure(std::string_view code, std::string_view message) {
  emscripten::val object = emscripten::val::object();
  set(object, "code", text(code));
  set(object, "message", text(message));
  return object;
}

}  // namespace

// The runtime is asked what was thrown. Typed handlers would link the search of a type among its
// bases for three types that are known by name.
emscripten::val current_failure(std::string_view where) {
  Thrown const thrown = caught();
  std::type_info const& type = *thrown.type;
  if (type == typeid(Error)) {
    auto const& error = *static_cast<Error const*>(thrown.object);
    return failure(code_name(error.code()), error.what());
  }
  if (type == typeid(std::bad_alloc) || type == typeid(std::bad_array_new_length)) {
    return failure(code_name(ErrorCode::TooLarge),
                   joined({"[", where, "] the module's memory is used up"}));
  }
  // Whatever else the core or the library throws is a std::exception, its first base.
  return failure("Internal", static_cast<std::exception const*>(thrown.object)->what());
}

}  // namespace headscope::bindings
