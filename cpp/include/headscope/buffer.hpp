#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace headscope {

/// A fixed number of floats on a 64-byte boundary, not initialised. Moves, never copies.
class Buffer {
 public:
  static constexpr std::size_t kAlignment = 64;  ///< bytes: one cache line

  Buffer() = default;
  /// Throws std::bad_alloc.
  explicit Buffer(std::size_t size)
      : floats_(size == 0 ? nullptr : new(std::align_val_t{kAlignment}) float[size]), size_(size) {}

  float* data() noexcept { return floats_.get(); }
  float const* data() const noexcept { return floats_.get(); }
  std::size_t size() const noexcept { return size_; }

 private:
  struct Delete {
    void operator()(float* floats) const noexcept {
      ::operator delete[](floats, std::align_val_t{kAlignment});
    }
  };
  std::unique_ptr<float[], Delete> floats_;
  std::size_t size_ = 0;
};

}  // namespace headscope
