// Reading the audit log: pages, filters, and the limit on what one request examines.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::int64_t minute = 60'000;

class Audit : public StoreContract {
 protected:
  void add_event(std::int64_t at, std::string_view kind = "leo.cited",
                 std::optional<CivilianId> civilian = std::nullopt,
                 std::optional<KeyId> key = std::nullopt) {
    Event made = event(kind);
    made.at = {at};
    made.key = key;
    made.change.civilian = civilian;
    write([&](Writer& records) { testing::add_event(records, made); });
  }

  /// Many events at once, each a minute after the one before, the first at 0; every tenth is an
  /// arrest, every hundredth is of civilian 7. One by one they would take long.
  void fill(int count) {
    static const sql::Query events{
        "insert into event (guild_id, seq, id, at, kind, civilian_id, subject_id) "
        "with recursive n (i) as (select cast($2 as bigint) union all "
        "select i + 1 from n where i < $3) "
        "select cast($1 as text), i, i, (i - 1) * 60000, "
        "case when i % 10 = 0 then 'leo.arrested' else 'leo.cited' end, "
        "case when i % 100 = 0 then 7 else 8 end, 1 from n"};
    static const sql::Query last{"update guild set last_seq = $2 where id = $1"};
    constexpr int step = 5000;  // small enough for a slow machine
    for (int first = 1; first <= count; first += step) {
      write([&](Writer& records) {
        const int end = first + step - 1;
        connection_of(records).run(events, guild_.str(), first, end).finish();
        connection_of(records).run(last, guild_.str(), end).finish();
      });
    }
  }

  AuditPage page(const AuditFilter& filter = {}, AuditPart part = {.events_max = 50}) {
    return seen([&](Reader& records) { return records.audit(filter, part); });
  }
  std::vector<std::int64_t> numbers(const AuditPage& page) {
    std::vector<std::int64_t> numbers;
    for (const AuditedEvent& each : page.events) numbers.push_back(each.seq);
    return numbers;
  }
  std::vector<std::int64_t> numbers(const AuditFilter& filter) { return numbers(page(filter)); }

  /// All pages one after the other, and how many there were.
  std::pair<std::vector<std::int64_t>, int> read_pages(const AuditFilter& filter,
                                                       std::int64_t events_max) {
    std::vector<std::int64_t> all;
    AuditPart part{.events_max = events_max};
    for (int pages = 1;; ++pages) {
      const AuditPage each = page(filter, part);
      for (const AuditedEvent& event : each.events) all.push_back(event.seq);
      if (!each.next) return {all, pages};
      EXPECT_LT(*each.next, part.below);
      part.below = *each.next;
    }
  }
};
BLOTTER_FOR_EVERY_STORE(Audit);

TEST_P(Audit, a_guild_without_changes_has_an_empty_page) {
  EXPECT_THAT(numbers(page()), IsEmpty());
  EXPECT_EQ(page().next, std::nullopt);
  EXPECT_THAT(numbers(page({.from = Timestamp{5}, .to = Timestamp{7}})), IsEmpty());
  EXPECT_THAT(numbers(page({.civilian = CivilianId{1}})), IsEmpty());
}

TEST_P(Audit, an_event_shows_the_current_names_of_its_key_and_civilian) {
  const ApiKey key{.id = {55}, .name = "dispatch bot", .guilds = {guild_}, .created = {1}};
  store_->administer([&](Accounts& accounts) { accounts.create_key(key, sha256("secret")); });
  create(civilian(1, "John Doe"));
  const Event full{.id = 4711,
                   .kind = "civilian.edited",
                   .at = {1234},
                   .key = KeyId{55},
                   .key_name = "dispatch bot",
                   .change = {.civilian = CivilianId{1},
                              .civilian_name = "John Doe",
                              .subject = 77,
                              .actor = "Sgt. Reyes",
                              .before = R"({"a":1})",
                              .after = R"({"a":2})"}};
  write([&](Writer& records) {
    testing::add_event(records, full);
    testing::add_event(records, event("vehicle.deleted", 78));
  });
  const AuditPage both = page();
  ASSERT_THAT(both.events, SizeIs(2));
  const AuditedEvent& bare = both.events[0];
  EXPECT_EQ(bare.seq, 2);
  EXPECT_EQ(bare.kind, "vehicle.deleted");
  EXPECT_EQ(bare.key, std::nullopt);
  EXPECT_EQ(bare.civilian, std::nullopt);
  EXPECT_EQ(bare.key_name + bare.actor + bare.civilian_name, "");
  EXPECT_EQ(bare.before, std::nullopt);
  EXPECT_EQ(bare.after, std::nullopt);
  const AuditedEvent& edited = both.events[1];
  EXPECT_EQ(edited.seq, 1);
  EXPECT_EQ(edited.id, 4711);
  EXPECT_EQ(edited.at, Timestamp{1234});
  EXPECT_EQ(edited.kind, "civilian.edited");
  EXPECT_EQ(edited.key, KeyId{55});
  EXPECT_EQ(edited.key_name, "dispatch bot");
  EXPECT_EQ(edited.actor, "Sgt. Reyes");
  EXPECT_EQ(edited.civilian, CivilianId{1});
  EXPECT_EQ(edited.civilian_name, "John Doe");
  EXPECT_EQ(edited.subject, 77);
  EXPECT_EQ(edited.before, R"({"a":1})");
  EXPECT_EQ(edited.after, R"({"a":2})");
  write([&](Writer& records) { records.update(civilian(1, "John Doe"), civilian(1, "Renamed")); });
  EXPECT_EQ(page().events[1].civilian_name, "Renamed");
  write([&](Writer& records) { records.erase(civilian(1, "Renamed")); });
  EXPECT_EQ(page().events[1].civilian_name, "");
  EXPECT_EQ(page().events[1].civilian, CivilianId{1});
}

