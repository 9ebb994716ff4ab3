#include "headscope/error.hpp"

#include <array>
#include <cstddef>

namespace headscope {
namespace {

// In the order of ErrorCode.
constexpr std::array<std::string_view, 12> kCodeNames = {
    "BadConfig", "BadShape", "BadMask",       "BadGains",      "BadToken", "NonFinite",
    "TooLong",   "TooLarge", "MissingTensor", "UnknownTensor", "Disposed", "Diverged",
};
static_assert(kCodeNames.size() == static_cast<std::size_t>(ErrorCode::Diverged) + 1);

}  // namespace

std::string_view code_name(ErrorCode code) { return kCodeNames[static_cast<std::size_t>(code)]; }

Error::Error(ErrorCode code, std::string_view where, std::string_view what)
    : std::runtime_error(joined({"[", where, "] ", what})), code_(code) {}

void fail(ErrorCode code, std::string_view where, std::initializer_list<Piece> what) {
  throw Error(code, where, joined(what));
}

}  // namespace headscope
