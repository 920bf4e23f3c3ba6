#include "storage/store.hpp"

#include <future>

namespace blotter {
namespace {

// The promise lives in the work, which the store keeps until `done` has returned. So the waiting
// thread may go on, and end, while the promise is still being fulfilled.
class WaitingWrite final : public WriteWork {
 public:
  WaitingWrite(const GuildId& guild, const std::function<Outcome(Writer&)>& change)
      : guild_(guild), change_(change) {}

  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  Outcome run(Writer& records) override { return change_(records); }
  void done(std::exception_ptr failure) override {
    failure ? promise_.set_exception(failure) : promise_.set_value();
  }
  std::future<void> outcome() { return promise_.get_future(); }

 private:
  const GuildId& guild_;
  const std::function<Outcome(Writer&)>& change_;
  std::promise<void> promise_;
};

class WaitingRead final : public ReadWork {
 public:
  WaitingRead(const GuildId& guild, const std::function<void(Reader&)>& look)
      : guild_(guild), look_(look) {}

  [[nodiscard]] const GuildId& guild() const override { return guild_; }
  void run(Reader& records) override {
    records.require_snapshot();
    look_(records);
  }
  void done(std::exception_ptr failure) override {
    failure ? promise_.set_exception(failure) : promise_.set_value();
  }
  std::future<void> outcome() { return promise_.get_future(); }

 private:
  const GuildId& guild_;
  const std::function<void(Reader&)>& look_;
  std::promise<void> promise_;
};

}  // namespace

void write_and_wait(Store& store, const GuildId& guild,
                    const std::function<WriteWork::Outcome(Writer&)>& change) {
  auto work = std::make_unique<WaitingWrite>(guild, change);
  auto outcome = work->outcome();
  store.write(std::move(work));
  outcome.get();
}

void read_and_wait(Store& store, const GuildId& guild, const std::function<void(Reader&)>& look) {
  auto work = std::make_unique<WaitingRead>(guild, look);
  auto outcome = work->outcome();
  store.read(std::move(work));
  outcome.get();
}

}  // namespace blotter
