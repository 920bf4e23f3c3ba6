// How many files this process may open: each connection is one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace blotter::http {

struct ConnectionBudget {
  std::size_t connections = 0;
  /// Set when it is less than was wanted: one line for the operator.
  std::optional<std::string> warning;
};

/// Raises the soft limit of this process as far as `wanted` connections need and the hard limit
/// lets it.
ConnectionBudget raise_descriptor_limit(std::size_t wanted);

}  // namespace blotter::http
