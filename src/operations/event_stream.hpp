// Server-sent events: the events of one guild, as they are committed.
#pragma once

#include <memory>
#include <string>

#include "base/body_stream.hpp"
#include "domain/event_filter.hpp"
#include "operations/call.hpp"

namespace blotter {

/// Tells the client that it cannot get all events after the number that it knows.
std::string reset_text(EventNumbers numbers);

/// Takes events from the feed. What the feed no longer has in memory is read from the audit log.
class EventStream final : public BodyStream {
 public:
  struct Start {
    GuildId guild;
    std::int64_t after;
    EventFilter filter;
  };
  EventStream(Store& store, StreamObserver& observer, Start start);
  ~EventStream() override;
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  void next(std::string& into, Done done) override;

 private:
  class State;
  /// Shared with a read that may end after this stream.
  const std::shared_ptr<State> state_;
};

}  // namespace blotter
