#include "storage/transfer/transfer.hpp"

#include <optional>
#include <set>

#include <fmt/format.h>

#include "storage/engine.hpp"
#include "storage/records/statements.hpp"
#include "storage/records/term_statements.hpp"
#include "storage/transfer/checksum.hpp"
#include "storage/transfer/copy_marks.hpp"
#include "storage/transfer/keys.hpp"
#include "storage/transfer/rows.hpp"

namespace blotter::storage {
namespace {

using sql::Connection;

[[noreturn]] void throw_gone(const GuildId& guild) {
  throw StoreError(fmt::format("there is no guild {} in the source", guild.str()));
}

/// The named guilds, or all.
std::vector<GuildId> chosen_guilds(Connection& source, const TransferOptions& options) {
  const Snapshot snapshot(source);
  std::set<GuildId> there;
  for (const Guild& guild : Accounts(source).guilds()) there.insert(guild.id);
  const std::set<GuildId> named(options.guilds.begin(), options.guilds.end());
  for (const GuildId& guild : named) {
    if (!there.contains(guild)) throw_gone(guild);
  }
  const auto& chosen = named.empty() ? there : named;
  CopyMarks marks(source);
  for (const GuildId& guild : chosen) {
    if (marks.state(guild) != CopyMarks::State::none) {
      throw StoreError(
          fmt::format("the guild {} in the source is itself an incomplete copy", guild.str()));
    }
  }
  return {chosen.begin(), chosen.end()};
}

/// The state of a guild when it was read.
struct GuildCopy {
  GuildId guild;
  Checksum row;
  std::int64_t last_seq = 0;
  std::vector<Checksum> tables = {};
};

class Transfer {
 public:
  Transfer(Connection& source, Connection& target, const TransferOptions& options,
           TransferWatcher& watcher)
      : source_(source),
        target_(target),
        options_(options),
        watcher_(watcher),
        marks_(target),
        keys_(source, target) {}

  TransferReport run(const std::vector<GuildId>& guilds);

 private:
  using State = CopyMarks::State;
  enum class CopyMode : std::uint8_t { create, resume, replace };

  // Run before anything is changed.
  void refuse_same_store();
  void prepare(const std::vector<GuildId>& guilds);
  CopyMode mode_for(const GuildId& guild, const Checksum& row);

  GuildCopy copy(const GuildId& guild);
  CopyMode open(const GuildCopy& copy);
  void insert_row(const GuildId& guild);
  void discard(const GuildId& guild);
  Checksum copy_table(const RecordTable& table, const GuildId& guild);
  void insert_grams(const TableLayout& table, Values row);

  void verify(const GuildCopy& copy);
  std::string difference(const GuildCopy& copy);

  void finish(const std::vector<GuildCopy>& copies);

  std::int64_t last_seq(const GuildId& guild);
  void tell_progress();
  [[nodiscard]] TransferReport report(const std::vector<GuildCopy>& copies) const;

