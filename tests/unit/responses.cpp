// Errors and successes as responses.
#include "api/responses.hpp"

#include <gmock/gmock.h>

#include "operations/blocking_stream.hpp"

namespace blotter::api {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const Operation& operation(std::string_view id) {
  for (const Operation& each : operations()) {
    if (each.id == id) return each;
  }
  throw std::logic_error("no such operation");
}

TEST(HeaderLines, plain_text_is_unchanged) {
  EXPECT_EQ(header_line("X-Error-Hint", "name must be ~ \"a\" (b)"),
            "X-Error-Hint: name must be ~ \"a\" (b)\r\n");
}

TEST(HeaderLines, bytes_not_allowed_in_a_header_are_percent_encoded) {
  EXPECT_EQ(header_line("H", "Zoë"), "H: Zo%C3%AB\r\n");
  EXPECT_EQ(header_line("H", "\x7f\x1f\xff"), "H: %7F%1F%FF\r\n");
  EXPECT_EQ(header_line("H", std::string_view("a\0b", 3)), "H: a%00b\r\n");
}

TEST(HeaderLines, a_value_cannot_start_a_new_line) {
  EXPECT_EQ(header_line("H", "a\r\nSet-Cookie: x"), "H: a%0D%0ASet-Cookie: x\r\n");
}

TEST(ErrorResponses, the_body_has_exactly_error_and_details) {
  const auto response = error_response(ErrorId::vehicle_exists);
  EXPECT_EQ(response.status, 409U);
  EXPECT_EQ(response.body.bytes(),
            R"json({"error":"409 Conflict","details":"Vehicle already exists (20061)"})json");
  EXPECT_EQ(response.content_type, "application/json; charset=utf-8");
}

TEST(ErrorResponses, found_comes_first_in_the_404_of_lookups_that_have_it) {
  EXPECT_EQ(
      error_response(ErrorId::vehicle_not_found, &operation("vehicle.plate")).body.bytes(),
      R"json({"found":false,"error":"404 Not found","details":"Vehicle not found (10023)"})json");
  EXPECT_EQ(error_response(ErrorId::vehicle_not_found, &operation("leo.impound")).body.bytes(),
            R"json({"error":"404 Not found","details":"Vehicle not found (10023)"})json");
  EXPECT_THAT(error_response(ErrorId::unauthorised, &operation("vehicle.plate")).body.bytes(),
              Not(HasSubstr("found\":")));
}

TEST(ErrorResponses, refusals_have_a_hint_and_failures_do_not) {
  EXPECT_EQ(error_response(ErrorId::method_not_allowed).extra_headers,
            "X-Error-Hint: see the Allow header\r\n");
  EXPECT_EQ(error_response(Error::invalid(Member::name, "is required")).extra_headers,
            "X-Error-Hint: name is required\r\n");
  EXPECT_EQ(error_response(ErrorId::read_failed).extra_headers, "");
}

TEST(ErrorResponses, temporary_errors_have_retry_after) {
  EXPECT_EQ(error_response(ErrorId::rate_limited).extra_headers,
            "X-Error-Hint: retry after the number of seconds in Retry-After\r\nRetry-After: 1\r\n");
  EXPECT_EQ(error_response(ErrorId::overloaded).extra_headers, "Retry-After: 1\r\n");
}

class Pieces final : public BlockingSource {
 public:
  /// With `tasks`, nothing is read until the test runs them.
  explicit Pieces(std::vector<std::string> pieces,
                  std::vector<std::function<void()>>* tasks = nullptr)
      : pieces_(std::move(pieces)), tasks_(tasks) {}
  void run_on_blocking_thread(std::function<void()> task) override {
    tasks_ == nullptr ? task() : tasks_->push_back(std::move(task));
  }
  bool next(std::string& into) override {
    into += pieces_.at(at_++);  // throws after the last piece
    return at_ < pieces_.size() || pieces_.back() == "breaks";
  }

 private:
  std::vector<std::string> pieces_;
  std::vector<std::function<void()>>* tasks_;
  std::size_t at_ = 0;
};

std::unique_ptr<BodyStream> streamed(std::vector<std::string> pieces,
                                     std::vector<std::function<void()>>* tasks = nullptr) {
  return std::make_unique<BlockingStream>(std::make_unique<Pieces>(std::move(pieces), tasks));
}

TEST(SuccessResponses, a_piece_may_arrive_later) {
  std::vector<std::function<void()>> tasks;
  auto response = success_response(operation("civilian.list"),
                                   {"a", streamed(std::vector<std::string>{"b"}, &tasks)});
  std::string into;
  std::optional<BodyStream::State> state;
  response.rest->next(into, [&](auto reached) { state = reached; });
  EXPECT_EQ(state, std::nullopt);
  tasks.at(0)();
  EXPECT_EQ(state, BodyStream::State::end);
  EXPECT_EQ(into, "b");
}

TEST(SuccessResponses, a_piece_for_a_disconnected_client_is_dropped) {
  std::vector<std::function<void()>> tasks;
  auto response = success_response(operation("civilian.list"),
                                   {"a", streamed(std::vector<std::string>{"b"}, &tasks)});
  auto into = std::make_unique<std::string>();
  bool is_done = false;
  response.rest->next(*into, [&](auto) { is_done = true; });
  response.rest.reset();
  into.reset();  // the sanitizer finds a write to it
  tasks.at(0)();
  EXPECT_FALSE(is_done);
}

TEST(SuccessResponses, a_short_response_is_complete_at_once) {
  const auto response = success_response(operation("civilian.create"), {"{}", nullptr});
  EXPECT_EQ(response.status, 201U);
  EXPECT_EQ(response.body.bytes(), "{}");
  EXPECT_EQ(response.rest, nullptr);
}

TEST(SuccessResponses, a_long_response_continues_until_its_last_piece) {
  auto response = success_response(operation("civilian.list"),
                                   {"a", streamed(std::vector<std::string>{"b", "c"})});
  std::vector<BodyStream::State> states;
  std::string rest;
  const auto note = [&](BodyStream::State state) { states.push_back(state); };
  response.rest->next(rest, note);
  response.rest->next(rest, note);
  EXPECT_EQ(rest, "bc");
  EXPECT_THAT(states, ::testing::ElementsAre(BodyStream::State::more, BodyStream::State::end));
}

TEST(SuccessResponses, a_list_that_breaks_off_is_a_failure) {
  auto response = success_response(operation("civilian.list"),
                                   {"a", streamed(std::vector<std::string>{"b", "breaks"})});
  std::string rest;
  BodyStream::State last{};
  for (int i = 0; i < 3; ++i) {
    response.rest->next(rest, [&](BodyStream::State state) { last = state; });
  }
  EXPECT_EQ(last, BodyStream::State::failed);
}

}  // namespace
}  // namespace blotter::api
