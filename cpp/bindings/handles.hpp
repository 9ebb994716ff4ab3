#pragma once

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <memory>
#include <string_view>
#include <utility>

namespace headscope::bindings {

/// What JavaScript holds instead of a pointer. Never 0, never used twice, so that a call on a
/// disposed object is recognised instead of reaching another object's memory.
using Handle = std::uint32_t;

/// What Handles does alike for objects of every kind.
class AnyHandles {
 public:
  /// Frees the object; does nothing when that was done before.
  void dispose(Handle handle) noexcept;

  std::size_t size() const noexcept;

 protected:
  using Erased = std::unique_ptr<void, void (*)(void*)>;

  explicit AnyHandles(std::string_view kind) : kind_(kind) {}
  Handle add(Erased object);
  void* get(Handle handle, std::string_view where) const;

 private:
  struct Entry {
    Handle handle;
    Erased object;
  };

  std::string_view kind_;
  std::forward_list<Entry> entries_;  // a handful, the latest first
  Handle next_ = 1;
};

/// The objects of one kind that JavaScript owns.
template <class Object>
class Handles : public AnyHandles {
 public:
  /// `kind` names the objects in messages: "trace".
  explicit Handles(std::string_view kind) : AnyHandles(kind) {}

  Handle add(Object object) {
    auto owned = std::make_unique<Object>(std::move(object));
    return AnyHandles::add(
        {owned.release(), [](void* pointer) { delete static_cast<Object*>(pointer); }});
  }

  /// Throws Disposed unless the object still lives.
  Object& get(Handle handle, std::string_view where) const {
    return *static_cast<Object*>(AnyHandles::get(handle, where));
  }
};

}  // namespace headscope::bindings
