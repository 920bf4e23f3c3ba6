// Which of a civilian's vehicles or firearms an edit means. Nothing is ever changed by guess.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/result.hpp"
#include "domain/civilian.hpp"

namespace blotter {

struct SelectionErrors {
  ErrorId none;
  ErrorId several;
  /// "send plate or vehicleID to choose one of"
  std::string_view advice;
};

/// `owned` are the civilian's, `matches` tells whether one fits the selectors that were sent, and
/// `label` names one in the hint.
template <class Record, class Matches, class Label>
Result<Record> select_one(const Civilian& owner, std::vector<Record> owned, Matches matches,
                          Label label, const SelectionErrors& errors) {
  constexpr std::size_t listed_max = 20;
  std::erase_if(owned, [&](const Record& record) { return !matches(record); });
  if (owned.empty()) return fail(errors.none);
  if (auto alive = ensure_alive(owner); !alive) return fail(alive.error());
  if (owned.size() == 1) return std::move(owned.front());
  std::string hint(errors.advice);
  for (std::size_t i = 0; i < std::min(owned.size(), listed_max); ++i) {
    hint += (i == 0 ? " " : ", ") + label(owned[i]);
  }
  if (owned.size() > listed_max) hint += fmt::format(" and {} more", owned.size() - listed_max);
  return fail({errors.several, std::move(hint)});
}

}  // namespace blotter
