#pragma once

#include <cstddef>
#include <cstdint>

namespace headscope::kernels {

/// Keys that one query may attend to: those in [begin, end) whose `bits` (indexed by key, null
/// means all) are non-zero. `end` is at most the number of keys; begin >= end means none.
struct KeyRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint8_t const* bits = nullptr;
};

}  // namespace headscope::kernels
