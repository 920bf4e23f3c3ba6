// Which item is served next: owners take turns, and no owner takes all the room.
#include "storage/work_queue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace blotter::storage {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Item {
  std::string name;  // begins with the owner's letter
  SteadyClock::time_point deadline = SteadyClock::time_point::max();

  [[nodiscard]] std::string owner() const { return name.substr(0, 1); }
};

template <class Choice = NoPolicy>
class Queue {
 public:
  explicit Queue(std::size_t items_max = 1000, Choice choice = {}) : queue(items_max, choice) {}

  bool push(std::string name, SteadyClock::time_point deadline = SteadyClock::time_point::max()) {
    Item item{std::move(name), deadline};
    return queue.push(item);
  }
  void push_all(std::initializer_list<std::string> names) {
    for (const std::string& name : names) ASSERT_TRUE(push(name));
  }
  std::vector<std::string> take(std::size_t most) { return names(queue.take({most})); }
  static std::vector<std::string> names(const std::vector<Item>& items) {
    std::vector<std::string> names;
    for (const Item& item : items) names.push_back(item.name);
    return names;
  }

  WorkQueue<Item, Choice> queue;
};

TEST(WorkQueue, items_of_one_owner_keep_their_order) {
  Queue queue;
  queue.push_all({"a1", "a2", "a3"});
  EXPECT_THAT(queue.take(2), ElementsAre("a1", "a2"));
  EXPECT_THAT(queue.take(2), ElementsAre("a3"));
}

TEST(WorkQueue, an_owner_with_few_items_does_not_wait_for_one_with_many) {
  Queue queue;
  queue.push_all({"a1", "a2", "a3", "a4", "a5", "b1", "c1", "c2"});
  EXPECT_THAT(queue.take(4), ElementsAre("a1", "b1", "c1", "a2"));
  EXPECT_THAT(queue.take(4), ElementsAre("c2", "a3", "a4", "a5"));
}

TEST(WorkQueue, items_of_one_owner_are_limited_while_others_wait) {
  Queue queue;
  queue.push_all({"a1", "a2", "a3", "a4", "b1"});
  EXPECT_THAT(queue.names(queue.queue.take({8, 2})), ElementsAre("a1", "b1", "a2"));
  EXPECT_THAT(queue.names(queue.queue.take({8, 1})), ElementsAre("a3", "a4"));
}

TEST(WorkQueue, the_last_served_owner_comes_last_next_time) {
  Queue queue;
  queue.push_all({"a1", "a2", "b1", "b2"});
  EXPECT_THAT(queue.take(1), ElementsAre("a1"));
  EXPECT_THAT(queue.take(1), ElementsAre("b1"));
  EXPECT_THAT(queue.take(2), ElementsAre("a2", "b2"));
}

TEST(WorkQueue, an_owner_leaves_as_much_room_as_it_takes) {
  Queue queue(9);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queue.push("a"));
  EXPECT_FALSE(queue.push("a"));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(queue.push("b"));
  EXPECT_FALSE(queue.push("b"));
  EXPECT_TRUE(queue.push("c"));
  EXPECT_EQ(queue.queue.depth(), 8U);
  EXPECT_EQ(queue.queue.depth("a"), 5U);
  EXPECT_EQ(queue.queue.depth("d"), 0U);
}

TEST(WorkQueue, returned_items_come_before_later_ones) {
  Queue queue;
  queue.push_all({"a1", "a2", "b1", "a3"});
  auto taken = queue.queue.take({3});
  ASSERT_THAT(queue.names(taken), ElementsAre("a1", "b1", "a2"));
  queue.push_all({"b2"});
  queue.queue.put_back(std::span(taken).subspan(1));
  EXPECT_EQ(queue.queue.depth(), 4U);
  const auto names = queue.take(4);
  EXPECT_LT(std::find(names.begin(), names.end(), "a2"),
            std::find(names.begin(), names.end(), "a3"));
  EXPECT_LT(std::find(names.begin(), names.end(), "b1"),
            std::find(names.begin(), names.end(), "b2"));
}

TEST(WorkQueue, returned_items_keep_their_turn) {
  Queue queue;
  queue.push_all({"a1", "a2", "a3", "b1"});
  auto taken = queue.queue.take({10});
  ASSERT_THAT(queue.names(taken), ElementsAre("a1", "b1", "a2", "a3"));
  queue.queue.put_back(std::span(taken).subspan(1));
  queue.push_all({"c1"});
  taken = queue.queue.take({10});
  EXPECT_THAT(queue.names(taken), ElementsAre("b1", "a2", "c1", "a3"));
  queue.queue.put_back(std::span(taken).subspan(1));
  EXPECT_THAT(queue.take(10), ElementsAre("a2", "c1", "a3"));
}

struct NotOwnerA {
  static bool may_take(const Item& item) { return item.owner() != "a"; }
  void note_taken(const Item& item) { taken.push_back(item.name); }
  std::vector<std::string> taken;
};

TEST(WorkQueue, items_that_may_not_be_taken_do_not_block_others) {
  Queue<NotOwnerA> queue;
  queue.push_all({"a1", "b1", "a2", "b2"});
  EXPECT_THAT(queue.take(5), ElementsAre("b1", "b2"));
  EXPECT_THAT(queue.queue.look([](const NotOwnerA& choice) { return choice.taken; }),
              ElementsAre("b1", "b2"));
  queue.queue.stop();
  EXPECT_THAT(queue.take(5), ElementsAre("a1", "a2"));
  EXPECT_THAT(queue.take(5), IsEmpty());
  EXPECT_FALSE(queue.push("b"));
}

TEST(WorkQueue, overdue_items_of_every_owner_are_found) {
  Queue queue;
  const auto now = SteadyClock::now();
  const auto later = now + std::chrono::hours(1);
  for (const char* name : {"a1", "a2", "b1"}) ASSERT_TRUE(queue.push(name, now));
  for (const char* name : {"a3", "c1"}) ASSERT_TRUE(queue.push(name, later));
  EXPECT_THAT(queue.names(queue.queue.take_overdue(now)),
              ::testing::UnorderedElementsAre("a1", "a2", "b1"));
  EXPECT_THAT(queue.take(5), ::testing::UnorderedElementsAre("a3", "c1"));
}

}  // namespace
}  // namespace blotter::storage
