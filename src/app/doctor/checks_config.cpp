#include <fstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "app/doctor/checks.hpp"
#include "app/doctor/file_mode.hpp"

namespace blotter::app::doctor {
namespace {

struct Lines {
  std::size_t count = 0;
  bool has_password = false;
};

Lines lines_of(const std::string& path) {
  std::ifstream file(path);
  Lines lines;
  for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(file)) {
    ++lines.count;
    const bool is_store = item.fullname() == "store" && !item.inputs.empty();
    if (is_store && holds_password(item.inputs.front())) lines.has_password = true;
  }
  return lines;
}

}  // namespace

Check check_config(const ServeOptions& options, const std::string& path,
                   const std::optional<std::string>& problem) {
  if (problem) {
    return {"config", Status::error, *problem,
            "correct the file, then run blotter doctor again: the other checks need the file"};
  }
  if (const auto conflict = conflict_in(options)) {
    return {"config", Status::error, *conflict, "give both or none, then run blotter doctor again"};
  }
  if (path.empty())
    return {"config", Status::ok, "no configuration file, only options and environment"};
  const Lines lines = lines_of(path);
  const std::string found =
      fmt::format("{}, {} option{}", path, lines.count, lines.count == 1 ? "" : "s");
  const auto file = status_of(path);
  const auto advice = file ? secret_file_advice(path, *file) : std::nullopt;
  if (lines.has_password && advice) {
    return {"config", Status::warning,
            fmt::format("{} contains a password and has mode {}", found, mode_text(file->st_mode)),
            *advice};
  }
  return {"config", Status::ok, found};
}

}  // namespace blotter::app::doctor
