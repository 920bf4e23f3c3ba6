// Lets the feed of a store read from that store.
#pragma once

#include <functional>
#include <utility>

#include "storage/store.hpp"

namespace blotter::storage {

class FeedSource final : public Feed::Source {
 public:
  explicit FeedSource(
      Store& store, std::function<void()> look_for_changes = [] {})
      : store_(store), look_for_changes_(std::move(look_for_changes)) {}

  Feed::Heads read_heads(const std::vector<GuildId>& guilds) override {
    Feed::Heads heads;
    store_.look_up(
        [&](Accounts& accounts) { heads = {accounts.generation(), accounts.last_seqs(guilds)}; });
    return heads;
  }

  std::vector<AuditedEvent> read_events(const GuildId& guild, std::int64_t after,
                                        std::size_t events_max) override {
    std::vector<AuditedEvent> events;
    read_and_wait(store_, guild,
                  [&](Reader& records) { events = records.events_after(after, events_max); });
    return events;
  }

  void look_for_changes() override { look_for_changes_(); }

 private:
  Store& store_;
  const std::function<void()> look_for_changes_;
};

}  // namespace blotter::storage
