#include "exceptions.hpp"

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <typeinfo>
#include <utility>

/// What the C++ library's own runtime of exceptions does, for what a module asks of it: all is
/// caught by the one `catch (...)` of guard.hpp, and so one exception at a time. That runtime can
/// also search for a type among another's bases, count who holds an exception and describe what
/// ends a program, which is 2 KB of every download. Where C++ asks for more, as by a `catch` of a
/// type, the linker takes that runtime too, finds its functions twice and says so.
namespace headscope::bindings {
namespace {

using Destroy = void* (*)(void*);

/// What stands before every exception.
struct Header {
  std::type_info const* type;
  Destroy destroy;  // null for objects that need none
};

Header& header_of(void* object) { return static_cast<Header*>(object)[-1]; }

// Where an exception goes when the memory is used up, which is what it then says.
alignas(std::max_align_t) char reserve[64];
void* spare = reserve;

void* caught_object = nullptr;

}  // namespace

Thrown caught() noexcept { return {header_of(caught_object).type, caught_object}; }

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
  void* memory = std::malloc(sizeof(Header) + size);
  if (memory == nullptr) memory = std::exchange(spare, nullptr);
  if (memory == nullptr) std::terminate();
  return static_cast<Header*>(memory) + 1;
}

void __cxa_free_exception(void* object) noexcept {
  void* const memory = &header_of(object);
  if (memory == reserve) {
    spare = memory;
  } else {
    std::free(memory);
  }
}

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destroy destroy) {
  header_of(object) = {type, destroy};
  __builtin_wasm_throw(0, object);
}

void* __cxa_begin_catch(void* object) noexcept {
  caught_object = object;
  return object;
}

void __cxa_end_catch() {
  if (Destroy const destroy = header_of(caught_object).destroy) destroy(caught_object);
  __cxa_free_exception(caught_object);
}

[[noreturn]] void __cxa_pure_virtual() { std::terminate(); }

// What every type_info refers to and only a search among bases calls.
extern void* const kClass[3] asm("_ZTVN10__cxxabiv117__class_type_infoE");
extern void* const kDerivedClass[3] asm("_ZTVN10__cxxabiv120__si_class_type_infoE");
extern void* const kClassOfManyBases[3] asm("_ZTVN10__cxxabiv121__vmi_class_type_infoE");
void* const kClass[3] = {};
void* const kDerivedClass[3] = {};
void* const kClassOfManyBases[3] = {};

}  // extern "C"

}  // namespace headscope::bindings

void std::terminate() noexcept { __builtin_trap(); }
