// The log for operators: one line per event, with a message and named values, as text or JSON.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace blotter::log {

enum class Format : std::uint8_t { text, json };

using Fields = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Called once at the start; the log goes to standard error.
void set_format(Format format);

void info(std::string_view message, Fields fields = {});
void warning(std::string_view message, Fields fields = {});
void error(std::string_view message, Fields fields = {});

}  // namespace blotter::log
