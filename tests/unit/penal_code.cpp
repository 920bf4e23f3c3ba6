// The penal code: what is valid, and what the hint says of an entry that is not.
#include "operations/penal_code.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/request_members.hpp"
#include "padded_body.hpp"

namespace blotter {
namespace {

using ::testing::ElementsAre;
using testing::PaddedBody;

Offence offence(std::string_view code) {
  return {OffenceCode::parse(code).value(), OffenceTitle::stored("Theft"), 5, 0};
}

std::vector<Offence> offences(std::size_t amount) {
  std::vector<Offence> made;
  for (std::size_t i = 0; i < amount; ++i) made.push_back(offence(fmt::format("C-{}", i)));
  return made;
}

TEST(PenalCode, has_at_most_500_offences) {
  EXPECT_EQ(PenalCode::of(offences(500))->offences().size(), 500U);
  EXPECT_EQ(PenalCode::of(offences(501)).error(), "must have at most 500 entries");
}

TEST(PenalCode, codes_are_unique_ignoring_case_and_unicode_form) {
  EXPECT_TRUE(PenalCode::of({offence("A1"), offence("A 1"), offence("A-1")}));
  EXPECT_EQ(PenalCode::of({offence("tr-04"), offence("B"), offence("TR-04")}).error(),
            "must have different codes: entry 3 has the code of entry 1");
  EXPECT_FALSE(PenalCode::of({offence("§ 1 straße"), offence("§  1 STRASSE")}));
}

/// The penal code in a body, or the hint.
class Read {
 public:
  explicit Read(std::string_view entries) : body_(fmt::format(R"({{"entries":{}}})", entries)) {
    if (!members_.read_body(body_.view())) throw std::logic_error("the test's body is no JSON");
    input_ = parse_input<NewPenalCode>(members_.values(), {});
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (const Offence& each : (*input_)->penal_code.offences()) {
      lines.push_back(fmt::format("{}: {}, {} and {} s", each.code.str(), each.title.str(),
                                  each.fine, each.time));
    }
    return lines;
  }
  [[nodiscard]] std::string hint() const { return *input_ ? "fine" : input_->error().hint(); }

 private:
  PaddedBody body_;
  api::RequestMembers members_;
  std::optional<Result<NewPenalCode>> input_;
};

std::string hint(std::string_view entries) { return Read(entries).hint(); }

TEST(PenalCodeInput, entries_are_read_in_their_order) {
  EXPECT_THAT(Read(R"([{"code":" B ","title":"Theft","fine":2.5,"time":60},
                       {"time":0,"title":"Art","code":"A"}])")
                  .lines(),
              ElementsAre("B: Theft, 2.5 and 60 s", "A: Art, 0 and 0 s"));
  EXPECT_THAT(Read("[]").lines(), ElementsAre());
}

TEST(PenalCodeInput, unknown_members_are_ignored_and_null_is_missing) {
  EXPECT_THAT(Read(R"([{"code":"A","title":"Art","fine":null,"note":{"a":[1]},"Code":7}])").lines(),
              ElementsAre("A: Art, 0 and 0 s"));
  EXPECT_EQ(hint(R"([{"code":null,"title":"Art"}])"),
            "entries must be valid: in entry 1, code is required");
}

TEST(PenalCodeInput, the_last_of_several_members_with_one_name_wins) {
  EXPECT_THAT(Read(R"([{"code":7,"title":"Art","code":"A"}])").lines(),
              ElementsAre("A: Art, 0 and 0 s"));
}

TEST(PenalCodeInput, only_an_array_of_objects_is_accepted) {
  for (const char* wrong : {R"("A")", "1", "true", "{}", "[1]", R"(["A"])", R"([{},1])",
                            R"([{},null])", "[[]]", "[[{}]]"}) {
    EXPECT_EQ(hint(wrong), "entries must be an array of objects") << wrong;
  }
  EXPECT_EQ(hint("null"), "entries is required");
}

TEST(PenalCodeInput, the_hint_names_entry_and_member) {
  const auto second = [](std::string_view members) {
    return hint(fmt::format(R"([{{"code":"A","title":"Art"}},{{{}}}])", members));
  };
  const std::string in_entry = "entries must be valid: in entry 2, ";
  EXPECT_EQ(second(""), in_entry + "code is required");
  EXPECT_EQ(second(R"("code":"B")"), in_entry + "title is required");
  EXPECT_EQ(second(R"("code":7,"title":"T")"), in_entry + "code must be a string");
  EXPECT_EQ(second(R"("code":" ","title":"T")"), in_entry + "code must not be empty");
  EXPECT_EQ(second(R"("code":"B","title":["T"])"), in_entry + "title must be a string");
  EXPECT_EQ(second(R"("code":"B","title":"a\nb")"),
            in_entry + "title must not contain line breaks or tabs");
  EXPECT_EQ(second(R"("code":"B","title":"T","fine":"5")"), in_entry + "fine must be a number");
  EXPECT_EQ(second(R"("code":"B","title":"T","fine":true)"), in_entry + "fine must be a number");
  EXPECT_EQ(second(R"("code":"B","title":"T","time":{})"), in_entry + "time must be a number");
  EXPECT_EQ(second(R"("code":"a","title":"T")"),
            "entries must have different codes: entry 2 has the code of entry 1");
}

TEST(PenalCodeInput, lengths_and_amounts_are_limited) {
  const auto with = [](std::string_view code, std::string_view title, std::string_view fine) {
    return hint(fmt::format(R"([{{"code":"{}","title":"{}","fine":{},"time":{}}}])", code, title,
                            fine, fine));
  };
  const std::string in_entry = "entries must be valid: in entry 1, ";
  EXPECT_EQ(with(std::string(64, 'x'), std::string(500, 'x'), "1000000000"), "fine");
  EXPECT_EQ(with(std::string(65, 'x'), "T", "0"), in_entry + "code must be at most 64 characters");
  EXPECT_EQ(with("C", std::string(501, 'x'), "0"),
            in_entry + "title must be at most 500 characters");
  for (const char* bad : {"-1", "-0.01", "1000000000.5", "1e300"}) {
    EXPECT_EQ(with("C", "T", bad), in_entry + "fine must be 0 or more and at most 1000000000");
  }
  for (const char* good : {"0", "-0.0", "0.5", "5001"}) EXPECT_EQ(with("C", "T", good), "fine");
}

TEST(PenalCodeInput, the_limit_of_penalties_does_not_apply) {
  const PaddedBody body(R"({"entries":[{"code":"A","title":"T","fine":9000,"time":10}]})");
  api::RequestMembers members;
  ASSERT_TRUE(members.read_body(body.view()));
  for (const char* limit : {"max:5000", "min:5000"}) {
    EXPECT_TRUE(parse_input<NewPenalCode>(members.values(), {PenaltyLimit::parse(limit).value()}));
  }
}

}  // namespace
}  // namespace blotter
