#include "handles.hpp"

#include <iterator>

#include "headscope/error.hpp"

namespace headscope::bindings {

Handle AnyHandles::add(Erased object) {
  entries_.push_front({next_, std::move(object)});
  return next_++;
}

void* AnyHandles::get(Handle handle, std::string_view where) const {
  for (Entry const& entry : entries_) {
    if (entry.handle == handle) return entry.object.get();
  }
  fail(ErrorCode::Disposed, where, {kind_, " ", handle, " was disposed of before this call"});
}

void AnyHandles::dispose(Handle handle) noexcept {
  entries_.remove_if([handle](Entry const& entry) { return entry.handle == handle; });
}

std::size_t AnyHandles::size() const noexcept {
  return static_cast<std::size_t>(std::distance(entries_.begin(), entries_.end()));
}

}  // namespace headscope::bindings
