// Entries that are void, and the history that shows all entries.
#include <set>

#include "contract/store_contract.hpp"
#include "contract/transfer_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr EntryKind every_kind[] = {EntryKind::citation, EntryKind::fine, EntryKind::arrest,
                                    EntryKind::admission};

class VoidEntries : public StoreContract {
 protected:
  VoidEntries() { create(john_); }

  Entry append(Entry entry) { return append(guild_, john_, std::move(entry)); }
  Entry append(const GuildId& guild, const Civilian& civilian, Entry entry) {
    write(guild, [&](Writer& records) { add_entry(records, civilian, entry); });
    return entry;
  }
  Entry append(EntryKind kind, std::int64_t at) {
    Entry made = entry(kind, "x");
    made.made = {at};
    return append(std::move(made));
  }
  /// Many at once; one by one they would take long.
  void append_many(EntryKind kind, int count, const std::string& text = "x") {
    write([&](Writer& records) {
      Entry each = entry(kind, text);
      each.count = records.last_entry(john_.name, kind)->last_count;
      for (int i = 0; i < count; ++i) {
        ++each.count;
        ++each.made.ms;
        records.append(john_, each);
      }
    });
  }
  void set_void(EntryKind kind, std::int64_t count) {
    write([&](Writer& records) {
      const auto found = records.entry(john_.name, kind, count);
      ASSERT_TRUE(found && found->entry);
      records.set_void(john_, found->entry->entry, void_mark("Wrong person"));
    });
  }

  std::optional<FiledEntry> filed(EntryKind kind, std::int64_t count) {
    return seen([&](Reader& records) {
      const auto found = records.entry(john_.name, kind, count);
      return found ? found->entry : std::nullopt;
    });
  }
  std::vector<std::int64_t> valid_counts(EntryKinds kinds = EntryKinds::all()) {
    return seen([&](Reader& records) {
      std::vector<std::int64_t> counts;
      for (const Entry& each : entries_of(records, john_, kinds)) counts.push_back(each.count);
      return counts;
    });
  }
  EntryCounts amounts(EntryKinds kinds = EntryKinds::all()) {
    return seen([&](Reader& records) { return records.dossier(john_.name, kinds)->counts; });
  }

  HistoryPage page(const HistoryPart& part = {.entries_max = 100}) {
    return seen([&](Reader& records) { return records.history(john_, part); });
  }
  /// "fine 2", newest first.
  static std::vector<std::string> names(const std::vector<FiledEntry>& entries) {
    std::vector<std::string> texts;
    for (const auto& [each, mark] : entries) {
      texts.push_back(fmt::format("{} {}{}", spelling(each.kind), each.count, mark ? " void" : ""));
    }
    return texts;
  }
  /// All pages of that size, one after the other.
  std::vector<std::string> pages(std::int64_t entries_max) {
    std::vector<FiledEntry> all;
    HistoryPart part{.entries_max = entries_max};
    while (true) {
      const HistoryPage each = page(part);
      EXPECT_LE(std::ssize(each.entries), entries_max);
      all.insert(all.end(), each.entries.begin(), each.entries.end());
      if (!each.next) return names(all);
      EXPECT_THAT(each.entries, ::testing::Not(IsEmpty()));
      part.begin = *each.next;
    }
  }

  const Civilian john_ = civilian(1, "John Doe");
};
BLOTTER_FOR_EVERY_STORE(VoidEntries);

TEST_P(VoidEntries, an_entry_is_found_by_civilian_kind_and_count) {
  append(entry(EntryKind::citation, "first"));
  const Entry second = append(entry(EntryKind::citation, "second"));
  append(entry(EntryKind::fine, "other"));
  EXPECT_EQ(shown(filed(EntryKind::citation, 2)), shown(second));
  EXPECT_EQ(filed(EntryKind::citation, 3), std::nullopt);
  EXPECT_EQ(filed(EntryKind::arrest, 1), std::nullopt);
  read([&](Reader& records) {
    EXPECT_FALSE(records.entry(name("Nobody"), EntryKind::citation, 1));
    EXPECT_EQ(shown(records.entry(name("john DOE"), EntryKind::citation, 2)->civilian),
              shown(john_));
  });
}

TEST_P(VoidEntries, a_mark_is_read_back_unchanged_and_changes_nothing_else) {
  for (const EntryKind kind : every_kind) {
    append(entry(kind, "first"));
    const Entry made = append(entry(kind, "line one\nline \"two\""));
    append(entry(kind, "third"));
    set_void(kind, 2);
    EXPECT_EQ(shown(filed(kind, 2)), shown(FiledEntry{made, void_mark("Wrong person")}));
    EXPECT_EQ(filed(kind, 1)->void_mark, std::nullopt);
    EXPECT_EQ(filed(kind, 3)->void_mark, std::nullopt);
  }
}

