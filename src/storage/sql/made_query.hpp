// Statements that the program puts together out of its own words.
#pragma once

#include <string>

#include "storage/sql/connection.hpp"

namespace blotter::sql {

class MadeQuery {
 public:
  explicit MadeQuery(std::string text, RowCount rows = RowCount::bounded)
      : text_(std::move(text)), query_(text_, rows) {}
  MadeQuery(const MadeQuery&) = delete;
  MadeQuery& operator=(const MadeQuery&) = delete;
  operator const Query&() const { return query_; }

 private:
  const std::string text_;
  const Query query_;
};

}  // namespace blotter::sql
