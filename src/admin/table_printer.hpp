// Aligned columns, for the lists of the command line.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace blotter::admin {

using TableRow = std::vector<std::string>;

/// The first row is the heading. All rows have the same number of cells.
void print_table(std::ostream& out, const std::vector<TableRow>& rows);

}  // namespace blotter::admin
