#include "storage/transfer/tables.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace blotter::storage {
namespace {

using enum ColumnKind;

std::string joined(std::span<const Column> columns, std::string_view behind_each = {}) {
  std::string list;
  for (const Column& column : columns) {
    list += fmt::format("{}{}{}", list.empty() ? "" : ", ", column.name, behind_each);
  }
  return list;
}

/// "$2, $3" for 2 and 3.
std::string parameters(std::size_t first, std::size_t last) {
  std::string list;
  for (std::size_t number = first; number <= last; ++number) {
    list += fmt::format("{}${}", list.empty() ? "" : ", ", number);
  }
  return list;
}

/// The columns that order the rows of one guild.
std::span<const Column> order_of(const TableLayout& table) {
  return std::span(table.columns).subspan(1, table.key_size - 1);
}

std::string insert_text(const TableLayout& table) {
  return fmt::format("insert into {} ({}) values ({}) on conflict do nothing", table.name,
                     joined(table.columns), parameters(1, table.columns.size()));
}

/// A condition: what a permanently deleted civilian leaves behind is not copied.
constexpr std::string_view without_leftovers =
    " and not exists (select 1 from leftover where leftover.guild_id = $1 and leftover.kind = 3 "
    "and subject_id = civilian_id)";

std::string page_text(const TableLayout& table, std::string_view condition) {
  return fmt::format("select {} from {} where guild_id = $1{}{} order by {} limit {}",
                     joined(table.columns), table.name, table.only, condition,
                     joined(order_of(table)), RecordTable::page_rows);
}

}  // namespace

std::size_t TableLayout::position(std::string_view column) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& each) { return each.name == column; });
  if (found == columns.end()) throw std::logic_error("there is no column " + std::string(column));
  return static_cast<std::size_t>(found - columns.begin());
}

RecordTable::RecordTable(TableLayout table)
    : layout(std::move(table)),
      count(fmt::format("select count(*) from {} where guild_id = $1{}", layout.name, layout.only)),
      last_key(fmt::format("select {} from {} where guild_id = $1 order by {} limit 1",
                           joined(order_of(layout)), layout.name,
                           joined(order_of(layout), " desc"))),
      first_page(page_text(layout, "")),
      next_page(page_text(layout, fmt::format(" and ({}) > ({})", joined(order_of(layout)),
                                              parameters(2, layout.key_size)))),
      insert(insert_text(layout)) {}

AccountTable::AccountTable(TableLayout table, std::string_view of_guild)
    : layout(std::move(table)),
      select(fmt::format("select {} from {} where {} order by id", joined(layout.columns),
                         layout.name, of_guild)),
      insert(insert_text(layout)) {}

