#include "http/input.hpp"

#include <cstring>

#include "http/message.hpp"

namespace blotter::http {

InputBuffer::InputBuffer()
    : memory_(std::make_unique<char[]>(capacity_min)), allocated_(capacity_min) {}

std::size_t InputBuffer::capacity() const { return allocated_ - body_padding; }

std::span<char> InputBuffer::space() { return {memory_.get() + size_, capacity() - size_}; }

void InputBuffer::reserve(std::size_t capacity) {
  if (capacity > this->capacity()) move_to(capacity + body_padding);
}

void InputBuffer::erase(std::size_t at, std::size_t count) {
  const auto left = size_ - at - count;
  if (left > 0 && count > 0) std::memmove(memory_.get() + at, memory_.get() + at + count, left);
  size_ -= count;
}

void InputBuffer::shrink() {
  if (allocated_ > capacity_min && size_ + body_padding <= capacity_min) move_to(capacity_min);
}

void InputBuffer::move_to(std::size_t allocated) {
  auto memory = std::make_unique<char[]>(allocated);
  std::memcpy(memory.get(), memory_.get(), size_);
  memory_ = std::move(memory);
  allocated_ = allocated;
}

}  // namespace blotter::http
