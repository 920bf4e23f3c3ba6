// An interrupted copy, and what the target holds meanwhile.
#include "contract/transfer_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr auto page = static_cast<int>(RecordTable::page_rows);
constexpr auto stopped = "stopped; run the same command again to continue";

class InterruptedTransfers : public TransferContract {
 protected:
  InterruptedTransfers() {
    fill(guild_);
    add_entries(guild_, page * 3 / 4);  // two civilians: a page and a half
    add_activity(guild_, page * 3 / 2);
    fill(other_guild_, 100);
    create(*source_, key(7, {guild_, other_guild_}), "7");
  }

  void stop_within_entries() {
    Watcher watcher([](const TransferProgress& now) {
      return now.copied < page ? TransferWatcher::Next::proceed : TransferWatcher::Next::stop;
    });
    ASSERT_EQ(refusal(watcher), stopped);
    ASSERT_THAT(dump(*target_place_, guild_),
                ::testing::SizeIs(::testing::AllOf(::testing::Ge(page), ::testing::Lt(2 * page))));
  }
};
BLOTTER_FOR_STORE_PAIRS(InterruptedTransfers, few_pairs());

TEST_P(InterruptedTransfers, a_copy_stopped_at_any_point_can_be_continued) {
  int call = 1;
  for (;; ++call) {
    auto watcher = stopping_at(call);
    const std::string outcome = refusal(watcher);
    if (outcome == "copied") break;
    ASSERT_EQ(outcome, stopped);
    // No key can use what is there, and none of it is lost.
    EXPECT_THAT(bindings(), IsEmpty());
    if (call % 5 != 0) continue;  // sometimes several stops come one after the other
    copy();
    expect_copied(guild_);
    expect_copied(other_guild_);
    EXPECT_THAT(bindings(), ElementsAre("7: first second"));
    target_->administer([&](Accounts& accounts) {
      accounts.delete_guild(guild_);
      accounts.delete_guild(other_guild_);
    });
    run(*target_place_, "delete from api_key");
  }
  EXPECT_GT(call, 20);
  expect_copied(guild_);
  expect_copied(other_guild_);
  EXPECT_THAT(settings(), ElementsAre("accounts_generation"));
}

TEST_P(InterruptedTransfers, rows_already_copied_are_not_sent_again) {
  stop_within_entries();
  run(*target_place_, "delete from entry where guild_id = $1 and count = 1", guild_.str());
  EXPECT_THAT(refusal(), HasSubstr("differs in the table entry"));
}

TEST_P(InterruptedTransfers, replacing_continues_an_unfinished_copy) {
  stop_within_entries();
  run(*target_place_, "delete from entry where guild_id = $1 and count = 1", guild_.str());
  EXPECT_THAT(refusal({.existing = Existing::replace}), HasSubstr("differs in the table entry"));
  copy_and_replace();
  expect_copied(guild_);
}

TEST_P(InterruptedTransfers, a_source_changed_in_between_is_reported_and_copied_again) {
  stop_within_entries();
  write_and_wait(*source_, guild_, [](Writer& records) {
    records.erase(civilian(1, "John 1"));
    add_event(records, event("civilian.delete"));
    return Outcome::commit;
  });
  EXPECT_EQ(refusal(),
            "an earlier copy of the guild first no longer matches the source; run again with "
            "--replace to copy it again");
  copy_and_replace();
  remove_leftovers(*source_);
  expect_copied(guild_);
  EXPECT_THAT(bindings(), ElementsAre("7: first second"));
}

TEST_P(InterruptedTransfers, a_replacement_stopped_while_deleting_can_be_continued) {
  copy();
  write_and_wait(*target_, guild_, [](Writer& records) {
    add_event(records, event("newer"));
    return Outcome::commit;
  });
  const std::int64_t before = generation();
  for (int call = 1; call <= 3; ++call) {
    auto watcher = stopping_at(call);
    EXPECT_EQ(refusal({.existing = Existing::replace}, watcher), stopped);
    EXPECT_THAT(bindings(), ElementsAre("7: second"));
    EXPECT_GT(generation(), before);  // a running server notices that no key may use it
  }
  copy_and_replace();
  expect_copied(guild_);
  EXPECT_THAT(bindings(), ElementsAre("7: first second"));
}

