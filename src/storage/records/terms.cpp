// Reader and Writer: BOLOs, impounds and custody, and when they end. The statements are in
// term_statements.hpp.
#include <algorithm>
#include <limits>

#include "storage/records/record_rows.hpp"
#include "storage/records/statements.hpp"
#include "storage/records/term_statements.hpp"
#include "storage/sql/connection.hpp"
#include "storage/writer.hpp"

namespace blotter {
namespace {

using storage::all;
using storage::first;
using storage::only_number;
using storage::optional_time;
namespace statements = storage::statements;

std::optional<std::int64_t> ms_of(std::optional<Timestamp> time) {
  return time ? std::optional(time->ms) : std::nullopt;
}

InCustody read_in_custody(const sql::Rows& row) {
  return {.civilian = storage::read_civilian(row),
          .until = {row.integer(storage::civilian_columns)}};
}

}  // namespace

std::int64_t Reader::count_bolos() {
  return only_number(connection_->run(statements::bolos_count, guild_.str()));
}

std::vector<Civilian> Reader::bolos(TermPosition before, std::int64_t count) {
  return all(
      connection_->run(statements::bolos_before, guild_.str(), before.at.ms, before.id, count),
      storage::read_civilian);
}

std::int64_t Reader::count_impounds() {
  return only_number(connection_->run(statements::impounds_count, guild_.str()));
}

std::vector<Vehicle> Reader::impounds(TermPosition before, std::int64_t count) {
  return all(
      connection_->run(statements::impounds_before, guild_.str(), before.at.ms, before.id, count),
      storage::read_vehicle);
}

std::int64_t Reader::count_in_custody() {
  return only_number(connection_->run(statements::custodies_count, guild_.str()));
}

std::vector<InCustody> Reader::in_custody(TermPosition after, std::int64_t count) {
  return all(
      connection_->run(statements::custodies_after, guild_.str(), after.at.ms, after.id, count),
      read_in_custody);
}

std::optional<Timestamp> Reader::custody_until(CivilianId civilian) {
  auto rows = connection_->run(statements::custody_until, guild_.str(), civilian.value);
  if (!rows.next()) return std::nullopt;
  return optional_time(rows, 0);
}

std::vector<Entry> Reader::running_arrests(CivilianId civilian, Timestamp now, std::int64_t count) {
  return all(
      connection_->run(statements::arrests_running, guild_.str(), civilian.value, now.ms, count),
      storage::read_entry);
}

bool Reader::has_running_arrests(CivilianId civilian, std::int64_t count) {
  return only_number(connection_->run(statements::arrests_count, guild_.str(), civilian.value)) >=
         count;
}

std::optional<FiledEntry> Reader::entry(CivilianId civilian, EntryKind kind, std::int64_t count) {
  return first(connection_->run(statements::entry_by_count, guild_.str(), civilian.value,
                                static_cast<int>(kind), count),
               storage::read_filed_entry);
}

std::vector<Civilian> Reader::bolos_due(Timestamp now, std::int64_t count) {
  return all(connection_->run(statements::bolos_due, guild_.str(), now.ms, count),
             storage::read_civilian);
}

std::vector<Vehicle> Reader::impounds_due(Timestamp now, std::int64_t count) {
  return all(connection_->run(statements::impounds_due, guild_.str(), now.ms, count),
             storage::read_vehicle);
}

std::vector<InCustody> Reader::custodies_due(Timestamp now, std::int64_t count) {
  return all(connection_->run(statements::custodies_due, guild_.str(), now.ms, count),
             read_in_custody);
}

void Writer::set_custody(CivilianId civilian, std::optional<Timestamp> until) {
  connection().run(statements::custody_set, guild().str(), civilian.value, ms_of(until)).finish();
  expect_end(until);
}

void Writer::raise_custody(CivilianId civilian, Timestamp until) {
  connection().run(statements::custody_raise, guild().str(), civilian.value, until.ms).finish();
  expect_end(until);
}

void Writer::set_sentence(CivilianId civilian, std::int64_t count, double seconds,
                          std::optional<Timestamp> ends) {
  connection()
      .run(statements::sentence_set, guild().str(), civilian.value,
           static_cast<int>(EntryKind::arrest), count, seconds, ms_of(ends))
      .finish();
}

void Writer::end_arrests(CivilianId civilian) {
  end_arrests(civilian, {std::numeric_limits<std::int64_t>::max()});
}

void Writer::end_arrests(CivilianId civilian, Timestamp until) {
  connection().run(statements::arrests_end, guild().str(), civilian.value, until.ms).finish();
}

void Writer::expect_end(std::optional<Timestamp> time) {
  if (time) connection().run(statements::due_add, guild().str(), time->ms).finish();
}

void Writer::set_next_end() {
  auto rows = connection().run(statements::next_ends, guild().str());
  rows.next();
  std::optional<Timestamp> next;
  for (int column = 0; column < 3; ++column) {
    const auto time = optional_time(rows, column);
    if (time && (!next || *time < *next)) next = time;
  }
  rows.finish();
  if (next) {
    connection().run(statements::due_set, guild().str(), next->ms).finish();
  } else {
    connection().run(statements::due_delete, guild().str()).finish();
  }
}

}  // namespace blotter
