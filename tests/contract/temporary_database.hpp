// A database for one test alone, on the PostgreSQL server that BLOTTER_TEST_POSTGRES names.
#pragma once

#include <atomic>
#include <cstdlib>
#include <libpq-fe.h>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

namespace blotter::testing {

class TemporaryDatabase {
 public:
  TemporaryDatabase() : TemporaryDatabase("template0 encoding 'UTF8'") {}
  /// A copy, which is made much faster than tables are created. Nobody may use the original
  /// meanwhile.
  static TemporaryDatabase copy_of(const TemporaryDatabase& original) {
    // Copying files is faster than writing them through the log.
    return TemporaryDatabase(original.name_ + " strategy file_copy");
  }
  ~TemporaryDatabase() { server_run(fmt::format("drop database {} with (force)", name_)); }
  TemporaryDatabase(const TemporaryDatabase&) = delete;
  TemporaryDatabase& operator=(const TemporaryDatabase&) = delete;

  [[nodiscard]] std::string url() const {
    const std::string server = server_url();
    return server.substr(0, server.rfind('/') + 1) + name_;
  }
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Runs a statement on the server, outside of the database.
  static void server_run(const std::string& statement) {
    PGconn* server = PQconnectdb(server_url().c_str());
    PGresult* result = PQexec(server, statement.c_str());
    const bool is_good =
        PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK;
    const std::string problem = PQerrorMessage(server);
    PQclear(result);
    PQfinish(server);
    if (!is_good) throw std::runtime_error(statement + ": " + problem);
  }

 private:
  static std::string server_url() {
    const char* url = std::getenv("BLOTTER_TEST_POSTGRES");
    if (url == nullptr) {
      throw std::runtime_error("BLOTTER_TEST_POSTGRES is not set: run the tests with ./dev test");
    }
    return url;
  }

  explicit TemporaryDatabase(const std::string& original) {
    static std::atomic<int> count{0};
    name_ = fmt::format("contract_{}_{}", ::getpid(), ++count);
    server_run(fmt::format("create database {} template {}", name_, original));
  }

  std::string name_;
};

}  // namespace blotter::testing
