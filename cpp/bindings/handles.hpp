#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "headscope/error.hpp"

namespace headscope::bindings {

/// What JavaScript holds instead of a pointer. Never 0, never used twice, so that a call on a
/// disposed object is recognised instead of reaching another object's memory.
using Handle = std::uint32_t;

/// The objects of one kind that JavaScript owns.
template <class Object>
class Handles {
 public:
  /// `kind` names the objects in messages: "trace".
  explicit Handles(std::string_view kind) : kind_(kind) {}

  Handle add(Object object) {
    Handle const handle = next_++;
    objects_.emplace(handle, std::move(object));
    return handle;
  }

  /// Throws Disposed unless the object still lives.
  Object const& get(Handle handle, std::string_view where) const {
    auto const found = objects_.find(handle);
    if (found != objects_.end()) return found->second;
    throw Error(ErrorCode::Disposed, where,
                kind_ + " " + std::to_string(handle) + " was disposed of before this call");
  }

  /// Frees the object; does nothing when that was done before.
  void dispose(Handle handle) noexcept { objects_.erase(handle); }

  std::size_t size() const noexcept { return objects_.size(); }

 private:
  std::string kind_;
  std::unordered_map<Handle, Object> objects_;
  Handle next_ = 1;
};

}  // namespace headscope::bindings
