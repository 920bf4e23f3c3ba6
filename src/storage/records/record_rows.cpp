#include "storage/records/record_rows.hpp"

namespace blotter::storage {
namespace {

using sql::Rows;

/// Only values of our own enumerations are stored.
template <class Enum>
Enum stored_enum(std::string_view text) {
  const auto found = find_spelling<Enum>(text);
  if (!found) throw sql::Failure("a row contains the unknown value " + std::string(text));
  return *found;
}

/// From two columns: the beginning and the end.
Term read_term(const Rows& row, int first) {
  Term term{.since = {row.is_null(first) ? 0 : row.integer(first)}};
  if (!row.is_null(first + 1)) term.until = Timestamp{row.integer(first + 1)};
  return term;
}

/// Columns 1 to 4 of vehicles and firearms.
Owner read_owner(const Rows& row) {
  return {
      .id = {row.integer(1)},
      .user_id = ExternalId::stored(row.text(2)),
      .user_name = PersonName::stored(row.text(3)),
      .name = CivilianName::stored(row.text(4)),
  };
}

Entry read_entry_from(const sql::Rows& row, int first) {
  return {
      .kind = static_cast<EntryKind>(row.integer(first)),
      .count = row.integer(first + 1),
      .author_name = PersonName::stored(row.text(first + 2)),
      .author_id = ExternalId::stored(row.text(first + 3)),
      .amount = row.real(first + 4),
      .time_text = std::string(row.text(first + 5)),
      .text = Narrative::stored(row.text(first + 6)),
      .made = {row.integer(first + 7)},
      .ends = optional_time(row, first + 8),
  };
}

FiledEntry read_filed_entry_from(const sql::Rows& row, int first) {
  FiledEntry filed{read_entry_from(row, first), std::nullopt};
  const int mark = first + void_column;
  if (!row.is_null(mark)) {
    filed.void_mark = VoidMark{.reason = Narrative::stored(row.text(mark + 1)),
                               .author_name = PersonName::stored(row.text(mark + 2)),
                               .author_id = ExternalId::stored(row.text(mark + 3)),
                               .at = {row.integer(mark)}};
  }
  return filed;
}

}  // namespace

std::optional<Timestamp> optional_time(const sql::Rows& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return Timestamp{row.integer(column)};
}

Civilian read_civilian(const sql::Rows& row) {
  return {
      .id = {row.integer(0)},
      .user_id = ExternalId::stored(row.text(1)),
      .user_name = PersonName::stored(row.text(2)),
      .name = CivilianName::stored(row.text(3)),
      .deceased = row.integer(4) != 0,
      .bolo = row.is_null(5) ? Bolo::inactive()
                             : Bolo::active(Narrative::stored(row.text(5)), read_term(row, 15)),
      .age = row.real(6),
      .dob = ShortText::stored(row.text(7)),
      .gender = stored_enum<Gender>(row.text(8)),
      .hair = ShortText::stored(row.text(9)),
      .height = row.real(10),
      .weight = row.real(11),
      .address = Address::stored(row.text(12)),
      .occupation = ShortText::stored(row.text(13)),
      .registered = {row.integer(14)},
  };
}

Vehicle read_vehicle(const sql::Rows& row) {
  return {
      .id = {row.integer(0)},
      .owner = read_owner(row),
      .plate = Plate::stored(row.text(5)),
      .model = ShortText::stored(row.text(6)),
      .color = ShortText::stored(row.text(7)),
      .color_type = stored_enum<ColorType>(row.text(8)),
      .registration = stored_enum<Registration>(row.text(9)),
      .insurance = stored_enum<Insurance>(row.text(10)),
      .stolen = row.integer(11) != 0,
      .impound = row.integer(12) != 0 ? Impound::imposed(row.real(13), read_term(row, 15))
                                      : Impound::lifted(),
      .registered = {row.integer(14)},
  };
}

Firearm read_firearm(const sql::Rows& row) {
  return {
      .id = {row.integer(0)},
      .owner = read_owner(row),
      .serial_number = SerialNumber::stored(row.text(5)),
      .model = ShortText::stored(row.text(6)),
      .color = ShortText::stored(row.text(7)),
      .stolen = row.integer(8) != 0,
      .registered = {row.integer(9)},
  };
}

Entry read_entry(const sql::Rows& row) { return read_entry_from(row, 0); }

FiledEntry read_filed_entry(const sql::Rows& row) { return read_filed_entry_from(row, 0); }

Entry read_joined_entry(const sql::Rows& row) { return read_entry_from(row, civilian_columns); }

FiledEntry read_joined_filed_entry(const sql::Rows& row) {
  return read_filed_entry_from(row, civilian_columns);
}

}  // namespace blotter::storage