TEST_P(InterruptedTransfers, a_partly_deleted_guild_is_not_an_unfinished_copy) {
  copy();  // the same rows on both sides: only the setting shows that some are deleted
  auto watcher = stopping_at(2);
  ASSERT_EQ(refusal({.existing = Existing::replace}, watcher), stopped);
  EXPECT_THAT(refusal(), HasSubstr("run again with --replace"));
  copy_and_replace();
  expect_copied(guild_);
}

TEST_P(InterruptedTransfers, a_key_created_meanwhile_opens_the_guild_only_when_complete) {
  stop_within_entries();
  create(*target_, key(70, {guild_}), "hasty");
  EXPECT_THAT(bindings(), ElementsAre("70:"));
  copy();
  EXPECT_THAT(bindings(), ElementsAre("7: first second", "70: first"));
}

TEST_P(InterruptedTransfers, an_abandoned_copy_can_be_deleted_completely) {
  stop_within_entries();
  target_->administer([&](Accounts& accounts) { EXPECT_TRUE(accounts.delete_guild(guild_)); });
  EXPECT_THAT(settings(), ElementsAre("accounts_generation"));
  target_->administer([&](Accounts& accounts) { accounts.create_guild({guild_, {1}}); });
  create(*target_, key(70, {guild_}), "new");
  EXPECT_THAT(bindings(), ElementsAre("70: first"));
}

TEST_P(InterruptedTransfers, a_complete_guild_stays_closed_until_all_are_complete) {
  Watcher watcher([](const TransferProgress& now) {
    return now.guild == 1 ? TransferWatcher::Next::proceed : TransferWatcher::Next::stop;
  });
  ASSERT_EQ(refusal(watcher), stopped);
  EXPECT_EQ(watcher.verified.size(), 1U);
  EXPECT_THAT(bindings(), IsEmpty());
  copy();
  EXPECT_THAT(bindings(), ElementsAre("7: first second"));
}

TEST_P(InterruptedTransfers, one_guild_of_several_can_be_finished_alone) {
  Watcher watcher([](const TransferProgress& now) {
    return now.guild == 1 ? TransferWatcher::Next::proceed : TransferWatcher::Next::stop;
  });
  ASSERT_EQ(refusal(watcher), stopped);
  copy({.guilds = {guild_}});
  EXPECT_THAT(bindings(), ElementsAre("7: first"));
}

TEST_P(InterruptedTransfers, an_unfinished_copy_is_refused_as_a_source) {
  run(*source_place_, "insert into setting (name, value) values ('copying second', 1)");
  EXPECT_EQ(refusal(), "the guild second in the source is itself an incomplete copy");
  copy({.guilds = {guild_}});
  expect_copied(guild_);
}

TEST_P(InterruptedTransfers, the_newer_of_two_copies_of_a_guild_wins) {
  bool is_superseded = false;
  Watcher slow([&](const TransferProgress& now) {
    if (now.copied >= page && !std::exchange(is_superseded, true)) copy();
    return TransferWatcher::Next::proceed;
  });
  EXPECT_EQ(refusal(slow), "another command has taken over the guild first in the target");
  EXPECT_TRUE(is_superseded);
  expect_copied(guild_);
  expect_copied(other_guild_);
  EXPECT_THAT(bindings(), ElementsAre("7: first second"));
}

TEST_P(InterruptedTransfers, a_copy_superseded_after_its_verification_opens_nothing) {
  bool is_superseded = false;
  Watcher slow([&](const TransferProgress& now) {
    if (now.guild == 2 && !std::exchange(is_superseded, true)) {
      run(*target_place_, "delete from entry where guild_id = $1 and count = 1", guild_.str());
      auto other = stopping_at(1);
      EXPECT_EQ(refusal({.guilds = {guild_}}, other), stopped);
    }
    return TransferWatcher::Next::proceed;
  });
  EXPECT_EQ(refusal(slow), "another command has taken over the guild first in the target");
  EXPECT_THAT(bindings(), IsEmpty());
}

}  // namespace
}  // namespace blotter
