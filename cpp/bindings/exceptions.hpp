#pragma once

#include <typeinfo>

namespace headscope::bindings {

/// An exception and what it is.
struct Thrown {
  std::type_info const* type;
  void* object;
};

/// The one being handled.
Thrown caught() noexcept;

}  // namespace headscope::bindings
