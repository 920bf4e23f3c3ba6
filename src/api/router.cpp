#include "api/router.hpp"

#include <optional>

namespace blotter::api {
namespace {

std::optional<Verb> verb_of(http::Method method) {
  switch (method) {
    case http::Method::get:
    case http::Method::head: return Verb::get;
    case http::Method::post: return Verb::post;
    case http::Method::patch: return Verb::patch;
    case http::Method::delete_: return Verb::delete_;
    case http::Method::put: return Verb::put;
    case http::Method::other: break;
  }
  return std::nullopt;
}

std::string_view without_origin(std::string_view target) {
  const std::size_t scheme_end = target.find("://");
  if (target.starts_with('/') || scheme_end == std::string_view::npos) return target;
  target.remove_prefix(scheme_end + 3);
  const std::size_t path = target.find_first_of("/?");
  return path == std::string_view::npos ? "/" : target.substr(path);
}

}  // namespace

Target split_target(std::string_view target) {
  target = without_origin(target);
  target = target.substr(0, target.find('#'));
  const std::size_t question_mark = target.find('?');
  Target split;
  if (question_mark != std::string_view::npos) split.query = target.substr(question_mark + 1);
  for (const char c : target.substr(0, question_mark)) {
    if (c == '/' && split.path.ends_with('/')) continue;
    split.path += c;
  }
  return split;
}

void Route::add(const Operation& operation) {
  by_verb_[static_cast<std::size_t>(operation.verb)] = &operation;
}

const Operation* Route::find(http::Method method) const {
  const auto verb = verb_of(method);
  return verb ? by_verb_[static_cast<std::size_t>(*verb)] : nullptr;
}

std::string Route::allowed() const {
  std::string list;
  for (const Operation* operation : by_verb_) {
    if (operation == nullptr) continue;
    if (!list.empty()) list += ", ";
    list += spelling(operation->verb);
    if (operation->verb == Verb::get) list += ", HEAD";
  }
  return list;
}

Router::Router(std::span<const Operation> operations) {
  for (const Operation& operation : operations) routes_[operation.path].add(operation);
}

const Route* Router::find(std::string_view path) const {
  const auto found = routes_.find(path);
  return found == routes_.end() ? nullptr : &found->second;
}

}  // namespace blotter::api
