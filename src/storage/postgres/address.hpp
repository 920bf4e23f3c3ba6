// Where a PostgreSQL server is: the store's URL as libpq's connection parameters.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace blotter::sql {

class PostgresAddress {
 public:
  /// Name and value of libpq's connection parameters.
  using Parameters = std::vector<std::pair<std::string, std::string>>;

  /// Whether a store's URL names PostgreSQL at all.
  static bool matches_scheme(std::string_view url);

  /// Throws Failure when libpq cannot parse the URL.
  explicit PostgresAddress(std::string_view url);

  /// One set of parameters per host, in the order of the URL. libpq would try them in turn by
  /// itself, but while we wait asynchronously it has no timeout for a host that does not respond.
  [[nodiscard]] const std::vector<Parameters>& hosts() const { return hosts_; }
  /// The index of the host that accepted us last; it is tried first.
  [[nodiscard]] std::size_t preferred() const { return *preferred_; }
  void prefer(std::size_t host) const { *preferred_ = host; }
  /// For messages: no password, no parameters.
  [[nodiscard]] const std::string& shown() const { return shown_; }

 private:
  std::vector<Parameters> hosts_;
  std::shared_ptr<std::atomic<std::size_t>> preferred_ =
      std::make_shared<std::atomic<std::size_t>>(0);
  std::string shown_;
};

}  // namespace blotter::sql
