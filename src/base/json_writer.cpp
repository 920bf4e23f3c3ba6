#include "base/json_writer.hpp"

#include <charconv>
#include <cmath>

namespace blotter {
namespace {

// Up to this limit every integer has an exact double.
constexpr double whole_max = 9'007'199'254'740'992.0;

template <class Number>
void append_number(std::string& out, Number number) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
  (void)error;  // 32 characters hold any 64-bit number
  out.append(buffer, end);
}

bool is_plain(unsigned char byte) { return byte >= 0x20 && byte != '"' && byte != '\\'; }

void append_escaped(std::string& out, unsigned char byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  switch (byte) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default:
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
  }
}

}  // namespace

void JsonWriter::separate() {
  if (needs_comma_) out_ += ',';
  needs_comma_ = true;
}

void JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  needs_comma_ = false;
}

void JsonWriter::close(char bracket) {
  out_ += bracket;
  needs_comma_ = true;
}

void JsonWriter::key(std::string_view name) {
  separate();
  out_ += '"';
  out_ += name;
  out_ += "\":";
  needs_comma_ = false;
}

void JsonWriter::value(std::string_view text) {
  separate();
  out_ += '"';
  std::size_t plain_from = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (is_plain(byte)) continue;
    out_.append(text, plain_from, i - plain_from);
    append_escaped(out_, byte);
    plain_from = i + 1;
  }
  out_.append(text, plain_from);
  out_ += '"';
}

void JsonWriter::value(double number) {
  separate();
  if (std::abs(number) <= whole_max && std::trunc(number) == number) {
    append_number(out_, static_cast<std::int64_t>(number));
  } else {
    append_number(out_, number);
  }
}

void JsonWriter::value(std::int64_t number) {
  separate();
  append_number(out_, number);
}

void JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
}

}  // namespace blotter
