// The records as clients see them, and as the audit log stores them.
#pragma once

#include "domain/entry.hpp"
#include "domain/firearm.hpp"
#include "domain/vehicle.hpp"
#include "operations/shape.hpp"

namespace blotter::shape {

/// In a civilian record `id` and `civilianID` are the same.
template <>
struct Of<Civilian> {
  static constexpr std::tuple members{
      member("id", [](const Civilian& c) { return c.id; }),
      member("userID", [](const Civilian& c) -> auto& { return c.user_id; }),
      member("userName", [](const Civilian& c) -> auto& { return c.user_name; }),
      member("civilianID", [](const Civilian& c) { return c.id; }),
      member("civilianName", [](const Civilian& c) -> auto& { return c.name; }),
      member("deceased", [](const Civilian& c) { return c.deceased; }),
      member("bolo", [](const Civilian& c) { return c.bolo.is_active(); }),
      member("boloReason", [](const Civilian& c) { return c.bolo.reason(); }),
      member("civilianAge", [](const Civilian& c) { return c.age; }),
      member("civilianDOB", [](const Civilian& c) -> auto& { return c.dob; }),
      member("civilianGender", [](const Civilian& c) { return c.gender; }),
      member("civilianHairColor", [](const Civilian& c) -> auto& { return c.hair; }),
      member("civilianHeight", [](const Civilian& c) { return c.height; }),
      member("civilianWeight", [](const Civilian& c) { return c.weight; }),
      member("civilianAddress", [](const Civilian& c) -> auto& { return c.address; }),
      member("civilianOccupation", [](const Civilian& c) -> auto& { return c.occupation; }),
      member("registrationTimestamp", [](const Civilian& c) { return c.registered; })};
};

template <>
struct Of<Vehicle> {
  static constexpr std::tuple members{
      member("id", [](const Vehicle& v) { return v.id; }),
      member("userID", [](const Vehicle& v) -> auto& { return v.owner.user_id; }),
      member("userName", [](const Vehicle& v) -> auto& { return v.owner.user_name; }),
      member("civilianID", [](const Vehicle& v) { return v.owner.id; }),
      member("civilianName", [](const Vehicle& v) -> auto& { return v.owner.name; }),
      member("impounded", [](const Vehicle& v) { return v.impound.is_active(); }),
      member("stolen", [](const Vehicle& v) { return v.stolen; }),
      member("plate", [](const Vehicle& v) -> auto& { return v.plate; }),
      member("model", [](const Vehicle& v) -> auto& { return v.model; }),
      member("registration", [](const Vehicle& v) { return v.registration; }),
      member("insurance", [](const Vehicle& v) { return v.insurance; }),
      member("color", [](const Vehicle& v) -> auto& { return v.color; }),
      member("colorType", [](const Vehicle& v) { return v.color_type; }),
      member("timestamp", [](const Vehicle& v) { return v.registered; })};
};

/// The color is stored, but not shown.
template <>
struct Of<Firearm> {
  static constexpr std::tuple members{
      member("id", [](const Firearm& f) { return f.id; }),
      member("userID", [](const Firearm& f) -> auto& { return f.owner.user_id; }),
      member("userName", [](const Firearm& f) -> auto& { return f.owner.user_name; }),
      member("civilianID", [](const Firearm& f) { return f.owner.id; }),
      member("civilianName", [](const Firearm& f) -> auto& { return f.owner.name; }),
      member("stolen", [](const Firearm& f) { return f.stolen; }),
      member("serialNumber", [](const Firearm& f) -> auto& { return f.serial_number; }),
      member("model", [](const Firearm& f) -> auto& { return f.model; }),
      member("timestamp", [](const Firearm& f) { return f.registered; })};
};

/// A civilian's file and the lists of entries use different names for an entry's author.
enum class Place : std::uint8_t { file, list };

/// Placeholder for the entries of one kind, which are written while they are read; see handler.hpp.
template <EntryKind Kind, Place Where>
struct Entries {};

template <EntryKind Kind, Place Where>
struct EntryView {
  const Entry& entry;
};

inline constexpr auto author_name = [](const auto& v) -> auto& { return v.entry.author_name; };
inline constexpr auto author_id = [](const auto& v) -> auto& { return v.entry.author_id; };
inline constexpr auto entry_amount = [](const auto& v) { return v.entry.amount; };
inline constexpr auto entry_text = [](const auto& v) -> auto& { return v.entry.text; };
inline constexpr auto entry_time_text = [](const auto& v) -> auto& { return v.entry.time_text; };
inline constexpr auto entry_made = [](const auto& v) { return v.entry.made; };
inline constexpr auto entry_count = [](const auto& v) { return v.entry.count; };

constexpr std::string_view amount_name(EntryKind kind) {
  return kind == EntryKind::arrest ? "time" : "amount";
}

template <EntryKind Kind>
struct Of<EntryView<Kind, Place::file>> {
  static constexpr std::tuple members{
      member("officerName", author_name), member("officerID", author_id),
      member(amount_name(Kind), entry_amount), member("charges", entry_text),
      member("timestamp", entry_made)};
};

template <EntryKind Kind>
struct Of<EntryView<Kind, Place::list>> {
  static constexpr std::tuple members{
      member("count", entry_count),    member("officersName", author_name),
      member("officersID", author_id), member(amount_name(Kind), entry_amount),
      member("charges", entry_text),   member("timestamp", entry_made)};
};

template <>
struct Of<EntryView<EntryKind::admission, Place::file>> {
  static constexpr std::tuple members{
      member("medicName", author_name), member("medicID", author_id), member("injures", entry_text),
      member("time", entry_time_text), member("timestamp", entry_made)};
};

template <>
struct Of<EntryView<EntryKind::admission, Place::list>> {
  static constexpr std::tuple members{
      member("count", entry_count),  member("unitsName", author_name),
      member("unitsID", author_id),  member("time", entry_time_text),
      member("injures", entry_text), member("timestamp", entry_made)};
};

/// What the audit log stores of a record: the members that clients see, and those they do not.
template <class Record>
inline constexpr auto archive = Of<Record>::members;

template <>
inline constexpr auto archive<Civilian> = std::tuple_cat(
    Of<Civilian>::members, std::tuple{member_if_any("boloExpires", [](const Civilian& c) {
      return c.bolo.term().until;
    })});

template <>
inline constexpr auto archive<Vehicle> = std::tuple_cat(
    Of<Vehicle>::members,
    std::tuple{member("impoundedFee", [](const Vehicle& v) { return v.impound.fee(); }),
               member_if_any("releaseTimestamp",
                             [](const Vehicle& v) { return v.impound.term().until; })});

template <>
inline constexpr auto archive<Firearm> =
    std::tuple_cat(Of<Firearm>::members,
                   std::tuple{member("color", [](const Firearm& f) -> auto& { return f.color; })});

}  // namespace blotter::shape
