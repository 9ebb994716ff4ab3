#pragma once

#include "handles.hpp"
#include "headscope/trace.hpp"

namespace headscope::bindings {

/// The traces that JavaScript owns, in whichever module; traces.cpp binds what reads them.
Handles<Trace>& traces();

}  // namespace headscope::bindings
