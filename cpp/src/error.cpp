#include "headscope/error.hpp"

#include <array>
#include <cstddef>

namespace headscope {
namespace {

// In the order of ErrorCode.
constexpr std::array<std::string_view, 11> kCodeNames = {
    "BadConfig", "BadShape", "BadMask",       "BadGains",      "BadToken", "NonFinite",
    "TooLong",   "TooLarge", "MissingTensor", "UnknownTensor", "Disposed",
};
static_assert(kCodeNames.size() == static_cast<std::size_t>(ErrorCode::Disposed) + 1);

std::string message(std::string_view where, std::string_view what) {
  std::string text = "[";
  text.append(where).append("] ").append(what);
  return text;
}

}  // namespace

std::string_view code_name(ErrorCode code) { return kCodeNames.at(static_cast<std::size_t>(code)); }

Error::Error(ErrorCode code, std::string_view where, std::string_view what)
    : std::runtime_error(message(where, what)), code_(code) {}

}  // namespace headscope
