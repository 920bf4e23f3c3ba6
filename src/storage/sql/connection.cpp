#include "storage/sql/connection.hpp"

#include <atomic>

namespace blotter::sql {

Query::Query(std::string_view text, RowCount rows)
    : text(text), rows(rows), index([] {
        static std::atomic<std::size_t> count{0};
        return count++;
      }()) {}

}  // namespace blotter::sql
