#include "storage/transfer/checksum.hpp"

#include <bit>
#include <string>

#include <fmt/format.h>

namespace blotter::storage {
namespace {

// Each value is encoded with its type and length, so that different rows never look the same.
void append(std::string& out, std::nullptr_t) { out += 'n'; }
void append(std::string& out, std::int64_t number) {
  fmt::format_to(std::back_inserter(out), "i{};", number);
}
void append(std::string& out, double number) {
  // SQLite does not store the sign of a zero.
  const double plain = number == 0 ? 0.0 : number;
  fmt::format_to(std::back_inserter(out), "r{:x};", std::bit_cast<std::uint64_t>(plain));
}
void append(std::string& out, std::string_view text) {
  fmt::format_to(std::back_inserter(out), "t{}:", text.size());
  out += text;
}

}  // namespace

void Checksum::add(std::span<const sql::Value> row) {
  // The digest of all previous rows goes into each row, so that the order counts.
  thread_local std::string buffer;
  buffer.assign(digest_.begin(), digest_.end());
  for (const sql::Value& value : row) {
    std::visit([&](const auto& plain) { append(buffer, plain); }, value);
  }
  digest_ = sha256(buffer);
  ++rows_;
}

}  // namespace blotter::storage
