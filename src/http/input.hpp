// The bytes that a connection has received and not yet processed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace blotter::http {

/// Contiguous from the first byte, and always followed by `body_padding` readable bytes. Only
/// reserve(), consume(), erase() and shrink() move bytes.
class InputBuffer {
 public:
  /// Holds a typical request; an idle connection keeps this much.
  static constexpr std::size_t capacity_min = 2048;

  InputBuffer();

  [[nodiscard]] std::string_view bytes() const { return {memory_.get(), size_}; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// How many bytes fit in total, including those already there.
  [[nodiscard]] std::size_t capacity() const;

  /// The free space for the next read; call commit() with the number of bytes read.
  [[nodiscard]] std::span<char> space();
  void commit(std::size_t count) { size_ += count; }

  void reserve(std::size_t capacity);
  void consume(std::size_t count) { erase(0, count); }
  void erase(std::size_t at, std::size_t count);
  /// Frees the memory that a long request took, if the remaining bytes fit into the minimum size.
  void shrink();

 private:
  void move_to(std::size_t allocated);

  std::unique_ptr<char[]> memory_;
  std::size_t allocated_;
  std::size_t size_ = 0;
};

}  // namespace blotter::http
