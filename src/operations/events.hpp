// The events of a guild, live: as a stream, or page by page for clients that cannot stream.
#pragma once

#include "operations/audit.hpp"
#include "operations/handler.hpp"

namespace blotter {

struct EventsPage {
  const GuildId& guild;
  std::vector<AuditedEvent> events;
  std::int64_t next;
  static constexpr std::tuple members{
      output::guild_id, shape::member("events", [](const auto& o) -> auto& { return o.events; }),
      shape::member("next", [](const auto& o) { return std::to_string(o.next); })};
};

/// The error for a number that is none of the guild's events.
Error unknown_number(EventNumbers numbers);

Result<handler::StreamOrPage<EventsPage>> events(StreamCall& call, const Events& in);

}  // namespace blotter
