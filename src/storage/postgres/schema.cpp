#include "storage/postgres/schema.hpp"

#include <fmt/format.h>

#include "storage/sql/script_directives.hpp"

namespace blotter::sql {
namespace {

constexpr std::string_view guild_directive = "/* by guild */";
constexpr std::string_view table_begin = "create table ";

/// The name of the table whose definition ends with the directive.
std::string table_before(const std::string& text, std::size_t at) {
  const std::size_t name = text.rfind(table_begin, at) + table_begin.size();
  return text.substr(name, text.find(' ', name) - name);
}

}  // namespace

std::string for_postgres(std::string_view script, int partitions) {
  std::string text(script);
  replace_all(text, "/* bytes */", R"(collate "C")");
  replace_all(text, "/* locked */", "for no key update");
  replace_all(text, "/* only PostgreSQL", "");
  replace_all(text, "only PostgreSQL */", "");
  if (partitions == 0) return text;
  for (auto at = text.find(guild_directive); at != std::string::npos;
       at = text.find(guild_directive, at)) {
    const std::string table = table_before(text, at);
    text.replace(at, guild_directive.size(), "partition by hash (guild_id)");
    std::string parts;
    for (int part = 0; part < partitions; ++part) {
      parts += fmt::format(
          "\ncreate table {0}_{1} partition of {0} for values with (modulus {2}, remainder {1});",
          table, part, partitions);
    }
    text.insert(text.find(';', at) + 1, parts);
  }
  return text;
}

}  // namespace blotter::sql