std::span<const RecordTable> record_tables() {
  static const RecordTable tables[] = {
      TableLayout{
          .name = "civilian",
          .columns = {{"guild_id", text},   {"id", integer},         {"name", text},
                      {"name_key", text},   {"user_id", text},       {"user_name", text},
                      {"user_key", text},   {"deceased", integer},   {"bolo_reason", text},
                      {"age", real},        {"dob", text},           {"gender", text},
                      {"hair", text},       {"height", real},        {"weight", real},
                      {"address", text},    {"occupation", text},    {"registered_at", integer},
                      {"bolo_at", integer}, {"bolo_until", integer}, {"custody_until", integer}},
          .key_size = 2,
          .searched = {{SearchKind::civilian, "name_key"}}},
      TableLayout{.name = "vehicle",
                  .columns = {{"guild_id", text},
                              {"id", integer},
                              {"civilian_id", integer},
                              {"plate", text},
                              {"plate_key", text},
                              {"model", text},
                              {"color", text},
                              {"color_type", text},
                              {"registration", text},
                              {"insurance", text},
                              {"stolen", integer},
                              {"impounded", integer},
                              {"fee", real},
                              {"registered_at", integer},
                              {"impounded_at", integer},
                              {"release_at", integer},
                              {"hidden", integer},
                              {"kept_key", text}},
                  .key_size = 2,
                  .searched = {{SearchKind::vehicle, "plate_key", "kept_key"}},
                  .only = without_leftovers},
      TableLayout{.name = "firearm",
                  .columns = {{"guild_id", text},
                              {"id", integer},
                              {"civilian_id", integer},
                              {"serial_number", text},
                              {"serial_key", text},
                              {"model", text},
                              {"color", text},
                              {"stolen", integer},
                              {"registered_at", integer},
                              {"hidden", integer},
                              {"kept_key", text}},
                  .key_size = 2,
                  .searched = {{SearchKind::firearm, "serial_key", "kept_key"}},
                  .only = without_leftovers},
      TableLayout{.name = "entry",
                  .columns = {{"guild_id", text},
                              {"civilian_id", integer},
                              {"kind", integer},
                              {"count", integer},
                              {"author_name", text},
                              {"author_id", text},
                              {"amount", real},
                              {"time_text", text},
                              {"text", text},
                              {"made_at", integer},
                              {"ends_at", integer},
                              {"void_at", integer},
                              {"void_reason", text},
                              {"void_author_name", text},
                              {"void_author_id", text}},
                  .key_size = 4,
                  .only = without_leftovers},
      TableLayout{.name = "event",
                  .columns = {{"guild_id", text},
                              {"seq", integer},
                              {"id", integer},
                              {"at", integer},
                              {"kind", text},
                              {"key_id", integer},
                              {"actor", text},
                              {"civilian_id", integer},
                              {"subject_id", integer},
                              {"before", text},
                              {"after", text},
                              {"undoes", integer}},
                  .key_size = 2},
      TableLayout{
          .name = "activity",
          .columns = {{"guild_id", text}, {"day", integer}, {"kind", text}, {"amount", integer}},
          .key_size = 3},
      // So that retries of a change are recognized by the target too.
      TableLayout{.name = "idempotency",
                  .columns = {{"guild_id", text},
                              {"day", integer},
                              {"key_id", integer},
                              {"name", text},
                              {"request", text},
                              {"body", text},
                              {"at", integer}},
                  .key_size = 4},
      TableLayout{.name = "webhook",
                  .columns = {{"guild_id", text},
                              {"id", integer},
                              {"name", text},
                              {"url", text},
                              {"kinds", text},
                              {"format", integer},
                              {"secret", text},
                              {"created_at", integer},
                              {"active", integer},
                              {"position", integer},
                              {"failing_since", integer},
                              {"last_success", integer},
                              {"last_failure", integer},
                              {"last_error", text}},
                  .key_size = 2},
      TableLayout{.name = "webhook_retry",
                  .columns = {{"guild_id", text},
                              {"webhook_id", integer},
                              {"seq", integer},
                              {"attempts", integer},
                              {"due", integer}},
                  .key_size = 3},
      TableLayout{.name = "webhook_attempt",
                  .columns = {{"guild_id", text},
                              {"webhook_id", integer},
                              {"id", integer},
                              {"seq", integer},
                              {"kind", text},
                              {"at", integer},
                              {"number", integer},
                              {"status", integer},
                              {"took_ms", integer},
                              {"delivered", integer},
                              {"error", text},
                              {"reply", text}},
                  .key_size = 3},
      TableLayout{
          .name = "kept_civilian",
          .columns = {{"guild_id", text},   {"id", integer},         {"deleted_at", integer},
                      {"name", text},       {"name_key", text},      {"user_id", text},
                      {"user_name", text},  {"deceased", integer},   {"bolo_reason", text},
                      {"age", real},        {"dob", text},           {"gender", text},
                      {"hair", text},       {"height", real},        {"weight", real},
                      {"address", text},    {"occupation", text},    {"registered_at", integer},
                      {"bolo_at", integer}, {"bolo_until", integer}, {"custody_until", integer},
                      {"user_key", text}},
          .key_size = 2},
      TableLayout{.name = "kept_vehicle",
                  .columns = {{"guild_id", text},
                              {"id", integer},
                              {"deleted_at", integer},
                              {"civilian_id", integer},
                              {"plate", text},
                              {"plate_key", text},
                              {"model", text},
                              {"color", text},
                              {"color_type", text},
                              {"registration", text},
                              {"insurance", text},
                              {"stolen", integer},
                              {"impounded", integer},
                              {"fee", real},
                              {"registered_at", integer},
                              {"impounded_at", integer},
                              {"release_at", integer}},
                  .key_size = 2},
      TableLayout{.name = "kept_firearm",
                  .columns = {{"guild_id", text},
                              {"id", integer},
                              {"deleted_at", integer},
                              {"civilian_id", integer},
                              {"serial_number", text},
                              {"serial_key", text},
                              {"model", text},
                              {"color", text},
                              {"stolen", integer},
                              {"registered_at", integer}},
                  .key_size = 2},
      TableLayout{.name = "kept_webhook",
                  .columns = {{"guild_id", text},
                              {"event_id", integer},
                              {"deleted_at", integer},
                              {"id", integer},
                              {"name", text},
                              {"url", text},
                              {"kinds", text},
                              {"format", integer},
                              {"secret", text},
                              {"created_at", integer},
                              {"active", integer},
                              {"next_url", text}},
                  .key_size = 2},
      TableLayout{.name = "invitation",
                  .columns = {{"guild_id", text},
                              {"id", integer},
                              {"digest", text},
                              {"name", text},
                              {"scopes", integer},
                              {"lifetime", integer},
                              {"created_at", integer},
                              {"ends_at", integer},
                              {"made_by", integer}},
                  .key_size = 2},
      TableLayout{.name = "penal_code",
                  .columns = {{"guild_id", text},
                              {"place", integer},
                              {"code", text},
                              {"title", text},
                              {"fine", real},
                              {"seconds", real}},
                  .key_size = 2},
  };
  return tables;
}

const AccountTable& guild_table() {
  static const AccountTable table(
      {.name = "guild",
       .columns = {{"id", text}, {"created_at", integer}, {"last_seq", integer}},
       .key_size = 1},
      "id = $1");
  return table;
}

const AccountTable& key_table() {
  static const AccountTable table({.name = "api_key",
                                   .columns = {{"id", integer},
                                               {"digest", text},
                                               {"name", text},
                                               {"scopes", integer},
                                               {"created_at", integer},
                                               {"expires_at", integer},
                                               {"revoked_at", integer},
                                               {"last_used_at", integer},
                                               {"shared", integer}},
                                   .key_size = 1},
                                  "id in (select key_id from api_key_guild where guild_id = $1)");
  return table;
}

}  // namespace blotter::storage
