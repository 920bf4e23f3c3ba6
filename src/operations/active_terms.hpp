// The lists of what holds now and may end by itself: BOLOs, impounds and custody.
#pragma once

#include <vector>

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

/// The members about a term; `end` is the name of its end.
constexpr auto term_members(std::string_view end) {
  return std::tuple{
      shape::member("timestamp", [](const auto& o) { return o.term().since; }),
      shape::member(end, [](const auto& o) { return output::end_text(o.term().until); }),
      shape::member("remaining",
                    [](const auto& o) { return output::remaining(o.term().until, o.now); })};
}

struct ActiveBolo {
  Civilian civilian;
  Timestamp now;

  static constexpr std::string_view list_name = "bolos";
  [[nodiscard]] const Term& term() const { return civilian.bolo.term(); }
  [[nodiscard]] TermPosition position() const { return {term().since, civilian.id.value}; }
  static constexpr auto members = std::tuple_cat(
      std::tuple{output::civilian_id, output::civilian_name, output::user_id, output::user_name,
                 shape::member("reason", [](const auto& o) { return o.civilian.bolo.reason(); })},
      term_members("expiresTimestamp"));
};

struct ActiveImpound {
  Vehicle vehicle;
  Timestamp now;

  static constexpr std::string_view list_name = "impounds";
  [[nodiscard]] const Term& term() const { return vehicle.impound.term(); }
  [[nodiscard]] TermPosition position() const { return {term().since, vehicle.id.value}; }
  static constexpr auto members = std::tuple_cat(
      std::tuple{shape::member("id", [](const auto& o) { return o.vehicle.id; }), output::plate,
                 shape::member("model", [](const auto& o) -> auto& { return o.vehicle.model; }),
                 shape::member("civilianID", [](const auto& o) { return o.vehicle.owner.id; }),
                 shape::member("civilianName",
                               [](const auto& o) -> auto& { return o.vehicle.owner.name; }),
                 shape::member("fee", [](const auto& o) { return o.vehicle.impound.fee(); })},
      term_members("releaseTimestamp"));
};

/// An arrest that runs.
struct RunningArrest {
  Entry entry;
  Timestamp now;

  [[nodiscard]] Term term() const { return {entry.made, entry.ends}; }
  static constexpr auto members = std::tuple_cat(
      std::tuple{
          shape::member("count", [](const auto& o) { return o.entry.count; }),
          shape::member("officerName", [](const auto& o) -> auto& { return o.entry.author_name; }),
          shape::member("officerID", [](const auto& o) -> auto& { return o.entry.author_id; }),
          shape::member("charges", [](const auto& o) -> auto& { return o.entry.text; }),
          shape::member("time", [](const auto& o) { return o.entry.amount; })},
      term_members("releaseTimestamp"));
};

struct ActiveCustody {
  /// More than these are not shown.
  static constexpr std::int64_t arrests_max = 10;

  Civilian civilian;
  Timestamp until;
  std::vector<RunningArrest> arrests;
  Timestamp now;

  static constexpr std::string_view list_name = "custody";
  [[nodiscard]] TermPosition position() const { return {until, civilian.id.value}; }
  static constexpr std::tuple members{
      output::civilian_id,
      output::civilian_name,
      output::user_id,
      output::user_name,
      shape::member("releaseTimestamp", [](const auto& o) { return o.until; }),
      shape::member("remaining", [](const auto& o) { return seconds_left(o.until, o.now); }),
      shape::member("arrests", [](const auto& o) -> auto& { return o.arrests; })};
};

/// A page of a list.
template <class Item>
struct TermPage {
  std::int64_t amount;  // all of them, not only those that are shown
  const GuildId& guild;
  std::vector<Item> items;
  std::optional<std::string> next;
  static constexpr std::tuple members{
      shape::member("amount", [](const auto& o) { return o.amount; }), output::guild_id,
      shape::member(Item::list_name, [](const auto& o) -> auto& { return o.items; }),
      shape::member_if_any("next", [](const auto& o) -> auto& { return o.next; })};
};

Result<TermPage<ActiveBolo>> civilian_bolos(ReadCall& call, const TermList& in);
Result<TermPage<ActiveImpound>> leo_impounds(ReadCall& call, const TermList& in);
Result<TermPage<ActiveCustody>> leo_custody(ReadCall& call, const TermList& in);

}  // namespace blotter
