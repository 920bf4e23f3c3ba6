// A real store that fails on request, and counts calls.
#pragma once

#include <atomic>
#include <memory>
#include <stdexcept>

#include "storage/store.hpp"

namespace blotter::testing {

enum class Fault : std::uint8_t {
  none,
  /// Work fails before it begins.
  unavailable,
  /// Work runs, but its commit fails.
  no_commit,
  /// Guilds and keys can be changed, but not read.
  no_look_up,
  /// Too much work is queued.
  overloaded,
};

inline constexpr const char* fault_cause = "disk I/O error at /secret/records.db (778)";

class FaultyStore final : public Store {
 public:
  explicit FaultyStore(std::unique_ptr<Store> real) : real_(std::move(real)) {}

  void fail(Fault fault) { fault_ = fault; }
  [[nodiscard]] int look_ups() const { return look_ups_; }

  void read(std::unique_ptr<ReadWork> work) override {
    if (const auto failure = refusal()) return work->done(failure);
    real_->read(std::move(work));
  }
  void write(std::unique_ptr<WriteWork> work) override {
    if (const auto failure = refusal()) return work->done(failure);
    if (fault_ == Fault::no_commit) work = std::make_unique<FailingCommit>(std::move(work));
    real_->write(std::move(work));
  }
  void administer(const AccountsTask& task) override {
    throw_if_unavailable();
    real_->administer(task);
  }
  void look_up(const AccountsTask& task) override {
    ++look_ups_;
    throw_if_unavailable();
    if (fault_ == Fault::no_look_up) throw std::runtime_error(fault_cause);
    real_->look_up(task);
  }
  std::optional<std::uint64_t> version(const GuildId& guild) override {
    return real_->version(guild);
  }
  std::optional<std::uint64_t> version(const GuildId& guild, CivilianId civilian) override {
    return real_->version(guild, civilian);
  }
  Feed& feed() override { return real_->feed(); }
  void ping() override {
    throw_if_unavailable();
    real_->ping();
  }
  void stop() override { real_->stop(); }
  [[nodiscard]] std::size_t write_queue_depth() const override {
    return real_->write_queue_depth();
  }
  [[nodiscard]] std::int64_t writes_per_commit() const override {
    return real_->writes_per_commit();
  }
  [[nodiscard]] std::uint64_t size_bytes() const override { return real_->size_bytes(); }

 private:
  /// Runs the work, then reports that its commit failed.
  class FailingCommit final : public WriteWork {
   public:
    explicit FailingCommit(std::unique_ptr<WriteWork> work) : work_(std::move(work)) {}
    [[nodiscard]] const GuildId& guild() const override { return work_->guild(); }
    Outcome run(Writer& records) override {
      is_failing_ = work_->run(records) == Outcome::commit;
      return Outcome::roll_back;
    }
    void done(std::exception_ptr failure) override {
      if (!failure && is_failing_)
        failure = std::make_exception_ptr(std::runtime_error(fault_cause));
      work_->done(failure);
    }

   private:
    std::unique_ptr<WriteWork> work_;
    bool is_failing_ = false;
  };

  [[nodiscard]] std::exception_ptr refusal() const {
    switch (fault_.load()) {
      case Fault::none:
      case Fault::no_commit:
      case Fault::no_look_up: return nullptr;
      case Fault::unavailable: return std::make_exception_ptr(std::runtime_error(fault_cause));
      case Fault::overloaded: break;
    }
    return std::make_exception_ptr(Overloaded());
  }
  void throw_if_unavailable() const {
    if (fault_ == Fault::unavailable) throw std::runtime_error(fault_cause);
  }

  std::unique_ptr<Store> real_;
  std::atomic<Fault> fault_{Fault::none};
  std::atomic<int> look_ups_{0};
};

}  // namespace blotter::testing