TEST_P(Audit, events_are_filtered_by_civilian_kind_and_key) {
  add_event(1, "leo.cited", CivilianId{7}, KeyId{1});
  add_event(2, "leo.fined", CivilianId{7}, KeyId{2});
  add_event(3, "leo.cited", CivilianId{8}, KeyId{1});
  add_event(4, "leo.cited");
  EXPECT_THAT(numbers(page()), ElementsAre(4, 3, 2, 1));
  EXPECT_THAT(numbers({.civilian = CivilianId{7}}), ElementsAre(2, 1));
  EXPECT_THAT(numbers({.kind = "leo.cited"}), ElementsAre(4, 3, 1));
  EXPECT_THAT(numbers({.key = KeyId{1}}), ElementsAre(3, 1));
  EXPECT_THAT(numbers({.civilian = CivilianId{7}, .kind = "leo.cited"}), ElementsAre(1));
  EXPECT_THAT(numbers({.civilian = CivilianId{7}, .key = KeyId{2}}), ElementsAre(2));
  EXPECT_THAT(numbers({.kind = "medical.admitted"}), IsEmpty());
  EXPECT_THAT(numbers({.civilian = CivilianId{9}}), IsEmpty());
}

TEST_P(Audit, a_time_range_includes_its_start_and_excludes_its_end) {
  for (const std::int64_t at : {1000, 2000, 2000, 3000}) add_event(at);
  EXPECT_THAT(numbers({.from = Timestamp{2000}}), ElementsAre(4, 3, 2));
  EXPECT_THAT(numbers({.from = Timestamp{2001}}), ElementsAre(4));
  EXPECT_THAT(numbers({.to = Timestamp{2000}}), ElementsAre(1));
  EXPECT_THAT(numbers({.to = Timestamp{2001}}), ElementsAre(3, 2, 1));
  EXPECT_THAT(numbers({.from = Timestamp{2000}, .to = Timestamp{3000}}), ElementsAre(3, 2));
  EXPECT_THAT(numbers({.from = Timestamp{3000}, .to = Timestamp{2000}}), IsEmpty());
  EXPECT_THAT(numbers({.from = Timestamp{4000}}), IsEmpty());
  EXPECT_THAT(numbers({.to = Timestamp{1000}}), IsEmpty());
  constexpr std::int64_t ends[] = {std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max()};
  EXPECT_THAT(numbers({.from = Timestamp{ends[0]}, .to = Timestamp{ends[1]}}), SizeIs(4));
  EXPECT_THAT(numbers({.from = Timestamp{ends[1]}, .to = Timestamp{ends[0]}}), IsEmpty());
}

TEST_P(Audit, clocks_of_several_instances_may_differ) {
  for (const std::int64_t at : {10, 5, 15, 8, 30}) add_event(at * minute / 10);
  EXPECT_THAT(numbers({.from = Timestamp{minute}, .to = Timestamp{2 * minute}}), ElementsAre(3, 1));
  EXPECT_THAT(numbers({.from = Timestamp{0}, .to = Timestamp{minute}}), ElementsAre(4, 2));
}

TEST_P(Audit, pages_follow_each_other_without_gap_or_overlap) {
  for (int i = 1; i <= 7; ++i) add_event(i);
  const AuditPage first = page({}, {.events_max = 3});
  EXPECT_THAT(numbers(first), ElementsAre(7, 6, 5));
  EXPECT_EQ(first.next, 5);
  add_event(8);  // an event added meanwhile is on no later page
  const AuditPage second = page({}, {.below = 5, .events_max = 3});
  EXPECT_THAT(numbers(second), ElementsAre(4, 3, 2));
  const AuditPage third = page({}, {.below = 2, .events_max = 3});
  EXPECT_THAT(numbers(third), ElementsAre(1));
  EXPECT_EQ(third.next, std::nullopt);
  // A full page with nothing after it is the last.
  EXPECT_EQ(page({}, {.below = 4, .events_max = 3}).next, std::nullopt);
  EXPECT_THAT(numbers(page({}, {.below = 1, .events_max = 3})), IsEmpty());
  EXPECT_THAT(numbers(page({}, {.below = 0, .events_max = 3})), IsEmpty());
  EXPECT_EQ(page({}, {.below = 1, .events_max = 3}).next, std::nullopt);
}

