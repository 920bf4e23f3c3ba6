#include "admin/table_printer.hpp"

#include <algorithm>

namespace blotter::admin {

void print_table(std::ostream& out, const std::vector<TableRow>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_last = i + 1 == row.size();
      out << row[i] << (is_last ? "\n" : std::string(widths[i] - row[i].size() + 2, ' '));
    }
  }
}

}  // namespace blotter::admin
