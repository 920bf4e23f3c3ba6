// How many file descriptors this process may open: each connection uses one.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace blotter::http {

struct ConnectionBudget {
  std::size_t connections = 0;
  /// Set if `connections` is less than requested: one line for the operator.
  std::optional<std::string> warning;
};

/// Raises the soft limit of this process as far as `wanted` connections need and the hard limit
/// allows.
ConnectionBudget raise_descriptor_limit(std::size_t wanted);

}  // namespace blotter::http
