#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>

/// What Embind's own library does for a module, for the types that cross this boundary alone: that
/// library tells JavaScript of some forty, each by two names that a page would download. A function
/// of the bindings that takes or returns another throws UnboundTypeError when it is first called;
/// which type that is, it cannot say: their names, too, would be downloaded.
namespace {

using emscripten::internal::InitFunc;
using emscripten::internal::TypeID;

InitFunc* first_binding = nullptr;

template <class Integer>
void register_integer(char const* name) {
  using Limits = std::numeric_limits<Integer>;
  emscripten::internal::_embind_register_integer(TypeID<Integer>::get(), name, sizeof(Integer),
                                                 Limits::min(), Limits::max());
}

/// `index` of the typed array in Embind's script.
template <class Number>
void register_view(char const* name, unsigned index) {
  emscripten::internal::_embind_register_memory_view(TypeID<emscripten::memory_view<Number>>::get(),
                                                     index, name);
}

}  // namespace

extern "C" {

char const* __getTypeName(void const*) { return strdup("one that types.cpp lacks"); }

void _embind_register_bindings(InitFunc* binding) {
  binding->next = first_binding;
  first_binding = binding;
}

void _embind_initialize_bindings() {
  for (InitFunc const* binding = first_binding; binding != nullptr; binding = binding->next) {
    binding->init_func();
  }
}

}  // extern "C"

EMSCRIPTEN_BINDINGS(headscope_types) {
  using namespace emscripten::internal;
  _embind_register_void(TypeID<void>::get(), "void");
  _embind_register_bool(TypeID<bool>::get(), "bool", true, false);
  register_integer<std::uint16_t>("uint16_t");
  register_integer<int>("int");
  register_integer<unsigned>("unsigned");
  register_integer<unsigned long>("unsigned long");
  _embind_register_float(TypeID<float>::get(), "float", sizeof(float));
  _embind_register_float(TypeID<double>::get(), "double", sizeof(double));
  _embind_register_std_string(TypeID<std::string>::get(), "std::string");
  _embind_register_emval(TypeID<emscripten::val>::get());
  register_view<std::uint8_t>("memory_view<uint8_t>", 1);
  register_view<std::int32_t>("memory_view<int32_t>", 4);
  register_view<float>("memory_view<float>", 6);
}
