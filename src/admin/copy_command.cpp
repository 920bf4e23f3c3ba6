// blotter copy
#include <csignal>
#include <iostream>
#include <memory>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "admin/checked.hpp"
#include "admin/commands.hpp"
#include "admin/progress_line.hpp"
#include "admin/table_printer.hpp"
#include "storage/transfer.hpp"

namespace blotter::admin {
namespace {

struct CopyOptions {
  std::string from;
  std::string to;
  std::vector<std::string> guilds;
  bool replace = false;
};

volatile std::sig_atomic_t is_stop_asked = 0;

/// The first signal lets the copy come to a good place to stop; a second one ends the program.
void stop_on_signals() {
  struct sigaction action{};
  action.sa_handler = [](int) { is_stop_asked = 1; };
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

/// Tells people on standard error: on a terminal with a line that moves, else with a line a guild.
class Teller final : public TransferWatcher {
 public:
  Teller() = default;
  ~Teller() override { end_line(); }
  Teller(const Teller&) = delete;
  Teller& operator=(const Teller&) = delete;

  Answer progress(const TransferProgress& progress) override {
    if (is_terminal_) {
      if (const auto line = line_.next(progress, std::chrono::steady_clock::now())) show(*line);
    }
    return is_stop_asked != 0 ? Answer::stop : Answer::go_on;
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
    // A line that breaks at the end of the screen could not be written over.
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

void copy(const CopyOptions& options) {
  TransferOptions wanted{.existing = options.replace ? Existing::replace : Existing::refuse};
  for (const std::string& guild : options.guilds) {
    wanted.guilds.push_back(checked("--guild", guild, GuildId::parse));
  }
  stop_on_signals();
  TransferReport report;
  {
    Teller teller;
    report = transfer(options.from, options.to, wanted, teller);
  }
  std::vector<TableRow> rows{{"TABLE", "ROWS", "STATE"}};
  for (const auto& table : report.tables) {
    rows.push_back({std::string(table.name), std::to_string(table.rows), "verified"});
  }
  rows.push_back({"api_key", std::to_string(report.keys), "bound"});
  print_table(std::cout, rows);
}

}  // namespace

void add_copy_command(CLI::App& app) {
  const auto options = std::make_shared<CopyOptions>();
  CLI::App* command = app.add_subcommand("copy", "Copy guilds into another store and verify them");
  command->footer(
      "Copies the records of guilds, their log of changes and the keys for them. Stop the "
      "server\n"
      "of the source first: what it changes meanwhile would be missing. An interrupted copy is\n"
      "continued by the same command; until it is complete, no key opens the guilds there.");
  command->add_option("--from", options->from, "The store to read: sqlite:PATH or postgres://…")
      ->required()
      ->type_name("STORE");
  command
      ->add_option("--to", options->to,
                   "The store to write; a new SQLite file or an empty database is made ready")
      ->required()
      ->type_name("STORE");
  command->add_option("--guild", options->guilds, "Only this guild; may come several times")
      ->type_name("ID");
  command->add_flag("--replace", options->replace,
                    "Delete guilds that are in the target already and copy them anew");
  command->callback([options] { copy(*options); });
}

}  // namespace blotter::admin
