#include "domain/event_filter.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/header_list.hpp"

namespace blotter {

bool covers(std::string_view pattern, std::string_view kind) {
  if (!pattern.ends_with('*')) return pattern == kind;
  pattern.remove_suffix(1);
  return kind.starts_with(pattern);
}

EventKinds EventKinds::stored(std::string_view text) {
  std::vector<std::string> patterns;
  any_part(text, ',', [&](std::string_view pattern) {
    patterns.emplace_back(pattern);
    return false;
  });
  return EventKinds(std::move(patterns));
}

std::string EventKinds::str() const { return fmt::format("{}", fmt::join(patterns_, ",")); }

bool EventKinds::matches(std::string_view kind) const {
  return patterns_.empty() ||
         std::ranges::any_of(patterns_, [&](const auto& pattern) { return covers(pattern, kind); });
}

bool EventFilter::matches(const AuditedEvent& event) const {
  return (!civilian || event.civilian == civilian) && kinds.matches(event.kind);
}

}  // namespace blotter
