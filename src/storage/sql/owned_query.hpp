// A Query that owns its text. The program builds the text from its own words, never from input.
#pragma once

#include <string>

#include "storage/sql/connection.hpp"

namespace blotter::sql {

class OwnedQuery {
 public:
  explicit OwnedQuery(std::string text, RowCount rows = RowCount::bounded)
      : text_(std::move(text)), query_(text_, rows) {}
  OwnedQuery(const OwnedQuery&) = delete;
  OwnedQuery& operator=(const OwnedQuery&) = delete;
  operator const Query&() const { return query_; }

 private:
  const std::string text_;
  const Query query_;
};

}  // namespace blotter::sql
