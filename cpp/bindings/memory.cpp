#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <new>

/// operator new and delete without the new-handler, whose place the C++ library keeps among its
/// runtime of exceptions (exceptions.cpp).
namespace {

void* checked(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return checked(std::malloc(size)); }

void* operator new[](std::size_t size) { return operator new(size); }

void* operator new(std::size_t size, std::align_val_t alignment) {
  return checked(memalign(static_cast<std::size_t>(alignment), size));
}

void* operator new[](std::size_t size, std::align_val_t alignment) {
  return operator new(size, alignment);
}

void operator delete(void* memory) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }

void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

void operator delete[](void* memory) noexcept { std::free(memory); }

void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }

void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
