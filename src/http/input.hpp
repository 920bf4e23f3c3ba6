// The bytes a connection has received and not yet used up.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace blotter::http {

/// Contiguous from its first byte on, with `body_padding` readable bytes always behind the last.
/// Nothing moves but in reserve(), consume(), erase() and shrink().
class InputBuffer {
 public:
  /// Holds an ordinary request whole; what an idle connection keeps.
  static constexpr std::size_t capacity_min = 2048;

  InputBuffer();

  [[nodiscard]] std::string_view bytes() const { return {memory_.get(), size_}; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// How many bytes fit in all, those that are there included.
  [[nodiscard]] std::size_t capacity() const;

  /// Where the next read goes; then tell how much it brought.
  [[nodiscard]] std::span<char> space();
  void commit(std::size_t count) { size_ += count; }

  void reserve(std::size_t capacity);
  void consume(std::size_t count) { erase(0, count); }
  void erase(std::size_t at, std::size_t count);
  /// Gives back what a long request took, if what is left fits into the usual size.
  void shrink();

 private:
  void move_to(std::size_t allocated);

  std::unique_ptr<char[]> memory_;
  std::size_t allocated_;
  std::size_t size_ = 0;
};

}  // namespace blotter::http
