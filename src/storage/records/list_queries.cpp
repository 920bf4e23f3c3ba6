#include "storage/records/list_queries.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace blotter::storage {
namespace {

using Flags = ListQueries::Flags;

std::size_t digit(std::optional<bool> flag) { return flag ? (*flag ? 2 : 1) : 0; }

std::string conditions(const ListText& text, Flags flags) {
  std::string conditions;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i]) continue;
    conditions += fmt::format(" and {}", *flags[i] ? text.flags[i].set : text.flags[i].clear);
  }
  return conditions;
}

/// Nearly all records have no flag set, and examining each of them is slow. Counting those with a
/// flag is fast, and the difference is the result.
std::string count_of_clear(const ListText& text, Flags flags) {
  std::string difference = fmt::format("select ({}where {})", text.count, text.all);
  std::string condition(text.all);
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (!flags[i]) continue;
    difference += fmt::format(" - ({}where {} and {})", text.count, condition, text.flags[i].set);
    condition += fmt::format(" and {}", text.flags[i].clear);  // no record is subtracted twice
  }
  return difference;
}

std::string count_text(const ListText& text, ListQueries::Names names, Flags flags) {
  const bool is_by_name = names == ListQueries::Names::filtered;
  const auto is = [](bool wanted) { return [=](std::optional<bool> f) { return f == wanted; }; };
  if (!is_by_name && std::any_of(flags.begin(), flags.end(), is(false)) &&
      std::none_of(flags.begin(), flags.end(), is(true))) {
    return count_of_clear(text, flags);
  }
  return fmt::format("{}where {}{}", text.count, is_by_name ? text.by_name : text.all,
                     conditions(text, flags));
}

std::string part_text(const ListText& text, ListQueries::Names names, Flags flags,
                      ListOrder order) {
  const bool is_newest = order == ListOrder::newest;
  const bool is_by_name = names == ListQueries::Names::filtered;
  const std::size_t values = 1 + (is_by_name ? text.name_values : 0);
  // The sum makes the index on ids unusable. A name matches few records, which are then sorted; a
  // scan of all records in the order of their ids would be slower, whatever the engine estimates.
  return fmt::format("{0}where {1}{2} and {3}{4} {5} ${6} order by {3}{7} limit ${8}", text.records,
                     is_by_name ? text.by_name : text.all, conditions(text, flags), text.id,
                     is_by_name ? " + 0" : "", is_newest ? "<" : ">", values + 1,
                     is_newest ? " desc" : "", values + 2);
}

}  // namespace

ListQueries::ListQueries(const ListText& text) {
  constexpr std::optional<bool> states[] = {std::nullopt, false, true};
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < text.flags.size(); ++i) combinations *= std::size(states);
  for (const Names names : {Names::all, Names::filtered}) {
    for (std::size_t combination = 0; combination < combinations; ++combination) {
      std::vector<std::optional<bool>> flags(text.flags.size());
      std::size_t rest = combination;
      for (auto flag = flags.rbegin(); flag != flags.rend(); ++flag) {
        *flag = states[rest % std::size(states)];
        rest /= std::size(states);
      }
      add(text, names, flags);
    }
  }
}

void ListQueries::add(const ListText& text, Names names, Flags flags) {
  oldest_first_.emplace_back(part_text(text, names, flags, ListOrder::oldest),
                             sql::RowCount::unbounded);
  newest_first_.emplace_back(part_text(text, names, flags, ListOrder::newest),
                             sql::RowCount::unbounded);
  counts_.emplace_back(count_text(text, names, flags));
}

std::size_t ListQueries::position(Names names, Flags flags) {
  std::size_t position = names == Names::filtered ? 1 : 0;
  for (const auto flag : flags) position = position * 3 + digit(flag);
  return position;
}

}  // namespace blotter::storage
