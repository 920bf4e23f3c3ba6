// blotter copy
#include <csignal>
#include <iostream>
#include <memory>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "admin/commands.hpp"
#include "admin/progress_line.hpp"
#include "admin/table_printer.hpp"
#include "admin/value_checks.hpp"
#include "base/json_writer.hpp"
#include "storage/transfer/transfer.hpp"

namespace blotter::admin {
namespace {

struct CopyOptions {
  std::string from;
  std::string to;
  std::vector<std::string> guilds;
  bool replace = false;
  bool as_json = false;
};

volatile std::sig_atomic_t is_stop_requested = 0;

/// The first signal stops the copy where it can be continued; a second one ends the program.
void stop_on_signals() {
  struct sigaction action{};
  action.sa_handler = [](int) { is_stop_requested = 1; };
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

/// Prints progress on standard error: one line that changes on a terminal, else a line per guild.
class ProgressPrinter final : public TransferWatcher {
 public:
  ProgressPrinter() = default;
  ~ProgressPrinter() override { end_line(); }
  ProgressPrinter(const ProgressPrinter&) = delete;
  ProgressPrinter& operator=(const ProgressPrinter&) = delete;

  Next progress(const TransferProgress& progress) override {
    if (is_terminal_) {
      if (const auto line = line_.next(progress, std::chrono::steady_clock::now())) show(*line);
    }
    return is_stop_requested != 0 ? Next::stop : Next::proceed;
  }

  void guild_verified(const GuildId& guild, std::int64_t rows) override {
    if (is_terminal_) return;
    std::cerr << fmt::format("guild {}: {} rows copied and verified\n", guild.str(), rows);
  }

  void guild_outdated(const GuildId& guild, std::int64_t changes) override {
    end_line();
    std::cerr << fmt::format(
        "blotter: the guild {} was changed in the source while it was copied; {} changes are not "
        "in "
        "the copy\n",
        guild.str(), changes);
  }

 private:
  void show(const std::string& line) {
    winsize size{};
    const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    // A line that wraps at the edge of the terminal could not be overwritten.
    std::cerr << '\r' << (is_known ? line.substr(0, size.ws_col - 1U) : line) << "\x1b[K";
    is_line_open_ = true;
  }

  void end_line() {
    if (is_line_open_) std::cerr << '\n';
    is_line_open_ = false;
  }

  const bool is_terminal_ = isatty(STDERR_FILENO) == 1;
  ProgressLine line_{std::chrono::steady_clock::now()};
  bool is_line_open_ = false;
};

struct CopiedTable {
  std::string name;
  std::int64_t rows;
  const char* state;
};

std::string to_json(const std::vector<CopiedTable>& tables) {
  std::string out;
  JsonWriter json(out);
  json.begin_array();
  for (const CopiedTable& table : tables) {
    json.begin_object();
    json.member("table", table.name);
    json.member("rows", table.rows);
    json.member("state", table.state);
    json.end_object();
  }
  json.end_array();
  return out;
}

void print(const TransferReport& report, const CopyOptions& options) {
  std::vector<CopiedTable> tables;
  tables.reserve(report.tables.size() + 1);
  for (const auto& table : report.tables) {
    tables.push_back({std::string(table.name), table.rows, "verified"});
  }
  tables.push_back({"api_key", report.keys, "bound"});
  if (options.as_json) {
    std::cout << to_json(tables) << "\n";
    return;
  }
  std::vector<TableRow> rows{{"TABLE", "ROWS", "STATE"}};
  for (const CopiedTable& table : tables) {
    rows.push_back({table.name, std::to_string(table.rows), table.state});
  }
  print_table(std::cout, rows);
}

void copy(const CopyOptions& options) {
  TransferOptions wanted{.existing = options.replace ? Existing::replace : Existing::refuse};
  for (const std::string& guild : options.guilds) {
    wanted.guilds.push_back(checked("--guild", guild, GuildId::parse));
  }
  stop_on_signals();
  TransferReport report;
  {
    ProgressPrinter printer;
    report = transfer(options.from, options.to, wanted, printer);
  }
  print(report, options);
}

}  // namespace

void add_copy_command(CLI::App& app) {
  const auto options = std::make_shared<CopyOptions>();
  CLI::App* command = app.add_subcommand("copy", "Copy guilds into another store and verify them");
  command
      ->add_option("--from", options->from,
                   "The store to read: sqlite:PATH or postgres://USER@HOST/DATABASE")
      ->required()
      ->check(store_url())
      ->type_name("STORE");
  command
      ->add_option("--to", options->to,
                   "The store to write; a new SQLite file or an empty database is prepared first")
      ->required()
      ->check(store_url())
      ->type_name("STORE");
  command->add_option("--guild", options->guilds, "Copy only this guild")
      ->allow_extra_args(false)
      ->type_name("ID");
  command->add_flag("--replace", options->replace,
                    "Delete guilds that the target already has, and copy them again");
  command->add_flag("--json", options->as_json, "Print a JSON array instead of a table");
  command->footer(
      "Copies the records of guilds, their audit log and their API keys. Stop the server of the "
      "source first: changes that it makes during the copy are not copied. The same command "
      "continues an interrupted copy; until it is complete, no key opens the guilds in the "
      "target.\n"
      "Examples:\n"
      "  blotter copy --from sqlite:blotter.db --to postgres://blotter@db.example.org/blotter\n"
      "  blotter copy --from sqlite:blotter.db --to sqlite:other.db --guild mercury-roleplay");
  command->callback([options] { copy(*options); });
}

}  // namespace blotter::admin
