#include "app/doctor/report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/json_writer.hpp"

namespace blotter::app::doctor {
namespace {

std::string_view word_for(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::warning: return "warning";
    case Status::error: return "error";
  }
  return "";
}

std::string_view color_of(Status status) {
  switch (status) {
    case Status::ok: return "\033[32m";
    case Status::warning: return "\033[33m";
    case Status::error: return "\033[1;31m";
  }
  return "";
}

auto count(const Checks& checks, Status status) {
  return std::ranges::count(checks, status, &Check::status);
}

std::string counted(std::ptrdiff_t number, std::string_view what) {
  if (number == 0) return fmt::format("no {}s", what);
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

bool has_errors(const Checks& checks) { return count(checks, Status::error) > 0; }

void print_text(std::ostream& out, const Checks& checks, Colors colors) {
  constexpr std::size_t status_width = std::string_view("warning").size();
  std::size_t name_width = 0;
  for (const Check& check : checks) name_width = std::max(name_width, check.name.size());
  for (const Check& check : checks) {
    std::string status = fmt::format("{:<{}}", word_for(check.status), status_width);
    if (colors == Colors::yes) status = fmt::format("{}{}\033[0m", color_of(check.status), status);
    out << fmt::format("{}  {:<{}}  {}{}{}\n", status, check.name, name_width, check.found,
                       check.advice.empty() ? "" : "; ", check.advice);
  }
  out << fmt::format("\n{}, {}\n", counted(count(checks, Status::error), "error"),
                     counted(count(checks, Status::warning), "warning"));
}

void print_json(std::ostream& out, const Checks& checks) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.member("ok", !has_errors(checks));
  json.key("checks");
  json.begin_array();
  for (const Check& check : checks) {
    json.begin_object();
    json.member("name", check.name);
    json.member("status", word_for(check.status));
    json.member("found", check.found);
    json.member("advice", check.advice);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  out << text << "\n";
}

}  // namespace blotter::app::doctor
