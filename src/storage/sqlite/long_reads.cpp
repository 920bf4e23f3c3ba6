#include "storage/sqlite/long_reads.hpp"

#include <algorithm>
#include <sys/resource.h>
#include <unistd.h>

#include "base/log.hpp"

namespace blotter::storage {
namespace {

// With more in the queue, work would wait for seconds.
constexpr std::size_t waiting_max = 1024;

// Short requests come first when there are too few processors for all.
void yield_to_short_requests() {
  constexpr int niceness = 5;
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness);
}

}  // namespace

LongReads::LongReads(std::size_t threads, Run run)
    : run_(std::move(run)),
      waiting_(waiting_max, ThreadQuota(std::max<std::size_t>(threads, 2) - 1)) {
  try {
    for (std::size_t i = 0; i < std::max<std::size_t>(threads, 2); ++i) {
      threads_.emplace_back([this] { loop(); });
    }
  } catch (...) {
    stop();
    throw;
  }
}

LongReads::~LongReads() { stop(); }

void LongReads::stop() {
  is_stopping_ = true;
  waiting_.stop();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

void LongReads::submit(std::unique_ptr<ReadWork> work) {
  QueuedRead item{work->guild().str(), std::move(work), {}};
  ++unfinished_;
  if (waiting_.push(item)) return;
  --unfinished_;
  item.work->done(std::make_exception_ptr(Overloaded()));
}

void LongReads::run(const GuildId& guild, std::function<void()> task) {
  QueuedRead item{guild.str(), nullptr, std::move(task)};
  ++unfinished_;
  if (!waiting_.push(item)) --unfinished_;
}

bool LongReads::is_busy_with(const GuildId& guild) const {
  if (unfinished_.load(std::memory_order_relaxed) == 0) return false;
  return waiting_.depth(guild.str()) > 0 ||
         waiting_.look([&](const ThreadQuota& share) { return share.is_at_work_for(guild.str()); });
}

void LongReads::loop() {
  yield_to_short_requests();
  while (true) {
    auto taken = waiting_.take({1});
    if (taken.empty()) return;
    serve(taken.front());
    --unfinished_;
    waiting_.update_policy([&](ThreadQuota& share) { share.note_done(taken.front().guild); });
  }
}

void LongReads::serve(QueuedRead& item) {
  try {
    if (item.task) {
      item.task();
    } else if (is_stopping_) {
      item.work->done(std::make_exception_ptr(Overloaded()));
    } else {
      run_(std::move(item.work));
    }
  } catch (const std::exception& failure) {
    log::error("a result could not be delivered", {{"cause", failure.what()}});
  }
  item.task = nullptr;  // now, because it may hold a connection
}

}  // namespace blotter::storage