TEST_P(VoidEntries, a_void_entry_is_neither_listed_nor_counted) {
  for (const EntryKind kind : every_kind) {
    for (int i = 0; i < 3; ++i) append(entry(kind, "x"));
  }
  set_void(EntryKind::citation, 1);
  set_void(EntryKind::arrest, 2);
  set_void(EntryKind::arrest, 3);
  EXPECT_THAT(valid_counts(), ElementsAre(2, 3, 1, 2, 3, 1, 1, 2, 3));
  EXPECT_THAT(amounts(), ElementsAre(2, 3, 1, 3));
  EXPECT_THAT(valid_counts(criminal_entry_kinds), ElementsAre(2, 3, 1, 2, 3, 1));
  EXPECT_THAT(valid_counts(medical_entry_kinds), ElementsAre(1, 2, 3));
}

TEST_P(VoidEntries, a_civilian_whose_entries_are_all_void_has_none) {
  append(entry(EntryKind::fine, "x"));
  set_void(EntryKind::fine, 1);
  EXPECT_THAT(valid_counts(), IsEmpty());
  EXPECT_THAT(amounts(), ElementsAre(0, 0, 0, 0));
  append_many(EntryKind::fine, 100);
  for (int count = 2; count <= 101; ++count) set_void(EntryKind::fine, count);
  EXPECT_THAT(valid_counts(), IsEmpty());
  EXPECT_THAT(amounts(), ElementsAre(0, 0, 0, 0));
}

TEST_P(VoidEntries, a_long_file_leaves_out_void_entries_wherever_they_are) {
  constexpr int at_once = static_cast<int>(Dossier::at_once_max);
  append_many(EntryKind::citation, at_once + 10);
  append_many(EntryKind::admission, 40);
  std::vector<std::int64_t> citations;
  // The first entry, the last that is read at once, those beside it, and the very last.
  const std::set<std::int64_t> is_void{1, at_once, at_once + 1, at_once + 2, at_once + 10};
  for (const std::int64_t count : is_void) set_void(EntryKind::citation, count);
  for (std::int64_t count = 1; count <= at_once + 10; ++count) {
    if (!is_void.contains(count)) citations.push_back(count);
  }
  EXPECT_EQ(valid_counts(criminal_entry_kinds), citations);
  EXPECT_THAT(amounts(), ElementsAre(at_once + 5, 0, 0, 40));
  EXPECT_EQ(amounts(criminal_entry_kinds)[0], at_once + 5);
  EXPECT_THAT(valid_counts(), SizeIs(at_once + 5 + 40));
}

TEST_P(VoidEntries, the_count_of_a_void_entry_is_not_given_again) {
  for (int i = 0; i < 2; ++i) append(entry(EntryKind::fine, "x"));
  set_void(EntryKind::fine, 2);
  EXPECT_EQ(append(entry(EntryKind::fine, "next")).count, 3);
  // They also count for the limit.
  read([&](Reader& records) {
    EXPECT_EQ(records.last_entry(john_.name, EntryKind::fine)->entries, 3);
  });
}

TEST_P(VoidEntries, other_guilds_and_civilians_keep_theirs) {
  const Civilian jane = civilian(2, "Jane Roe");
  create(jane);
  write(other_guild_, [&](Writer& records) { ASSERT_TRUE(records.insert(john_)); });
  append(entry(EntryKind::fine, "x"));
  append(guild_, jane, entry(EntryKind::fine, "x"));
  append(other_guild_, john_, entry(EntryKind::fine, "x"));
  set_void(EntryKind::fine, 1);
  EXPECT_THAT(valid_counts(), IsEmpty());
  EXPECT_THAT(seen([&](Reader& records) { return entries_of(records, jane); }), SizeIs(1));
  read(other_guild_, [&](Reader& records) {
    EXPECT_THAT(entries_of(records, john_), SizeIs(1));
    EXPECT_EQ(names(records.history(john_, {}).entries), std::vector<std::string>{"fine 1"});
  });
}

TEST_P(VoidEntries, another_guild_can_neither_void_nor_see_an_entry) {
  const Entry fine = append(entry(EntryKind::fine, "x"));
  write(other_guild_, [&](Writer& records) {
    EXPECT_FALSE(records.entry(john_.name, EntryKind::fine, 1));
    EXPECT_THAT(records.history(john_, {}).entries, IsEmpty());
    records.set_void(john_, fine, void_mark("Not yours"));
  });
  EXPECT_EQ(filed(EntryKind::fine, 1)->void_mark, std::nullopt);
}

TEST_P(VoidEntries, void_entries_are_deleted_with_their_civilian_and_guild) {
  append_many(EntryKind::fine, 150);
  set_void(EntryKind::fine, 1);
  set_void(EntryKind::fine, 150);
  write([&](Writer& records) { records.erase(john_); });
  remove_leftovers(*store_);
  EXPECT_EQ(seen(count_entries), 0);
  create(john_);
  append_many(EntryKind::fine, 2);
  set_void(EntryKind::fine, 2);
  for (bool is_left = true; is_left;) {
    store_->administer([&](Accounts& a) { is_left = a.delete_some_records(guild_); });
  }
  EXPECT_EQ(seen(count_entries), 0);
}

