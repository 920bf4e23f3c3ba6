// Counts of requests per second and key.
#include "api/rate_window.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace blotter::api {
namespace {

constexpr Timestamp at(std::int64_t ms) { return {1'800'000'000'000 + ms}; }

TEST(RateWindow, requests_are_admitted_up_to_the_limit) {
  RateWindow window;
  for (std::int64_t left : {2, 1, 0}) {
    const RateState state = window.admit(at(0), 3);
    EXPECT_TRUE(state.admitted);
    EXPECT_EQ(state.remaining, left);
  }
  for (int i = 0; i < 3; ++i) {
    const RateState state = window.admit(at(999), 3);
    EXPECT_FALSE(state.admitted);
    EXPECT_EQ(state.remaining, 0);
  }
}

TEST(RateWindow, the_count_restarts_every_second) {
  RateWindow window;
  EXPECT_TRUE(window.admit(at(999), 1).admitted);
  EXPECT_FALSE(window.admit(at(999), 1).admitted);
  EXPECT_TRUE(window.admit(at(1000), 1).admitted);
  EXPECT_TRUE(window.admit(at(10'000), 1).admitted);
}

TEST(RateWindow, the_reset_is_the_end_of_the_current_second) {
  RateWindow window;
  EXPECT_EQ(window.admit(at(0), 1).reset, at(1000));
  EXPECT_EQ(window.admit(at(999), 1).reset, at(1000));
  EXPECT_EQ(window.admit(at(1000), 1).reset, at(2000));
}

TEST(RateWindow, reading_the_state_does_not_count) {
  RateWindow window;
  window.admit(at(0), 5);
  for (int i = 0; i < 10; ++i) {
    const RateState state = window.peek(at(1), 5);
    EXPECT_EQ(state.remaining, 4);
    EXPECT_EQ(state.reset, at(1000));
  }
  EXPECT_EQ(window.peek(at(1000), 5).remaining, 5);
}

TEST(RateWindow, a_refused_request_is_not_counted) {
  RateWindow window;
  window.admit(at(0), 1);
  for (int i = 0; i < 100; ++i) window.admit(at(1), 1);
  EXPECT_EQ(window.peek(at(1), 3).remaining, 2);
}

TEST(RateWindow, a_request_with_the_time_of_the_last_second_opens_no_new_window) {
  RateWindow window;
  int admitted = 0;
  // Two threads at the end of a second; the one with the older time may count last.
  for (int i = 0; i < 20; ++i) {
    if (window.admit(at(1000), 3).admitted) ++admitted;
    if (window.admit(at(999), 3).admitted) ++admitted;
  }
  EXPECT_EQ(admitted, 3);
}

TEST(RateWindow, a_clock_set_back_does_not_block_a_key) {
  RateWindow window;
  EXPECT_TRUE(window.admit(at(3'600'000), 1).admitted);
  EXPECT_TRUE(window.admit(at(0), 1).admitted);
  EXPECT_FALSE(window.admit(at(1), 1).admitted);
}

TEST(RateWindow, threads_together_get_exactly_the_limit) {
  constexpr std::int64_t limit = 1000;
  RateWindow window;
  for (const std::int64_t second : {0, 1, 2}) {
    std::atomic<int> admitted{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int n = 0; n < limit; ++n) {
          if (window.admit(at(second * 1000 + n), limit).admitted) ++admitted;
        }
      });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(admitted, limit);
  }
}

}  // namespace
}  // namespace blotter::api
