#include "operations/events.hpp"

#include <charconv>

#include <fmt/format.h>

#include "base/header_list.hpp"
#include "operations/event_stream.hpp"

namespace blotter {
namespace {

using Response = handler::StreamOrPage<EventsPage>;

constexpr std::int64_t usual_limit = 100;
// The most events that one page examines.
constexpr std::int64_t examined_max = 10'000;
constexpr std::size_t events_per_read = 1000;

EventFilter filter_of(const Events& in) {
  return {.kinds = in.kinds.value_or(EventKinds()), .civilian = in.civilian_id};
}

/// The header's number; -1, which is no event's, if it is none.
std::int64_t last_event_id(std::string_view header) {
  std::int64_t seq = -1;
  const auto [end, error] = std::from_chars(header.data(), header.data() + header.size(), seq);
  const bool is_number = error == std::errc{} && end == header.data() + header.size();
  return is_number && seq >= 0 ? seq : -1;
}

Stream event_stream(StreamCall& call, const Events& in, EventNumbers numbers) {
  std::int64_t after = numbers.latest;
  if (in.after && in.after->seq) after = *in.after->seq;
  if (const auto header = call.headers.header("Last-Event-ID"); !header.empty()) {
    after = last_event_id(header);
  }
  // The comment is the first thing that arrives, so that the client knows that it is connected.
  std::string begin = "retry: 2000\n: connected\n\n";
  if (!numbers.has_all_after(after)) {
    begin += reset_text(numbers);
    after = numbers.latest;
  }
  return {.content_type = "text/event-stream",
          .headers = "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\n",
          .begin = std::move(begin),
          .heartbeat = ":\n\n",
          .rest = std::make_unique<EventStream>(
              call.store, call.observer,
              EventStream::Start{call.records.guild(), after, filter_of(in)})};
}

Result<Response> events_page(StreamCall& call, const Events& in, EventNumbers numbers) {
  std::int64_t position = numbers.oldest - 1;
  if (in.after) position = in.after->seq.value_or(numbers.latest);
  if (call.waited_after) position = *call.waited_after;
  if (!numbers.has_all_after(position)) return fail(unknown_number(numbers));

  const EventFilter filter = filter_of(in);
  const auto events_max = static_cast<std::size_t>(in.limit.value_or(usual_limit));
  const std::int64_t end = std::min(numbers.latest, position + examined_max);
  EventsPage page{call.records.guild(), {}, position};
  while (page.next < end && page.events.size() < events_max) {
    auto read = call.records.events_after(page.next, events_per_read);
    if (read.empty()) break;
    for (AuditedEvent& event : read) {
      if (page.next == end || page.events.size() == events_max) break;
      page.next = event.seq;
      if (filter.matches(event)) page.events.push_back(std::move(event));
    }
  }
  Response::WaitingPage waiting{std::move(page)};
  const bool is_at_end = waiting.page.events.empty() && waiting.page.next == numbers.latest;
  if (const auto seconds = in.wait.value_or(0); is_at_end && seconds > 0) {
    waiting.wait = {waiting.page.next, std::chrono::seconds(seconds)};
  }
  return Response{std::move(waiting)};
}

}  // namespace

Error unknown_number(EventNumbers numbers) {
  return {ErrorId::unknown_event_number, fmt::format("the oldest event is {} and the latest is {}",
                                                     numbers.oldest, numbers.latest)};
}

Result<Response> events(StreamCall& call, const Events& in) {
  const EventNumbers numbers = call.records.event_numbers();
  if (accepts(call.headers.header("Accept"), "text/event-stream")) {
    return Response{event_stream(call, in, numbers)};
  }
  return events_page(call, in, numbers);
}

}  // namespace blotter
