#include "domain/role.hpp"

#include <algorithm>

namespace blotter {
namespace {

struct Row {
  Role role;
  std::string_view scopes;
  std::string_view about;
};

constexpr std::array<Row, all_spellings<Role>().size()> rows = {{
    {Role::viewer, "read", "sees everything, changes nothing"},
    {Role::officer, "read,leo", "citations, fines, arrests, impounds, BOLOs and stolen reports"},
    {Role::medic, "read,medical", "admissions to hospitals"},
    {Role::clerk, "read,civilian,vehicle,firearm", "civilians, vehicles and firearms"},
    {Role::dispatcher, "read,leo,civilian,vehicle,firearm", "officer and clerk together"},
    {Role::bot, "read,civilian,vehicle,firearm,leo,medical", "all records; for bots and games"},
    {Role::owner, "read,civilian,vehicle,firearm,leo,medical,admin",
     "all records, and keys, webhooks, the penal code and undo"},
}};

const Row& row(Role role) { return rows[static_cast<std::size_t>(role)]; }

}  // namespace

Scopes scopes_of(Role role) { return Scopes::parse(row(role).scopes).value(); }

std::string_view about(Role role) { return row(role).about; }

std::optional<Role> role_of(const Scopes& scopes) {
  const auto found = std::ranges::find_if(
      rows, [&](const Row& each) { return scopes_of(each.role).bits() == scopes.bits(); });
  if (found == rows.end()) return std::nullopt;
  return found->role;
}

}  // namespace blotter
