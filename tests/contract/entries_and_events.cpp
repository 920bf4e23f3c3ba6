// The entries of a civilian, and the audit log.
#include <thread>

#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class EntriesAndEvents : public StoreContract {
 protected:
  EntriesAndEvents() { create(john_); }

  Entry append(const Civilian& civilian, Entry entry) {
    write([&](Writer& records) { add_entry(records, civilian, entry); });
    return entry;
  }
  void append(const GuildId& guild, const Event& event) {
    write(guild, [&](Writer& records) { add_event(records, event); });
  }

  const Civilian john_ = civilian(1, "John Doe");
};
BLOTTER_FOR_EVERY_STORE(EntriesAndEvents);

TEST_P(EntriesAndEvents, an_entry_is_read_back_unchanged) {
  for (const EntryKind kind :
       {EntryKind::citation, EntryKind::fine, EntryKind::arrest, EntryKind::admission}) {
    const Entry made = append(john_, entry(kind, "line one\nline \"two\""));
    EXPECT_EQ(made.count, 1);
    EXPECT_THAT(
        seen([&](Reader& records) { return shown(entries_of(records, john_, {kind, kind})); }),
        ElementsAre(shown(made)));
  }
}

TEST_P(EntriesAndEvents, entries_are_numbered_per_civilian_and_kind) {
  const Civilian jane = civilian(2, "Jane Roe");
  create(jane);
  EXPECT_EQ(append(john_, entry(EntryKind::fine, "a")).count, 1);
  EXPECT_EQ(append(john_, entry(EntryKind::fine, "b")).count, 2);
  EXPECT_EQ(append(john_, entry(EntryKind::arrest, "c")).count, 1);
  EXPECT_EQ(append(jane, entry(EntryKind::fine, "d")).count, 1);
  EXPECT_EQ(append(john_, entry(EntryKind::fine, "e")).count, 3);
}

TEST_P(EntriesAndEvents, several_entries_of_one_change_get_consecutive_numbers) {
  write([&](Writer& records) {
    for (std::int64_t i = 1; i <= 3; ++i) {
      Entry fine = entry(EntryKind::fine, "x");
      add_entry(records, john_, fine);
      EXPECT_EQ(fine.count, i);
    }
  });
}

TEST_P(EntriesAndEvents, entries_are_ordered_by_kind_and_then_by_creation) {
  EXPECT_THAT(seen([&](Reader& records) { return entries_of(records, john_); }), IsEmpty());
  const std::string arrest = shown(append(john_, entry(EntryKind::arrest, "1")));
  const std::string fine_1 = shown(append(john_, entry(EntryKind::fine, "2")));
  const std::string admission = shown(append(john_, entry(EntryKind::admission, "3")));
  const std::string citation = shown(append(john_, entry(EntryKind::citation, "4")));
  const std::string fine_2 = shown(append(john_, entry(EntryKind::fine, "5")));
  read([&](Reader& records) {
    EXPECT_THAT(shown(entries_of(records, john_)),
                ElementsAre(citation, fine_1, fine_2, arrest, admission));
    EXPECT_THAT(shown(entries_of(records, john_, {EntryKind::fine, EntryKind::fine})),
                ElementsAre(fine_1, fine_2));
  });
}

TEST_P(EntriesAndEvents, entry_100_follows_entry_99) {
  for (int i = 0; i < 100; ++i) append(john_, entry(EntryKind::fine, std::to_string(i)));
  const auto entries = seen([&](Reader& records) { return entries_of(records, john_); });
  ASSERT_EQ(entries.size(), 100U);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EXPECT_EQ(entries[i].count, static_cast<std::int64_t>(i + 1));
    EXPECT_EQ(entries[i].text.str(), std::to_string(i));
  }
}

TEST_P(EntriesAndEvents, an_event_is_read_back_unchanged) {
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
  append(guild_, full);
  append(guild_, event("vehicle.deleted", 78));
  static const sql::Query all{
      "select at, kind, key_id, actor, civilian_id, subject_id, before, after, id from event "
      "where guild_id = $1 order by seq"};
  read([&](Reader& records) {
    auto rows = connection_of(records).run(all, guild_.str());
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.integer(0), 1234);
    EXPECT_EQ(rows.text(1), "civilian.edited");
    EXPECT_EQ(rows.integer(2), 55);
    EXPECT_EQ(rows.text(3), "Sgt. Reyes");
    EXPECT_EQ(rows.integer(4), 1);
    EXPECT_EQ(rows.integer(5), 77);
    EXPECT_EQ(rows.text(6), R"({"a":1})");
    EXPECT_EQ(rows.text(7), R"({"a":2})");
    EXPECT_EQ(rows.integer(8), 4711);
    ASSERT_TRUE(rows.next());
    EXPECT_EQ(rows.integer(5), 78);
    for (const int absent : {2, 3, 4, 6, 7}) EXPECT_TRUE(rows.is_null(absent)) << absent;
    EXPECT_FALSE(rows.next());
  });
}

TEST_P(EntriesAndEvents, events_are_numbered_per_guild_from_1) {
  append(guild_, event("a"));
  append(other_guild_, event("b"));
  append(guild_, event("c"));
  EXPECT_THAT(seen(events), ElementsAre("1 a", "2 c"));
  EXPECT_THAT(seen(other_guild_, events), ElementsAre("1 b"));
}

TEST_P(EntriesAndEvents, a_rolled_back_change_leaves_no_gap_in_the_numbers) {
  append(guild_, event("first"));
  write_and_wait(*store_, guild_, [&](Writer& records) {
    add_event(records, event("undone"));
    return Outcome::roll_back;
  });
  EXPECT_THROW(write([&](Writer& records) {
                 add_event(records, event("broken"));
                 throw std::runtime_error("broken");
               }),
               std::runtime_error);
  append(guild_, event("second"));
  EXPECT_THAT(seen(events), ElementsAre("1 first", "2 second"));
}

TEST_P(EntriesAndEvents, concurrent_changes_are_numbered_without_gaps) {
  constexpr int each = 40;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      const GuildId& where = t % 2 == 0 ? guild_ : other_guild_;
      for (int i = 0; i < each; ++i) {
        write_and_wait(*store_, where, [&](Writer& records) {
          add_event(records, event("x"));
          return i % 4 == 3 ? Outcome::roll_back : Outcome::commit;
        });
      }
    });
  }
  for (auto& thread : threads) thread.join();
  std::vector<std::string> expected;
  for (int i = 1; i <= 2 * each * 3 / 4; ++i) expected.push_back(std::to_string(i) + " x");
  EXPECT_EQ(seen(events), expected);
  EXPECT_EQ(seen(other_guild_, events), expected);
}

}  // namespace
}  // namespace blotter
