// A body stream whose pieces come from a source that may block, such as a list in the store.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/body_stream.hpp"

namespace blotter {

class BlockingSource {
 public:
  virtual ~BlockingSource() = default;
  /// Appends the next piece; false when it was the last. May block on the store.
  virtual bool next(std::string& into) = 0;
  /// Runs a task that calls `next` on a thread that may block, at once or later. A task that cannot
  /// be run is dropped.
  virtual void run_on_blocking_thread(std::function<void()> task) = 0;
};

class BlockingStream final : public BodyStream {
 public:
  explicit BlockingStream(std::unique_ptr<BlockingSource> source);
  ~BlockingStream() override;
  BlockingStream(const BlockingStream&) = delete;
  BlockingStream& operator=(const BlockingStream&) = delete;

  void next(std::string& into, Done done) override;

 private:
  struct Shared;
  /// Shared with the piece in progress: the client may disconnect in the middle of it, and then the
  /// piece is dropped.
  const std::shared_ptr<Shared> shared_;
};

}  // namespace blotter
