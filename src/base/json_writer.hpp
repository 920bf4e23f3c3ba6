// Appends JSON to a string. The caller must open and close in the right order; the tests check the
// output with simdjson.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace blotter {

class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }
  /// `name` is not escaped: it must never come from a client.
  void key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  /// An integral value is written without a fraction.
  void value(double number);
  void value(std::same_as<bool> auto flag) { raw(flag ? "true" : "false"); }
  void value(std::int64_t number);
  void value(std::nullptr_t) { raw("null"); }
  /// Text that is JSON already.
  void raw(std::string_view json);

  template <class T>
  void member(std::string_view name, const T& content) {
    key(name);
    value(content);
  }

 private:
  void open(char bracket);
  void close(char bracket);
  void separate();

  std::string& out_;
  bool needs_comma_ = false;
};

}  // namespace blotter
