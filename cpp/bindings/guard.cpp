#include "guard.hpp"

#include <cxxabi.h>

#include <exception>
#include <new>
#include <typeinfo>

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
// bases, which is 2 KB of every download, for three types that are known by name.
emscripten::val current_failure(std::string_view where) {
  void* const thrown = abi::__cxa_current_primary_exception();
  std::type_info const& type = *abi::__cxa_current_exception_type();
  emscripten::val const answer = [&] {
    if (type == typeid(Error)) {
      auto const& error = *static_cast<Error const*>(thrown);
      return failure(code_name(error.code()), error.what());
    }
    if (type == typeid(std::bad_alloc) || type == typeid(std::bad_array_new_length)) {
      return failure(code_name(ErrorCode::TooLarge),
                     joined({"[", where, "] the module's memory is used up"}));
    }
    // Whatever else the core or the library throws is a std::exception, its first base.
    return failure("Internal", static_cast<std::exception const*>(thrown)->what());
  }();
  abi::__cxa_decrement_exception_refcount(thrown);
  return answer;
}

}  // namespace headscope::bindings
