#include "domain/history.hpp"

#include <algorithm>

#include "base/ids.hpp"

namespace blotter {

Result<FiledEntry> voided(FiledEntry filed, VoidMark mark) {
  if (filed.void_mark) return fail(ErrorId::already_void);
  filed.void_mark = std::move(mark);
  filed.entry.ends.reset();
  return filed;
}

HistoryPosition HistoryPosition::newest() {
  HistoryPosition position;
  position.below.fill(std::numeric_limits<std::int64_t>::max());
  return position;
}

Parsed<HistoryPosition> HistoryPosition::parse(std::string_view text) {
  HistoryPosition position;
  for (std::int64_t& below : position.below) {
    const auto end = std::min(text.find('.'), text.size());
    const auto number = parse_id(text.substr(0, end));
    if (!number) break;
    below = *number;
    if (end == text.size()) return position;
    text.remove_prefix(end + 1);
  }
  return must("be the next of the previous response");
}

std::string HistoryPosition::str() const {
  std::string text;
  for (const std::int64_t number : below) {
    if (!text.empty()) text += '.';
    text += std::to_string(number);
  }
  return text;
}

}  // namespace blotter