TEST_P(Audit, one_request_examines_at_most_ten_thousand_events) {
  fill(25'000);
  const AuditFilter no_match{.key = KeyId{1}};
  const AuditPage first = page(no_match);
  EXPECT_THAT(first.events, IsEmpty());
  EXPECT_EQ(first.next, 15'001);
  EXPECT_EQ(page(no_match, {.below = 15'001}).next, 5'001);
  EXPECT_EQ(page(no_match, {.below = 5'001}).next, std::nullopt);
  const auto [arrests, pages] = read_pages({.kind = "leo.arrested"}, 1000);
  EXPECT_THAT(arrests, SizeIs(2500));
  EXPECT_TRUE(std::is_sorted(arrests.rbegin(), arrests.rend()));
  EXPECT_EQ(pages, 3);
}

TEST_P(Audit, old_events_of_a_civilian_are_found) {
  fill(25'000);
  const AuditPage all = page({.civilian = CivilianId{7}}, {.events_max = 1000});
  EXPECT_THAT(all.events, SizeIs(250));
  EXPECT_EQ(all.events.back().seq, 100);
  EXPECT_EQ(all.next, std::nullopt);
  // Of a civilian's own events, too, one request examines no more.
  const AuditPage many = page({.civilian = CivilianId{8}, .kind = "medical.admitted"});
  EXPECT_THAT(many.events, IsEmpty());
  ASSERT_TRUE(many.next);
  EXPECT_EQ(read_pages({.civilian = CivilianId{8}, .kind = "medical.admitted"}, 50).second, 3);
}

TEST_P(Audit, an_old_time_range_is_found_without_a_scan) {
  fill(25'000);
  const AuditFilter hour{.from = Timestamp{100 * minute}, .to = Timestamp{160 * minute}};
  const AuditPage found = page(hour, {.events_max = 1000});
  EXPECT_THAT(found.events, SizeIs(60));
  EXPECT_EQ(found.events.front().seq, 160);
  EXPECT_EQ(found.events.back().seq, 101);
  EXPECT_EQ(found.next, std::nullopt);
  const AuditPage part = page(hour, {.events_max = 10});
  EXPECT_EQ(part.next, 151);
  const auto paged = read_pages(hour, 10).first;
  EXPECT_EQ(paged, numbers(found));
}

TEST_P(Audit, another_guild_sees_no_events) {
  add_event(1);
  const auto other = seen(other_guild_, [](Reader& records) { return records.audit({}, {}); });
  EXPECT_THAT(other.events, IsEmpty());
}

TEST_P(Audit, the_event_numbers_are_those_of_the_oldest_and_the_latest_event) {
  const auto numbers = [&](const GuildId& guild) {
    return seen(guild, [](Reader& records) { return records.event_numbers(); });
  };
  EXPECT_EQ(numbers(guild_).oldest, 1);
  EXPECT_EQ(numbers(guild_).latest, 0);
  add_event(1);
  add_event(2);
  EXPECT_EQ(numbers(guild_).oldest, 1);
  EXPECT_EQ(numbers(guild_).latest, 2);
  EXPECT_EQ(numbers(other_guild_).latest, 0);
}

TEST_P(Audit, a_page_of_long_texts_ends_early_and_the_next_continues_after_it) {
  const std::string text = '"' + std::string(20'000, 'x') + '"';
  write([&](Writer& records) {
    for (int i = 0; i < 40; ++i) {
      Event each = event("leo.cited");
      each.change.after = text;
      records.lock_guild();
      records.append(each);
    }
  });
  std::vector<std::int64_t> numbers;
  AuditPart part{.events_max = 1000};
  int pages = 0;
  while (true) {
    const auto page = seen([&](Reader& records) { return records.audit({}, part); });
    ++pages;
    EXPECT_LE(page.events.size(), 14U);
    for (const auto& each : page.events) numbers.push_back(each.seq);
    if (!page.next) break;
    part.below = *page.next;
  }
  EXPECT_EQ(pages, 3);
  EXPECT_EQ(numbers.size(), 40U);
  EXPECT_TRUE(std::is_sorted(numbers.rbegin(), numbers.rend()));
}

}  // namespace
}  // namespace blotter
