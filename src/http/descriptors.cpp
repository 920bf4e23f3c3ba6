#include "http/descriptors.hpp"

#include <algorithm>
#include <sys/resource.h>

#include "http/census.hpp"

namespace blotter::http {
namespace {

/// For all that is no client: databases, logs, webhooks, and the connections being turned away.
constexpr std::size_t descriptors_reserved = 256 + Census::turned_away_max;

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
