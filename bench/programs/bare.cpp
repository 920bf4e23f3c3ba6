// The storage limit: the same lookups by the same statements, straight from SQLite in two threads,
// without HTTP, JSON, keys or anything else. Prints one line of JSON.
#include <atomic>
#include <chrono>
#include <iostream>
#include <stdexcept>
#include <sys/resource.h>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <sqlite3.h>

#include "people.hpp"
#include "storage/reader.hpp"
#include "storage/records/statements.hpp"

namespace blotter::bench {
namespace {

namespace statements = storage::statements;

constexpr int threads = 2;

struct Options {
  std::string path;
  std::string request = "info";
  std::string draw = "uniform";
  Population population;
  int seconds = 3;
};

class Database {
 public:
  Database(const std::string& path, std::string_view statement) {
    check(sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                          nullptr));
    // The first connection may have to create the WAL.
    sqlite3_busy_timeout(handle_, 1000);
    // One snapshot for all. Nothing changes, so SQLite can read in place by itself.
    check(sqlite3_exec(handle_, "pragma mmap_size = 2000000000; begin", nullptr, nullptr, nullptr));
    check(sqlite3_prepare_v2(handle_, statement.data(), static_cast<int>(statement.size()),
                             &statement_, nullptr));
    // Only the lookup of a civilian has these.
    constexpr EntryKinds kinds = EntryKinds::all();
    bind("$3", kinds.lowest());
    bind("$4", kinds.highest());
    bind("$5", static_cast<int>(kinds.bits()));
    bind("$6", static_cast<int>(Dossier::at_once_max) + 1);
  }
  ~Database() {
    sqlite3_finalize(statement_);
    sqlite3_close(handle_);
  }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Reads every column of every row, as a server would; returns the number of text bytes.
  std::size_t look_up(const std::string& guild, const std::string& key) {
    bind("$1", guild);
    bind("$2", key);
    std::size_t bytes = 0;
    while (sqlite3_step(statement_) == SQLITE_ROW) {
      for (int column = 0; column < sqlite3_column_count(statement_); ++column) {
        bytes += read(column);
      }
    }
    check(sqlite3_reset(statement_));
    return bytes;
  }

 private:
  void check(int code) {
    if (code != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(handle_));
  }
  std::size_t read(int column) {
    switch (sqlite3_column_type(statement_, column)) {
      case SQLITE_INTEGER: sqlite3_column_int64(statement_, column); return 0;
      case SQLITE_FLOAT: sqlite3_column_double(statement_, column); return 0;
      case SQLITE_TEXT:
        sqlite3_column_text(statement_, column);
        return static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
      default: return 0;
    }
  }
  void bind(const char* name, const std::string& text) {
    const int place = sqlite3_bind_parameter_index(statement_, name);
    check(sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()),
                            SQLITE_STATIC));
  }
  void bind(const char* name, int number) {
    const int place = sqlite3_bind_parameter_index(statement_, name);
    if (place > 0) check(sqlite3_bind_int(statement_, place, number));
  }

  sqlite3* handle_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
};

std::string plate_key(int number) { return fmt::format("pl{:07}", number); }
std::string name_key(int number) { return fmt::format("civilian number {:07}", number); }

std::size_t look_up_until(std::chrono::steady_clock::time_point end, const Options& options,
                          unsigned seed) {
  const bool is_plate = options.request == "plate";
  Database database(options.path, is_plate ? statements::vehicle_by_plate.text
                                           : statements::dossier_by_name.text);
  Draw draw(options.population, options.draw == "zipf", seed);
  std::size_t count = 0;
  while (std::chrono::steady_clock::now() < end) {
    const std::string guild = guild_name(draw.guild());
    const int who = draw.person();
    if (database.look_up(guild, is_plate ? plate_key(who) : name_key(who)) == 0) {
      throw std::runtime_error("a civilian is missing");
    }
    ++count;
  }
  return count;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

void run(const Options& options) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(options.seconds);
  std::atomic<std::size_t> count = 0;
  std::vector<std::thread> running;
  for (unsigned seed = 1; seed <= threads; ++seed) {
    running.emplace_back([&, seed] { count += look_up_until(end, options, seed); });
  }
  for (std::thread& each : running) each.join();
  std::cout << fmt::format("{{\"requests\": {}, \"seconds\": {}, \"cpu_seconds\": {}}}\n",
                           count.load(), options.seconds, cpu_seconds());
}

}  // namespace
}  // namespace blotter::bench

int main(int argument_count, char** arguments) {
  blotter::bench::Options options;
  CLI::App program("Looks people up in an SQLite store, as fast as SQLite can.");
  program.add_option("--path", options.path)->required();
  program.add_option("--request", options.request)->check(CLI::IsMember({"info", "plate"}));
  program.add_option("--draw", options.draw)->check(CLI::IsMember({"uniform", "zipf"}));
  program.add_option("--guilds", options.population.guilds);
  program.add_option("--civilians", options.population.civilians);
  program.add_option("--seconds", options.seconds);
  CLI11_PARSE(program, argument_count, arguments);
  blotter::bench::run(options);
}
