// Reader: lists and their counts.
#include <algorithm>
#include <limits>

#include "storage/reader.hpp"
#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"

namespace blotter {
namespace {

using sql::Rows;
using sql::Value;
using storage::listing;
using storage::ListQueries;
namespace statements = storage::statements;

/// The values and flags of a filter, for the statements of its list.
struct Chosen {
  std::vector<std::string> name_values;
  std::vector<std::optional<bool>> flags;

  [[nodiscard]] ListQueries::Names names() const {
    return name_values.empty() ? ListQueries::Names::all : ListQueries::Names::filtered;
  }
  [[nodiscard]] std::vector<Value> values(const GuildId& guild) const {
    std::vector<Value> values{std::string_view(guild.str())};
    values.insert(values.end(), name_values.begin(), name_values.end());
    return values;
  }
};

Chosen chosen(const CivilianFilter& filter) {
  Chosen chosen{{}, {filter.bolo}};
  if (filter.name) {
    const std::string prefix = filter.name->key();
    chosen.name_values = {prefix, end_of_prefix(prefix)};
  }
  return chosen;
}

std::vector<std::string> owner_key(const std::optional<CivilianName>& owner) {
  return owner ? std::vector{owner->key()} : std::vector<std::string>();
}

Chosen chosen(const VehicleFilter& filter) {
  return {owner_key(filter.owner), {filter.stolen, filter.impounded}};
}

Chosen chosen(const FirearmFilter& filter) { return {owner_key(filter.owner), {filter.stolen}}; }

std::int64_t count(sql::Connection& connection, const GuildId& guild, const ListQueries& list,
                   const Chosen& chosen) {
  connection.require_snapshot();  // the list is read next and must match the count
  const auto values = chosen.values(guild);
  return storage::only_number(
      connection.run(list.count(chosen.names(), chosen.flags), std::span<const Value>(values)));
}

/// Whether the records of the list are adjacent in an index, or are sorted before the first is
/// read.
bool is_dense(const Chosen& chosen) {
  const auto is_set = [](std::optional<bool> flag) { return flag.has_value(); };
  const auto flags = std::count_if(chosen.flags.begin(), chosen.flags.end(), is_set);
  if (flags == 0 || !chosen.name_values.empty()) return true;
  return flags == 1 && *std::find_if(chosen.flags.begin(), chosen.flags.end(), is_set) == true;
}

/// Before all ids: where a part begins that follows no record.
std::int64_t begin_of(ListOrder order) {
  return order == ListOrder::oldest ? 0 : std::numeric_limits<std::int64_t>::max();
}

Rows part_of(sql::Connection& connection, const GuildId& guild, const ListQueries& list,
             const Chosen& chosen, const ListPart& part) {
  if (!is_dense(chosen)) connection.expect_many_steps();
  auto values = chosen.values(guild);
  values.emplace_back(part.after.value_or(begin_of(part.order)));
  values.emplace_back(part.records_max);
  return connection.run(list.part(chosen.names(), chosen.flags, part.order),
                        std::span<const Value>(values));
}

}  // namespace

std::int64_t Reader::count_living(const CivilianFilter& filter) {
  return count(*connection_, guild_, statements::civilian_list, chosen(filter));
}

Listing<Civilian> Reader::living(const CivilianFilter& filter, const ListPart& part) {
  return listing(connection_,
                 part_of(*connection_, guild_, statements::civilian_list, chosen(filter), part),
                 storage::read_civilian, *listings_, guild_);
}

std::int64_t Reader::count_vehicles(const VehicleFilter& filter) {
  return count(*connection_, guild_, statements::vehicle_list, chosen(filter));
}

Listing<Vehicle> Reader::vehicles(const VehicleFilter& filter, const ListPart& part) {
  return listing(connection_,
                 part_of(*connection_, guild_, statements::vehicle_list, chosen(filter), part),
                 storage::read_vehicle, *listings_, guild_);
}

std::int64_t Reader::count_firearms(const FirearmFilter& filter) {
  return count(*connection_, guild_, statements::firearm_list, chosen(filter));
}

Listing<Firearm> Reader::firearms(const FirearmFilter& filter, const ListPart& part) {
  return listing(connection_,
                 part_of(*connection_, guild_, statements::firearm_list, chosen(filter), part),
                 storage::read_firearm, *listings_, guild_);
}

}  // namespace blotter
