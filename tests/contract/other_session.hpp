#pragma once

#include <libpq-fe.h>
#include <string>

namespace blotter::testing {

/// A separate session on the database, as another instance would have.
class OtherSession {
 public:
  explicit OtherSession(const std::string& url) : handle_(PQconnectdb(url.c_str())) {}
  ~OtherSession() { PQfinish(handle_); }
  OtherSession(const OtherSession&) = delete;
  OtherSession& operator=(const OtherSession&) = delete;

  /// Returns the first value of the first row, if any.
  std::string run(const std::string& statement) {
    PGresult* result = PQexec(handle_, statement.c_str());
    const std::string value = PQntuples(result) > 0 ? PQgetvalue(result, 0, 0) : "";
    PQclear(result);
    return value;
  }

 private:
  PGconn* handle_;
};

}  // namespace blotter::testing
