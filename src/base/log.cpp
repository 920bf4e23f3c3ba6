#include "base/log.hpp"

#include <atomic>

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "base/clock.hpp"
#include "base/json_writer.hpp"

namespace blotter::log {
namespace {

std::atomic<Format> chosen_format{Format::text};

spdlog::logger& logger() {
  static const auto instance = [] {
    auto made = spdlog::stderr_logger_mt("blotter");
    made->set_pattern("%v");
    made->flush_on(spdlog::level::info);
    return made;
  }();
  return *instance;
}

std::string as_json(std::string_view level, std::string_view message, Fields fields) {
  std::string line;
  JsonWriter json(line);
  json.begin_object();
  json.member("time", to_string(SystemClock().now()));
  json.member("level", level);
  json.member("message", message);
  for (const auto& [name, value] : fields) json.member(name, value);
  json.end_object();
  return line;
}

std::string as_text(std::string_view level, std::string_view message, Fields fields) {
  std::string line = to_string(SystemClock().now());
  line.append(" ").append(level).append(" ").append(message);
  for (const auto& [name, value] : fields) {
    line.append(" ").append(name).append("=");
    // Quotes keep a value with spaces or line breaks together and on one line.
    JsonWriter(line).value(value);
  }
  return line;
}

void write(spdlog::level::level_enum level, std::string_view message, Fields fields) {
  const auto name = spdlog::level::to_string_view(level);
  const std::string_view label(name.data(), name.size());
  const bool json = chosen_format.load(std::memory_order_relaxed) == Format::json;
  logger().log(level, json ? as_json(label, message, fields) : as_text(label, message, fields));
}

}  // namespace

void set_format(Format format) { chosen_format.store(format, std::memory_order_relaxed); }

void info(std::string_view message, Fields fields) { write(spdlog::level::info, message, fields); }

void warning(std::string_view message, Fields fields) {
  write(spdlog::level::warn, message, fields);
}

void error(std::string_view message, Fields fields) { write(spdlog::level::err, message, fields); }

}  // namespace blotter::log
