// The statements of a list, one for each set of filters: a statement that tried to be all of them
// could not be answered from an index.
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "storage/sql/made_query.hpp"

namespace blotter::storage {

/// A flag of the records: what is true of those that have it, and of those that do not.
struct ListFlag {
  std::string_view set;
  std::string_view clear;
};

/// The parts that the statements are made of.
struct ListText {
  std::string_view records;  // "select … from … "
  std::string_view count;    // "select count(*) from … "
  std::string_view all;      // the condition of the list without filters; $1 is the guild
  std::string_view by_name;  // the same with a filter by name, whose values are $2 and so on
  std::size_t name_values;   // how many those are
  std::string_view id;
  std::vector<ListFlag> flags;  // such as few records have, with an index for each
};

class ListQueries {
 public:
  enum class Names : std::uint8_t { all, filtered };
  /// For each flag of the list.
  using Flags = std::span<const std::optional<bool>>;

  explicit ListQueries(const ListText& text);

  /// Behind the values of the name come the id that the part begins behind and the number of
  /// records that it has at most.
  [[nodiscard]] const sql::Query& part(Names names, Flags flags) const {
    return parts_[position(names, flags)];
  }
  [[nodiscard]] const sql::Query& count(Names names, Flags flags) const {
    return counts_[position(names, flags)];
  }

 private:
  static std::size_t position(Names names, Flags flags);
  void add(const ListText& text, Names names, Flags flags);

  std::deque<sql::MadeQuery> parts_;
  std::deque<sql::MadeQuery> counts_;
};

}  // namespace blotter::storage
