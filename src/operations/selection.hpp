// Which of a civilian's vehicles or firearms an edit means. An edit never guesses.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "domain/civilian.hpp"

namespace blotter {

struct SelectionErrors {
  ErrorId none;
  ErrorId several;
  /// "send plate or vehicleID to choose one of"
  std::string_view advice;
};

/// `owned` are the civilian's records, `matches` tells whether one fits the selectors of the
/// request, and `label` names one in the hint.
template <class Record, class Matches, class Label>
Result<Record> select_one(const Civilian& owner, std::vector<Record> owned, Matches matches,
                          Label label, const SelectionErrors& errors) {
  constexpr std::size_t hint_bytes_max = 500;
  std::erase_if(owned, [&](const Record& record) { return !matches(record); });
  if (owned.empty()) return fail(errors.none);
  if (auto alive = ensure_alive(owner); !alive) return fail(alive.error());
  if (owned.size() == 1) return std::move(owned.front());
  std::string hint(errors.advice);
  for (const Record& record : owned) {
    const bool is_first = &record == &owned.front();
    // Some clients and proxies reject long headers.
    if (hint.size() > hint_bytes_max) {
      hint += " and others";
      break;
    }
    hint += (is_first ? " " : ", ") + label(record);
  }
  return fail({errors.several, std::move(hint)});
}

}  // namespace blotter
