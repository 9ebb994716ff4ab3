#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string_view>

#include "headscope/message.hpp"

namespace headscope {

/// What went wrong. The name of each code, as JavaScript sees it, is `code_name(code)`.
enum class ErrorCode {
  BadConfig,      ///< a configuration cannot describe a layer (zero heads, no width, ...)
  BadShape,       ///< a tensor's shape does not fit the configuration or another tensor
  BadMask,        ///< a mask does not fit the queries and keys it is asked about
  BadGains,       ///< gains are not one finite number per head
  BadToken,       ///< a token id lies outside the vocabulary
  NonFinite,      ///< an input or weight holds NaN or infinity
  TooLong,        ///< more tokens than the model was made for
  TooLarge,       ///< the result would need more bytes than the budget allows
  MissingTensor,  ///< a weight that the configuration asks for is not there
  UnknownTensor,  ///< no tensor of that name in the trace, or to keep in one
  Disposed,       ///< the object was disposed of before this call
  Diverged,       ///< a training's loss, gradient or weights are no longer finite
};

/// The stable name of a code, for example "BadShape".
std::string_view code_name(ErrorCode code);

/// The one exception of this library. The message reads `[where] what, with the value and what was
/// expected`, for example `[MultiHeadAttention::trace] x has shape [4, 30]; d_model is 32`.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string_view where, std::string_view what);
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

/// Throws the Error whose `what` is made of these pieces.
[[noreturn]] void fail(ErrorCode code, std::string_view where, std::initializer_list<Piece> what);

}  // namespace headscope
