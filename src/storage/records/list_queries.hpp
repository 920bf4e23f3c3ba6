// The statements of a list, one for each order and combination of filters: one statement for all of
// them could not use an index.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "domain/filter.hpp"
#include "storage/sql/owned_query.hpp"

namespace blotter::storage {

/// A flag of the records: the condition for records that have it, and for those that do not.
struct ListFlag {
  std::string_view set;
  std::string_view clear;
};

/// The parts that the statements are built from.
struct ListText {
  std::string_view records;  // "select … from … "
  std::string_view count;    // "select count(*) from … "
  std::string_view all;      // the condition of the list without filters; $1 is the guild
  std::string_view by_name;  // the same with a filter by name, whose values are $2 and so on
  std::size_t name_values;   // the number of those values
  std::string_view id;
  std::vector<ListFlag> flags;  // few records have one, and each has an index
};

class ListQueries {
 public:
  enum class Names : std::uint8_t { all, filtered };
  /// For each flag of the list; nothing means no filter.
  using Flags = std::span<const std::optional<bool>>;

  explicit ListQueries(const ListText& text);

  /// The values of the name are followed by the id after which the part begins and the maximum
  /// number of records.
  [[nodiscard]] const sql::Query& part(Names names, Flags flags, ListOrder order) const {
    const auto& parts = order == ListOrder::oldest ? oldest_first_ : newest_first_;
    return parts[position(names, flags)];
  }
  [[nodiscard]] const sql::Query& count(Names names, Flags flags) const {
    return counts_[position(names, flags)];
  }

 private:
  static std::size_t position(Names names, Flags flags);
  void add(const ListText& text, Names names, Flags flags);

  std::deque<sql::OwnedQuery> oldest_first_;
  std::deque<sql::OwnedQuery> newest_first_;
  std::deque<sql::OwnedQuery> counts_;
};

}  // namespace blotter::storage
