// Reads the `before` or `after` of an event.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <simdjson.h>

#include "base/clock.hpp"

namespace blotter {

/// A member that is missing, or of another type, leaves things as they are.
class EventMembers {
 public:
  explicit EventMembers(const std::string& json) : object_(parser_.parse(json).get_object()) {}

  [[nodiscard]] bool has(const char* name) const {
    return object_[name].error() == simdjson::SUCCESS;
  }
  template <class Set>
  void text(const char* name, Set set) const {
    std::string_view value;
    if (object_[name].get(value) == simdjson::SUCCESS) set(value);
  }
  [[nodiscard]] std::string text_or_empty(const char* name) const {
    std::string found;
    text(name, [&](std::string_view value) { found = value; });
    return found;
  }
  void number(const char* name, double& into) const {
    double value = 0;
    if (object_[name].get(value) == simdjson::SUCCESS) into = value;
  }
  void flag(const char* name, bool& into) const {
    bool value = false;
    if (object_[name].get(value) == simdjson::SUCCESS) into = value;
  }
  [[nodiscard]] std::optional<std::int64_t> integer(const char* name) const {
    std::int64_t value = 0;
    if (object_[name].get(value) != simdjson::SUCCESS) return std::nullopt;
    return value;
  }
  /// The time, if it is still to come.
  [[nodiscard]] std::optional<Timestamp> future(const char* name, Timestamp now) const {
    std::string_view value;
    if (object_[name].get(value) != simdjson::SUCCESS) return std::nullopt;
    const auto time = parse_time(value);
    return time && *time > now ? time : std::nullopt;
  }
  /// Calls `use` with each object of an array.
  template <class Use>
  void each(const char* name, Use use) const {
    simdjson::dom::array array;
    if (object_[name].get(array) != simdjson::SUCCESS) return;
    for (const simdjson::dom::element element : array) {
      simdjson::dom::object object;
      if (element.get(object) == simdjson::SUCCESS) use(EventMembers(object));
    }
  }
  /// Calls `use` with the object of that name.
  template <class Use>
  void object(const char* name, Use use) const {
    simdjson::dom::object object;
    if (object_[name].get(object) == simdjson::SUCCESS) use(EventMembers(object));
  }

 private:
  explicit EventMembers(simdjson::dom::object object) : object_(object) {}

  simdjson::dom::parser parser_;
  simdjson::dom::object object_;
};

}  // namespace blotter
