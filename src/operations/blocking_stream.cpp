#include "operations/blocking_stream.hpp"

#include <mutex>
#include <utility>

#include "base/log.hpp"

namespace blotter {

struct BlockingStream::Shared {
  explicit Shared(std::unique_ptr<BlockingSource> pieces) : source(std::move(pieces)) {}

  State pull(std::string& into) const {
    try {
      return source->next(into) ? State::more : State::end;
    } catch (const std::exception& failure) {
      log::error("a list was interrupted", {{"cause", failure.what()}});
      return State::failed;
    }
  }

  const std::unique_ptr<BlockingSource> source;
  std::mutex mutex;
  bool is_ended = false;
};

BlockingStream::BlockingStream(std::unique_ptr<BlockingSource> source)
    : shared_(std::make_shared<Shared>(std::move(source))) {}

BlockingStream::~BlockingStream() {
  const std::scoped_lock lock(shared_->mutex);
  shared_->is_ended = true;
}

void BlockingStream::next(std::string& into, Done done) {
  shared_->source->run_on_blocking_thread([shared = shared_, &into, done = std::move(done)] {
    std::string piece;
    const State state = shared->pull(piece);
    const std::scoped_lock lock(shared->mutex);
    if (shared->is_ended) return;
    into += piece;
    done(state);
  });
}

}  // namespace blotter
