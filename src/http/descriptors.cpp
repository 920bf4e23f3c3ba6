#include "http/descriptors.hpp"

#include <algorithm>
#include <sys/resource.h>

#include "http/connection_count.hpp"

namespace blotter::http {
namespace {

/// For everything that is not a client: databases, the log, and the rejected connections.
constexpr std::size_t descriptors_reserved = 256 + ConnectionCount::rejected_max;

}  // namespace

ConnectionBudget raise_descriptor_limit(std::size_t wanted) {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return {wanted, std::nullopt};
  const rlim_t needed = wanted + descriptors_reserved;
  if (limit.rlim_cur < needed) {
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = std::min(needed, limit.rlim_max);
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) limit.rlim_cur = before;
  }
  if (limit.rlim_cur >= needed) return {wanted, std::nullopt};

  const std::size_t allowed = limit.rlim_cur;
  const auto connections = allowed > descriptors_reserved ? allowed - descriptors_reserved : 1;
  return {connections, "at most " + std::to_string(connections) + " connections instead of " +
                           std::to_string(wanted) + ": this process may open only " +
                           std::to_string(allowed) + " files (raise ulimit -n to " +
                           std::to_string(needed) + ")"};
}

}  // namespace blotter::http
