#include "headscope/mask.hpp"

#include <algorithm>
#include <utility>

#include "headscope/error.hpp"

namespace headscope {
namespace {

std::optional<std::size_t> smaller(std::optional<std::size_t> a, std::optional<std::size_t> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

Mask Mask::allow(std::vector<std::uint8_t> bits, std::size_t queries, std::size_t keys,
                 Parts parts) {
  // Division, because queries * keys may wrap.
  bool const fits =
      keys == 0 ? bits.empty() : bits.size() % keys == 0 && bits.size() / keys == queries;
  if (!fits) {
    fail(ErrorCode::BadMask, "Mask::allow",
         {"bits has ", bits.size(), " entries; [queries, keys] is [", queries, ", ", keys, "]"});
  }
  Mask mask(parts);
  mask.bits_ = std::make_shared<Bits const>(Bits{std::move(bits), queries, keys});
  return mask;
}

Mask operator&(Mask const& a, Mask const& b) {
  Mask both({.causal = a.parts_.causal || b.parts_.causal,
             .padding = smaller(a.parts_.padding, b.parts_.padding),
             .window = smaller(a.parts_.window, b.parts_.window)});
  both.bits_ = a.bits_ ? a.bits_ : b.bits_;
  if (a.bits_ && b.bits_) {
    if (a.bits_->queries != b.bits_->queries || a.bits_->keys != b.bits_->keys) {
      fail(ErrorCode::BadMask, "Mask::operator&",
           {"allow has shape [", a.bits_->queries, ", ", a.bits_->keys,
            "]; the other allow has shape [", b.bits_->queries, ", ", b.bits_->keys, "]"});
    }
    Mask::Bits bits = *a.bits_;
    for (std::size_t i = 0; i < bits.allow.size(); ++i) {
      bits.allow[i] = static_cast<std::uint8_t>(bits.allow[i] != 0 && b.bits_->allow[i] != 0);
    }
    both.bits_ = std::make_shared<Mask::Bits const>(std::move(bits));
  }
  return both;
}

bool Mask::is_none() const noexcept {
  return !parts_.causal && !parts_.padding && !parts_.window && !bits_;
}

void Mask::check(std::string_view where, std::size_t queries, std::size_t keys) const {
  if (parts_.padding && *parts_.padding > keys) {
    fail(ErrorCode::BadMask, where,
         {"mask has padding length ", *parts_.padding, "; there are ", keys, " keys"});
  }
  if (bits_ && (bits_->queries != queries || bits_->keys != keys)) {
    fail(ErrorCode::BadMask, where,
         {"mask has allow of shape [", bits_->queries, ", ", bits_->keys, "]; [queries, keys] is [",
          queries, ", ", keys, "]"});
  }
}

Mask::Row Mask::row(std::size_t query, std::size_t keys) const noexcept {
  Row row{0, keys, nullptr};
  if (parts_.causal) row.end = query < row.end ? query + 1 : row.end;
  if (parts_.padding) row.end = std::min(row.end, *parts_.padding);
  if (parts_.window) {
    std::size_t const size = *parts_.window;
    row.begin = query > size ? query - size : 0;
    // query + size may wrap.
    if (row.end > query && row.end - query > size) row.end = query + size + 1;
  }
  row.begin = std::min(row.begin, row.end);
  if (bits_) row.bits = bits_->allow.data() + query * bits_->keys;
  return row;
}

}  // namespace headscope