TEST_P(VoidEntries, a_copy_has_the_marks_of_its_source) {
  append_many(EntryKind::fine, 3);
  set_void(EntryKind::fine, 2);
  const auto before = shown(page().entries);
  const auto target_place = GetParam().make();
  target_place->open({});
  Watcher watcher;
  transfer(place_->url(), target_place->url(), {}, watcher);
  const auto target = target_place->open({});
  std::vector<std::string> copied;
  std::size_t valid = 0;
  look_up(*target, guild_, [&](Reader& records) {
    copied = shown(records.history(john_, {}).entries);
    valid = entries_of(records, john_).size();
  });
  EXPECT_EQ(copied, before);
  EXPECT_EQ(valid, 2U);
}

TEST_P(VoidEntries, the_history_has_all_kinds_newest_first_and_void_entries_too) {
  EXPECT_THAT(page().entries, IsEmpty());
  append(EntryKind::arrest, 10);
  append(EntryKind::citation, 20);
  append(EntryKind::admission, 30);
  append(EntryKind::citation, 40);
  append(EntryKind::fine, 50);
  set_void(EntryKind::citation, 1);
  const HistoryPage all = page();
  EXPECT_THAT(names(all.entries),
              ElementsAre("fine 1", "citation 2", "admission 1", "citation 1 void", "arrest 1"));
  EXPECT_EQ(all.next, std::nullopt);
  EXPECT_EQ(shown(all.entries[3]), shown(filed(EntryKind::citation, 1)));
}

TEST_P(VoidEntries, pages_of_every_size_hold_each_entry_once) {
  int at = 0;
  for (const int kind : {0, 1, 1, 2, 0, 3, 3, 3, 2, 1, 0, 0, 2, 3, 1}) {
    append(every_kind[kind], at++);
  }
  set_void(EntryKind::fine, 2);
  const auto all = names(page().entries);
  EXPECT_THAT(all, SizeIs(15));
  for (const int size : {1, 2, 3, 4, 7, 14, 15, 16}) EXPECT_EQ(pages(size), all) << size;
}

TEST_P(VoidEntries, a_last_page_that_is_full_has_no_next) {
  append_many(EntryKind::fine, 4);
  EXPECT_EQ(page({.entries_max = 4}).next, std::nullopt);
  const auto next = page({.entries_max = 3}).next;
  ASSERT_TRUE(next);
  EXPECT_EQ(next->str(), "1.2.1.1");
}

TEST_P(VoidEntries, entries_of_the_same_time_are_neither_lost_nor_repeated) {
  for (int i = 0; i < 5; ++i) {
    for (const EntryKind kind : every_kind) append(kind, 77);
  }
  const auto all = names(page().entries);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 20U);
  for (const int size : {1, 3, 6, 19}) EXPECT_EQ(pages(size), all) << size;
}

TEST_P(VoidEntries, a_clock_that_goes_back_loses_no_entry) {
  for (const int at : {50, 10, 90, 20}) append(EntryKind::fine, at);
  for (const int at : {30, 80, 5}) append(EntryKind::arrest, at);
  const auto all = names(page().entries);
  EXPECT_EQ(std::set(all.begin(), all.end()).size(), 7U);
  for (const int size : {1, 2, 3, 5}) EXPECT_EQ(pages(size), all) << size;
}

TEST_P(VoidEntries, entries_made_between_two_pages_are_on_neither) {
  for (int at = 1; at <= 4; ++at) append(EntryKind::fine, at);
  const HistoryPage first = page({.entries_max = 2});
  append(EntryKind::fine, 5);
  append(EntryKind::arrest, 6);
  const HistoryPage second = page({.begin = first.next.value(), .entries_max = 2});
  EXPECT_THAT(names(first.entries), ElementsAre("fine 4", "fine 3"));
  EXPECT_THAT(names(second.entries), ElementsAre("fine 2", "fine 1"));
  EXPECT_EQ(second.next, std::nullopt);
}

TEST_P(VoidEntries, a_page_holds_more_entries_than_are_requested_at_once) {
  append_many(EntryKind::citation, 230);
  append_many(EntryKind::arrest, 101);
  const HistoryPage all = page({.entries_max = 1000});
  EXPECT_THAT(all.entries, SizeIs(331));
  EXPECT_EQ(all.next, std::nullopt);
  EXPECT_EQ(pages(100), names(all.entries));
}

TEST_P(VoidEntries, a_page_with_long_texts_ends_early) {
  constexpr std::size_t limit = std::size_t{256} * 1024;
  const std::string text(10'000, 'x');
  append_many(EntryKind::citation, 60, text);
  const HistoryPage first = page({.entries_max = 1000});
  EXPECT_THAT(first.entries, SizeIs(limit / text.size() + 1));
  EXPECT_TRUE(first.next);
  EXPECT_THAT(pages(1000), SizeIs(60));
  // However long it is, there is one.
  Entry longest = entry(EntryKind::fine, std::string(2 * limit, 'x'));
  longest.made = {1'900'000'000'000};
  append(std::move(longest));
  EXPECT_THAT(names(page().entries), ElementsAre("fine 1"));
}

}  // namespace
}  // namespace blotter
