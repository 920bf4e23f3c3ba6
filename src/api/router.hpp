// Maps a request's target to the operations of its path.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>

#include "http/message.hpp"
#include "operations/operation.hpp"

namespace blotter::api {

struct Target {
  std::string path;
  std::string_view query;
};

/// Splits the target. Merges repeated `/`; removes the scheme and host of an absolute target.
Target split_target(std::string_view target);

class Route {
 public:
  void add(const Operation& operation);
  /// Null if the path has no such method. HEAD is allowed wherever GET is.
  [[nodiscard]] const Operation* find(http::Method method) const;
  /// The value of the `Allow` header.
  [[nodiscard]] std::string allowed() const;

 private:
  std::array<const Operation*, all_spellings<Verb>().size()> by_verb_{};
};

class Router {
 public:
  explicit Router(std::span<const Operation> operations);
  /// Null for an unknown path.
  [[nodiscard]] const Route* find(std::string_view path) const;

 private:
  std::map<std::string_view, Route> routes_;
};

}  // namespace blotter::api
