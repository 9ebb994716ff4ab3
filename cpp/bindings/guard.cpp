#include "guard.hpp"

#include <exception>
#include <new>

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

emscripten::val current_failure(std::string_view where) {
  try {
    throw;
  } catch (Error const& error) {
    return failure(code_name(error.code()), error.what());
  } catch (std::bad_alloc const&) {
    return failure(code_name(ErrorCode::TooLarge),
                   joined({"[", where, "] the module's memory is used up"}));
  } catch (std::exception const& error) {
    return failure("Internal", error.what());
  }
}

}  // namespace headscope::bindings
