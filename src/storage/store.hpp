// The storage interface: runs work with a Reader, a Writer or Accounts. open_store.hpp makes one.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>

#include "storage/accounts.hpp"
#include "storage/feed.hpp"
#include "storage/reader.hpp"
#include "storage/store_error.hpp"
#include "storage/writer.hpp"

namespace blotter {

/// Work that only reads the records of one guild. It may be run more than once, from the beginning,
/// and only the last run counts: earlier runs may find nothing where there is something.
class ReadWork {
 public:
  virtual ~ReadWork() = default;
  [[nodiscard]] virtual const GuildId& guild() const = 0;
  virtual void run(Reader& records) = 0;
  /// Whether other work comes first, because the client already uses more than its share.
  [[nodiscard]] virtual bool is_low_priority() const { return false; }
  /// Called exactly once; `failure` is null on success.
  virtual void done(std::exception_ptr failure) = 0;
};

/// Work that may change the records of one guild. It may be run more than once, each time as if it
/// were the first: earlier runs have been rolled back.
class WriteWork {
 public:
  enum class Outcome : std::uint8_t { commit, roll_back };

  virtual ~WriteWork() = default;
  [[nodiscard]] virtual const GuildId& guild() const = 0;
  virtual Outcome run(Writer& records) = 0;
  /// Called exactly once, after the committed changes are on disk; with `failure`, nothing was
  /// changed.
  virtual void done(std::exception_ptr failure) = 0;
};

class Store {
 public:
  virtual ~Store() = default;

  /// Runs the work at once or later, on a thread that the store chooses.
  virtual void read(std::unique_ptr<ReadWork> work) = 0;
  virtual void write(std::unique_ptr<WriteWork> work) = 0;

  /// Runs the task on guilds and keys in a transaction of its own, on the calling thread.
  using AccountsTask = std::function<void(Accounts&)>;
  virtual void administer(const AccountsTask& task) = 0;
  /// The same for a task that only reads and therefore waits for no writer.
  virtual void look_up(const AccountsTask& task) = 0;

  /// Publishes what was committed, by this process and by others.
  virtual Feed& feed() = 0;

  /// Changes with everything of the guild that a read can return, before the change is reported as
  /// done. Changes of other processes show within 100 ms. Nothing when the store cannot tell, at
  /// the moment or at all.
  virtual std::optional<std::uint64_t> version(const GuildId&) { return std::nullopt; }
  /// The same for a civilian and everything that belongs to him. When it changes, the guild's
  /// version is unknown or has changed already.
  virtual std::optional<std::uint64_t> version(const GuildId&, CivilianId) { return std::nullopt; }

  /// Throws when the database does not respond.
  virtual void ping() = 0;
  /// Finishes the waiting changes, or fails those that cannot be made now, and accepts no more.
  /// Must be called before anything that the work refers to is destroyed.
  virtual void stop() = 0;
  [[nodiscard]] virtual std::size_t write_queue_depth() const = 0;
  /// How many changes that nobody waits for should be made at once: they share a commit, and the
  /// changes of others wait for all of them.
  [[nodiscard]] virtual std::int64_t writes_per_commit() const = 0;
  [[nodiscard]] virtual std::uint64_t size_bytes() const = 0;
};

/// Runs `change` on the store and waits until it is on disk; rethrows its failure.
void write_and_wait(Store& store, const GuildId& guild,
                    const std::function<WriteWork::Outcome(Writer&)>& change);
/// The same for reading; `look` sees one snapshot.
void read_and_wait(Store& store, const GuildId& guild, const std::function<void(Reader&)>& look);

}  // namespace blotter