  Connection& source_;
  Connection& target_;
  const TransferOptions& options_;
  TransferWatcher& watcher_;
  CopyMarks marks_;
  TransferProgress progress_;
  TransferKeys keys_;
};

TransferReport Transfer::run(const std::vector<GuildId>& guilds) {
  refuse_same_store();
  prepare(guilds);
  std::vector<GuildCopy> copies;
  for (const GuildId& guild : guilds) {
    ++progress_.guild;
    copies.push_back(copy(guild));
    verify(copies.back());
  }
  finish(copies);
  return report(copies);
}

/// One store can have many names. So this test writes to the target: what is written must not show
/// in the source.
void Transfer::refuse_same_store() {
  const auto change = [&](const sql::Query& query, const auto&... values) {
    sql::Transaction step(target_);
    target_.run(query, values...).finish();
    step.commit();
  };
  bool is_same = false;
  change(statements::copy_probe_set, marks_.owner());
  {
    const Snapshot snapshot(source_);
    auto rows = source_.run(statements::copy_probe);
    is_same = rows.next() && rows.integer(0) == marks_.owner();
  }
  change(statements::copy_probe_delete);
  if (is_same) throw StoreError("the source and the target are the same store");
}

void Transfer::prepare(const std::vector<GuildId>& guilds) {
  const Snapshot source(source_);
  {
    const Snapshot target(target_);
    for (const GuildId& guild : guilds) mode_for(guild, guild_checksum(source_, guild));
  }
  progress_.guilds = guilds.size();
  for (const GuildId& guild : guilds) progress_.rows += count_rows(source_, guild);
}

/// Throws StoreError when the guild may not be copied.
Transfer::CopyMode Transfer::mode_for(const GuildId& guild, const Checksum& row) {
  const Checksum there = guild_checksum(target_, guild);
  if (there.rows() == 0) return CopyMode::create;
  const State state = marks_.state(guild);
  // Every change of a guild changes its row, so an equal row means that nothing has changed.
  if (state == State::copying && there == row) return CopyMode::resume;
  if (options_.existing == Existing::replace) return CopyMode::replace;
  if (state == State::none) {
    throw StoreError(fmt::format(
        "the guild {} already exists in the target; --replace deletes it there and copies it again",
        guild.str()));
  }
  throw StoreError(
      fmt::format("an earlier copy of the guild {} no longer matches the source; run again with "
                  "--replace to copy it again",
                  guild.str()));
}

GuildCopy Transfer::copy(const GuildId& guild) {
  while (true) {
    {
      const Snapshot snapshot(source_);
      GuildCopy copy{.guild = guild, .row = guild_checksum(source_, guild)};
      copy.last_seq = last_seq(guild);
      if (open(copy) != CopyMode::replace) {
        for (const RecordTable& table : record_tables()) {
          copy.tables.push_back(copy_table(table, guild));
        }
        return copy;
      }
    }
    // Without a snapshot: deleting may take long, and an unused open snapshot harms the database.
    discard(guild);
  }
}

/// Takes over the guild.
Transfer::CopyMode Transfer::open(const GuildCopy& copy) {
  const GuildId& guild = copy.guild;
  sql::Transaction step(target_);
  const CopyMode mode = mode_for(guild, copy.row);
  if (mode == CopyMode::create) insert_row(guild);
  if (mode == CopyMode::replace) Accounts(target_).close_guild(guild);
  marks_.set(guild, mode == CopyMode::replace ? State::discarded : State::copying);
  step.commit();
  return mode;
}

void Transfer::insert_row(const GuildId& guild) {
  Row row;
  auto rows = source_.run(guild_table().select, guild.str());
  read_next(rows, guild_table().layout, row);
  target_.run(guild_table().insert, Values(row)).finish();
}

/// Deletes the guild in many small steps, so that a running server can make its own changes in
/// between.
void Transfer::discard(const GuildId& guild) {
  Accounts accounts(target_);
  for (bool is_empty = false; !is_empty; tell_progress()) {
    sql::Transaction step(target_);
    marks_.hold(guild, State::discarded);
    is_empty = !accounts.delete_some_records(guild);
    if (is_empty) accounts.delete_guild(guild);
    step.commit();
  }
}

/// Reads all rows for their checksum and sends those that are missing. Rows are sent in the order
/// of their keys, so the last one in the target tells which those are.
Checksum Transfer::copy_table(const RecordTable& table, const GuildId& guild) {
  const Key present = last_key(target_, table, guild);
  Checksum checksum;
  std::optional<sql::Transaction> step;
  const auto use = [&](Values row) {
    checksum.add(row);
    if (key_of(row, table.layout) <= present) return;
    if (!step) {
      step.emplace(target_);
      marks_.hold(guild, State::copying);
    }
    target_.run(table.insert, row).finish();
    if (table.layout.searched) insert_grams(table.layout, row);
  };
  const auto rest = [&](std::int64_t rows) {
    if (step) step->commit();
    step.reset();
    progress_.copied += rows;
    tell_progress();
  };
  for_each_row(source_, table, guild, use, rest);
  return checksum;
}

/// Search grams follow from the row. Their own order would not allow a copy to be continued.
void Transfer::insert_grams(const TableLayout& table, Values row) {
  const auto& [kind, by, instead] = *table.searched;
  sql::Value key = row[table.position(by)];
  if (!instead.empty() && !std::holds_alternative<std::nullptr_t>(row[table.position(instead)])) {
    key = row[table.position(instead)];
  }
  const sql::Value grams[] = {row[table.position("guild_id")], static_cast<std::int64_t>(kind), key,
                              row[table.position("id")]};
  target_.run(statements::grams_insert, Values(grams)).finish();
}

void Transfer::verify(const GuildCopy& copy) {
  tell_progress();
  const std::string found = difference(copy);
  if (!found.empty()) {
    sql::Transaction step(target_);
    marks_.hold(copy.guild, State::copying);
    marks_.set(copy.guild, State::discarded);
    step.commit();
    throw StoreError(fmt::format(
        "the copy of the guild {} differs in the table {}; run again with --replace to copy it "
        "again",
        copy.guild.str(), found));
  }
  std::int64_t rows = 0;
  for (const Checksum& table : copy.tables) rows += table.rows();
  watcher_.guild_verified(copy.guild, rows);
}

/// The first table that differs from what was read, with its row counts; empty when there is none.
std::string Transfer::difference(const GuildCopy& copy) {
  const auto told = [](std::string_view table, const Checksum& read, const Checksum& written) {
    return fmt::format("{} ({} rows in the source, {} in the target)", table, read.rows(),
                       written.rows());
  };
  const Snapshot snapshot(target_);
  const Checksum row = guild_checksum(target_, copy.guild);
  if (row != copy.row) return told(guild_table().layout.name, copy.row, row);
  auto read = copy.tables.begin();
  for (const RecordTable& table : record_tables()) {
    Checksum written;
    const auto rest = [&](std::int64_t rows) {
      progress_.verified += rows;
      tell_progress();
    };
    for_each_row(target_, table, copy.guild, [&](Values each) { written.add(each); }, rest);
    if (written != *read) return told(table.layout.name, *read, written);
    ++read;
  }
  return {};
}

/// Binds the keys, for all guilds at once: until then a copy of several guilds can be continued as
/// a whole.
void Transfer::finish(const std::vector<GuildCopy>& copies) {
  const Snapshot snapshot(source_);  // a new one: keys count as they are now
  std::vector<std::int64_t> later_changes;
  sql::Transaction step(target_);
  for (const GuildCopy& copy : copies) {
    marks_.hold(copy.guild, State::copying);
    if (!target_.run(statements::guild_lock_if_unchanged, copy.guild.str(), copy.last_seq).next()) {
      throw StoreError(
          fmt::format("the guild {} was changed in the target while it was copied; run again with "
                      "--replace to copy it again",
                      copy.guild.str()));
    }
    keys_.bind(copy.guild);
    marks_.remove(copy.guild);
    // The clock finds out what ends when.
    target_.run(statements::due_add, copy.guild.str(), std::int64_t{0}).finish();
    later_changes.push_back(last_seq(copy.guild) - copy.last_seq);
  }
  target_.run(statements::accounts_bump).finish();
  step.commit();
  for (std::size_t i = 0; i < copies.size(); ++i) {
    if (later_changes[i] != 0) watcher_.guild_outdated(copies[i].guild, later_changes[i]);
  }
}

std::int64_t Transfer::last_seq(const GuildId& guild) {
  auto rows = source_.run(statements::guild_last_seq, guild.str());
  if (!rows.next()) throw_gone(guild);
  return rows.integer(0);
}

void Transfer::tell_progress() {
  if (watcher_.progress(progress_) == TransferWatcher::Next::stop) {
    throw StoreError("stopped; run the same command again to continue");
  }
}

TransferReport Transfer::report(const std::vector<GuildCopy>& copies) const {
  TransferReport report;
  report.keys = keys_.count();
  report.tables.push_back({guild_table().layout.name, static_cast<std::int64_t>(copies.size())});
  for (std::size_t i = 0; i < record_tables().size(); ++i) {
    TransferReport::Table table{record_tables()[i].layout.name};
    for (const GuildCopy& copy : copies) table.rows += copy.tables[i].rows();
    report.tables.push_back(table);
  }
  return report;
}

/// A failure in between leaves a copy that can be continued.
template <class Work>
TransferReport continuable(Work work) {
  try {
    return work();
  } catch (const sql::Failure& failure) {
    throw StoreError(fmt::format(
        "the copy was interrupted: {}; run the same command again to continue", failure.what()));
  }
}

}  // namespace

TransferReport transfer(Connection& source, Connection& target, const TransferOptions& options,
                        TransferWatcher& watcher) {
  return continuable([&] {
    return Transfer(source, target, options, watcher).run(chosen_guilds(source, options));
  });
}

}  // namespace blotter::storage

namespace blotter {

TransferReport transfer(std::string_view from, std::string_view to, const TransferOptions& options,
                        TransferWatcher& watcher) {
  const auto source = storage::open_connection(from, StoreUse::existing);
  return storage::continuable([&] {
    // Before the target is opened, which may create it.
    const auto guilds = storage::chosen_guilds(*source, options);
    const auto target = storage::open_connection(to, StoreUse::tool);
    return storage::Transfer(*source, *target, options, watcher).run(guilds);
  });
}

}  // namespace blotter
