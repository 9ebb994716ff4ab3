#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace headscope {

/// Which keys each query may attend to. Parts combine: a pair is allowed when every part allows it.
/// A masked position is skipped, never multiplied by zero, so that NaN behind a mask cannot leak.
/// A query row that may attend to nothing has weights and context of exactly zero.
class Mask {
 public:
  /// What a mask is made of; a part that is not given masks nothing.
  struct Parts {
    bool causal = false;                   ///< see `causal`
    std::optional<std::size_t> padding{};  ///< see `padding`
    std::optional<std::size_t> window{};   ///< see `window`
  };

  /// As `none`.
  Mask() = default;
  /// All `parts` at once.
  explicit Mask(Parts parts) : parts_(parts) {}
  /// Every query attends to every key.
  static Mask none() { return {}; }
  /// Query i attends to keys j <= i (Vaswani et al. 2017, section 3.2.3).
  static Mask causal() { return Mask({.causal = true}); }
  /// Keys j >= length are padding that no query attends to.
  static Mask padding(std::size_t length) { return Mask({.padding = length}); }
  /// Query i attends to keys with |i - j| <= size.
  static Mask window(std::size_t size) { return Mask({.window = size}); }
  /// `bits` is `[queries, keys]`, row-major; non-zero means "may attend", where `parts` do as well.
  /// Throws BadMask when bits.size() != queries * keys.
  static Mask allow(std::vector<std::uint8_t> bits, std::size_t queries, std::size_t keys,
                    Parts parts);
  static Mask allow(std::vector<std::uint8_t> bits, std::size_t queries, std::size_t keys) {
    return allow(std::move(bits), queries, keys, Parts{});
  }

  /// Both masks at once. Two `allow` parts must agree in shape, else BadMask.
  friend Mask operator&(Mask const& a, Mask const& b);

  bool is_none() const noexcept;

  /// Throws BadMask, on behalf of `where`, unless this mask fits `queries` x `keys`: padding may
  /// not be longer than the keys, and `allow` must have that very shape.
  void check(std::string_view where, std::size_t queries, std::size_t keys) const;

  /// Keys of one query: those in [begin, end) whose `bits` (when not null, indexed by key) are
  /// non-zero. Everything outside the range is masked, so kernels can skip it whole.
  struct Row {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint8_t const* bits = nullptr;
    bool allows(std::size_t key) const noexcept {
      return key >= begin && key < end && (bits == nullptr || bits[key] != 0);
    }
  };
  /// Row of one query. The mask must fit (see `check`) and `query` lie within it.
  Row row(std::size_t query, std::size_t keys) const noexcept;

 private:
  struct Bits {
    std::vector<std::uint8_t> allow;
    std::size_t queries = 0;
    std::size_t keys = 0;
  };

  Parts parts_;
  std::shared_ptr<Bits const> bits_;
};

}  // namespace headscope
