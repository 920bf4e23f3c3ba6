// Which member an error names, and how valid members are read.
#include "operations/inputs.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "api/request_members.hpp"
#include "operations/history.hpp"
#include "operations/operation.hpp"
#include "padded_body.hpp"

namespace blotter {
namespace {

using testing::PaddedBody;

/// The values of a request, valid as long as this object lives.
class ParsedBody {
 public:
  explicit ParsedBody(std::string_view body) : body_(body) {
    if (!members_.read_body(body_.view())) throw std::logic_error("the test's body is no JSON");
  }
  [[nodiscard]] const MemberValues& values() const { return members_.values(); }

 private:
  PaddedBody body_;
  api::RequestMembers members_;
};

/// A body from the examples of the operation's own documentation; must be valid.
std::string example_body(const Operation& operation) {
  std::string body;
  for (const MemberDoc& doc : operation.handler.document()) {
    if (doc.info.member == Member::scopes) continue;  // a role is sent in its place
    body += body.empty() ? "{" : ",";
    body += "\"" + std::string(spelling(doc.info.member)) + "\":" + std::string(doc.info.example);
  }
  return body.empty() ? "{}" : body + "}";
}

TEST(Inputs, every_documented_example_is_valid) {
  for (const Operation& operation : operations()) {
    const ParsedBody sent(example_body(operation));
    const auto prepared = operation.handler.prepare(sent.values(), {});
    EXPECT_TRUE(prepared) << operation.id << ": " << prepared.error().hint();
  }
}

TEST(Inputs, changes_prepare_a_change_and_streams_a_stream) {
  for (const Operation& operation : operations()) {
    const ParsedBody sent(example_body(operation));
    const auto prepared = operation.handler.prepare(sent.values(), {});
    ASSERT_TRUE(prepared) << operation.id;
    EXPECT_EQ(std::holds_alternative<PreparedChange>(*prepared), !operation.event.empty())
        << operation.id;
    EXPECT_EQ(std::holds_alternative<PreparedStream>(*prepared), operation.handler.is_stream)
        << operation.id;
  }
}

TEST(Inputs, the_first_of_several_bad_members_is_reported) {
  for (const Operation& operation : operations()) {
    const auto docs = operation.handler.document();
    for (std::size_t first_bad = 0; first_bad < docs.size(); ++first_bad) {
      const ParsedBody sent(example_body(operation));
      MemberValues values = sent.values();
      for (std::size_t i = first_bad; i < docs.size(); ++i) {
        values[docs[i].info.member] = MemberValue::other();
      }
      const auto prepared = operation.handler.prepare(values, {});
      ASSERT_FALSE(prepared) << operation.id;
      EXPECT_EQ(prepared.error().details(),
                Error::invalid(docs[first_bad].info.member, "").details())
          << operation.id;
    }
  }
}

TEST(Inputs, only_a_missing_required_member_is_reported) {
  for (const Operation& operation : operations()) {
    for (const MemberDoc& doc : operation.handler.document()) {
      const ParsedBody sent(example_body(operation));
      MemberValues values = sent.values();
      values[doc.info.member] = {};
      // Here `bolo` is true, and there is a role or nothing in its place.
      const bool needed = doc.required || doc.info.member == Member::role ||
                          (doc.info.member == Member::reason && operation.id == "civilian.bolo");
      const auto prepared = operation.handler.prepare(values, {});
      ASSERT_EQ(prepared.has_value(), !needed) << operation.id;
      if (needed) {
        EXPECT_THAT(prepared.error().hint(),
                    ::testing::StartsWith(std::string(spelling(doc.info.member)) + " is required"));
      }
    }
  }
}

TEST(Inputs, texts_are_limited_in_length) {
  for (const Operation& operation : operations()) {
    for (const MemberDoc& doc : operation.handler.document()) {
      // These hold a number, a time or kinds, with their own limits.
      constexpr Member others[] = {
          Member::time, Member::after, Member::civilian_id, Member::key_id, Member::from,
          Member::to,   Member::kind,  Member::webhook_id,  Member::seq,    Member::url};
      const bool is_text = std::ranges::find(others, doc.info.member) == std::end(others);
      if (doc.info.characters_max == 0 || !is_text) continue;
      const std::string at(doc.info.characters_max, 'x');
      const std::string beyond = at + "x";
      const ParsedBody sent(example_body(operation));
      MemberValues values = sent.values();
      values[doc.info.member] = MemberValue::of(std::string_view(at));
      EXPECT_TRUE(operation.handler.prepare(values, {})) << operation.id << at.size();
      values[doc.info.member] = MemberValue::of(std::string_view(beyond));
      EXPECT_FALSE(operation.handler.prepare(values, {})) << operation.id << at.size();
    }
  }
}

TEST(Inputs, the_limits_of_texts_are_those_of_the_contract) {
  const auto limit_of = [](std::string_view operation, Member member) -> std::size_t {
    if (member == Member::after) {
      // A number and a dot for each kind of entry; a time and an id.
      if (operation == "leo.history") return 20 * all_spellings<EntryKind>().size();
      constexpr std::string_view by_time[] = {"civilian.bolos", "leo.impounds", "leo.custody"};
      if (std::ranges::find(by_time, operation) != std::end(by_time)) return 39;
    }
    switch (member) {
      case Member::name:
      case Member::user_name:
      case Member::officer_name:
      case Member::unit_name: return 99;
      case Member::plate:
      case Member::serial_number:
      case Member::user_id:
      case Member::vehicle_id:
      case Member::officer_id:
      case Member::unit_id:
      case Member::from:
      case Member::to: return 64;
      case Member::charges:
      case Member::reason:
      case Member::injures: return 4000;
      case Member::civilian_id:
      case Member::key_id:
      case Member::webhook_id:
      case Member::seq:
      case Member::after: return 19;
      case Member::url: return 2000;
      case Member::q: return 100;
      case Member::kind: return 1000;
      default: return 500;
    }
  };
  for (const Operation& operation : operations()) {
    for (const MemberDoc& doc : operation.handler.document()) {
      if (doc.info.characters_max == 0) continue;
      EXPECT_EQ(doc.info.characters_max, limit_of(operation.id, doc.info.member))
          << operation.id << " " << spelling(doc.info.member);
    }
  }
}

template <class Input>
Result<Input> parsed(std::string_view body, std::string_view penalty_limit = "off") {
  const ParsedBody sent(body);
  return parse_input<Input>(sent.values(), {PenaltyLimit::parse(penalty_limit).value()});
}

template <class Input>
std::string hint(std::string_view body, std::string_view penalty_limit = "off") {
  const auto input = parsed<Input>(body, penalty_limit);
  return input ? "fine" : input.error().hint();
}

TEST(Inputs, texts_are_trimmed) {
  EXPECT_EQ(parsed<CivilianNamed>(R"({"name":"  John Doe\n"})")->name.str(), "John Doe");
}

TEST(Inputs, the_reason_of_a_bolo_is_read_only_when_one_is_raised) {
  const auto raised = parsed<BoloChange>(R"({"name":"a","bolo":true,"reason":" why "})");
  ASSERT_TRUE(raised);
  EXPECT_EQ(raised->reason->str(), "why");
  const auto ended = parsed<BoloChange>(R"({"name":"a","bolo":false,"reason":"why"})");
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->reason, std::nullopt);
  EXPECT_EQ(hint<BoloChange>(R"({"name":"a","bolo":false,"reason":7})"), "fine");
}

TEST(Inputs, a_fee_is_read_only_with_an_impound) {
  EXPECT_EQ(parsed<ImpoundChange>(R"({"plate":"a","impound":true,"fee":500})")->fee, 500);
  EXPECT_EQ(parsed<ImpoundChange>(R"({"plate":"a","impound":true})")->fee, std::nullopt);
  EXPECT_EQ(hint<ImpoundChange>(R"({"plate":"a","impound":false,"fee":0})"),
            "fee must not be sent here");
  EXPECT_EQ(hint<ImpoundChange>(R"({"plate":"a","impound":false,"fee":null})"), "fine");
}

TEST(Inputs, a_fee_of_0_is_valid_under_every_penalty_limit) {
  for (const char* reading : {"off", "max:5000", "min:5000"}) {
    EXPECT_EQ(hint<ImpoundChange>(R"({"plate":"a","impound":true,"fee":0})", reading), "fine");
    EXPECT_EQ(hint<ImpoundChange>(R"({"plate":"a","impound":true,"fee":-0.0})", reading), "fine");
  }
  EXPECT_EQ(hint<ImpoundChange>(R"({"plate":"a","impound":true,"fee":1})", "min:5000"),
            "fee must be more than 5000, or 0");
}

struct Counted {
  std::optional<std::int64_t> limit;
  static constexpr std::tuple members{optional(fields::limit<50>("how many"))};
};

struct Filtered {
  std::optional<bool> stolen;
  static constexpr std::tuple members{optional(fields::filter(Member::stolen, "stolen or not"))};
};

struct Begun {
  std::optional<std::int64_t> after;
  static constexpr std::tuple members{optional(fields::after)};
};

TEST(Inputs, a_count_is_an_integer_or_its_digits_within_bounds) {
  const auto counted = [](std::string_view value) {
    return parsed<Counted>(R"({"limit":)" + std::string(value) + "}");
  };
  for (const char* one : {"1", "1.0", R"("1")", R"("01")"})
    EXPECT_EQ(counted(one)->limit, 1) << one;
  for (const char* most : {"50", R"("50")"}) EXPECT_EQ(counted(most)->limit, 50) << most;
  EXPECT_EQ(counted("null")->limit, std::nullopt);
  for (const char* bad :
       {"0", "51", "-1", "1.5", "1e300", "true", "[]", R"("")", R"("0")", R"("51")", R"("-1")",
        R"("+1")", R"("1.0")", R"(" 1")", R"("1e1")", R"("99999999999999999999")"}) {
    const auto input = counted(bad);
    ASSERT_FALSE(input) << bad;
    EXPECT_EQ(input.error().hint(), "limit must be a whole number from 1 to 50");
    EXPECT_EQ(input.error().details(), "Invalid limit provided (11035)");
  }
}

TEST(Inputs, a_flag_of_a_filter_may_be_a_string) {
  const auto filtered = [](std::string_view value) {
    return parsed<Filtered>(R"({"stolen":)" + std::string(value) + "}");
  };
  for (const char* yes : {"true", R"("true")"}) EXPECT_EQ(filtered(yes)->stolen, true) << yes;
  for (const char* no : {"false", R"("false")"}) EXPECT_EQ(filtered(no)->stolen, false) << no;
  for (const char* bad : {"1", "0", R"("1")", R"("True")", R"("")", R"("yes")", R"(" true")"}) {
    EXPECT_FALSE(filtered(bad)) << bad;
  }
  EXPECT_FALSE(parsed<BoloChange>(R"({"name":"a","bolo":"true","reason":"why"})"));
}

TEST(Inputs, the_start_of_a_page_is_a_string_of_digits) {
  const auto begun = [](std::string_view value) {
    return parsed<Begun>(R"({"after":)" + std::string(value) + "}");
  };
  EXPECT_EQ(begun(R"("0")")->after, 0);
  EXPECT_EQ(begun(R"("9223372036854775807")")->after, 9223372036854775807);
  for (const char* bad : {"7", "true", R"("")", R"("x")", R"("-1")", R"("1.5")", R"(" 1")",
                          R"("9223372036854775808")", R"("00000000000000000007")"}) {
    EXPECT_FALSE(begun(bad)) << bad;
  }
}

TEST(Inputs, an_entry_is_named_by_its_kind_and_count) {
  const auto named = [](std::string_view kind, std::string_view count) {
    return fmt::format(R"({{"name":"a","kind":{},"count":{},"reason":"b\nc","officerName":"d",)"
                       R"("officerID":"e"}})",
                       kind, count);
  };
  const auto input = parsed<VoidEntry>(named(R"("admission")", "12"));
  ASSERT_TRUE(input);
  EXPECT_EQ(input->kind, EntryKind::admission);
  EXPECT_EQ(input->count, 12);
  EXPECT_EQ(input->reason.str(), "b\nc");
  EXPECT_EQ(parsed<VoidEntry>(named(R"("fine")", R"("12")"))->count, 12);
  EXPECT_EQ(parsed<VoidEntry>(named(R"("fine")", "100000"))->count, entries_max);
  for (const char* bad : {"0", "-1", "1.5", R"("x")", R"("")", "true", "100001"}) {
    EXPECT_EQ(hint<VoidEntry>(named(R"("fine")", bad)),
              "count must be a whole number from 1 to 100000");
  }
  for (const char* bad : {R"("Fine")", R"("warrant")", R"("")", "1", R"(["fine"])"}) {
    EXPECT_EQ(hint<VoidEntry>(named(bad, "1")),
              "kind must be one of citation, fine, arrest, admission");
  }
}

TEST(Inputs, the_start_of_a_page_of_history_has_a_number_for_each_kind) {
  const auto begun = [](std::string_view value) {
    return parsed<History>(R"({"name":"a","after":)" + std::string(value) + "}");
  };
  EXPECT_THAT(begun(R"("3.1.20.4")")->after->below, ::testing::ElementsAre(3, 1, 20, 4));
  EXPECT_EQ(begun("null")->after, std::nullopt);
  for (const char* bad : {"3", "true", R"("")", R"("x")", R"("1.2.x.4")", R"("1.-2")",
                          R"(["1.2.3.4"])", R"("1.2.3.4.5")"}) {
    const auto input = begun(bad);
    ASSERT_FALSE(input) << bad;
    EXPECT_EQ(input.error().details(), "Invalid after provided (11036)");
    EXPECT_EQ(input.error().hint(), "after must be the next of the previous response");
  }
  const std::string longest = "1.1.1." + std::string(20 * 4 - 6, '0');
  EXPECT_TRUE(begun('"' + longest + '"'));
  EXPECT_FALSE(begun('"' + longest + "0\""));
}

TEST(Inputs, a_death_cannot_be_revoked) {
  EXPECT_EQ(hint<DeceasedChange>(R"({"name":"a","deceased":true})"), "fine");
  EXPECT_EQ(hint<DeceasedChange>(R"({"name":"a","deceased":false})"), "deceased must be true");
}

TEST(Inputs, a_recovery_time_keeps_its_text_and_is_parsed) {
  const auto body = [](std::string_view time) {
    return R"({"name":"a","injures":"b","unitName":"c","unitID":"d","time":)" + std::string(time) +
           "}";
  };
  const auto input = parsed<NewAdmission>(body(R"(" 0900.50 ")"));
  ASSERT_TRUE(input);
  EXPECT_EQ(input->time.text, "0900.50");
  EXPECT_EQ(input->time.seconds, 900.5);
  for (const char* bad :
       {"900", R"("")", R"("abc")", R"("9 00")", R"("900s")", R"("0x10")", R"("nan")", R"("inf")",
        R"("0")", R"("-1")", R"("1e400")", R"("1000000001")", "true"}) {
    EXPECT_FALSE(parsed<NewAdmission>(body(bad))) << bad;
  }
  EXPECT_EQ(hint<NewAdmission>(body(R"("5001")"), "max:5000"), "time must be at most 5000");
}

TEST(Inputs, each_field_of_an_edit_has_its_own_rule) {
  const auto edit = [](std::string_view field, std::string_view value) {
    return R"({"name":"a","field":")" + std::string(field) + R"(","value":)" + std::string(value) +
           "}";
  };
  const auto value = [&](std::string_view field, std::string_view sent) {
    return parsed<CivilianEdit>(edit(field, sent))->edit.value;
  };
  for (const char* text : {"hair color", "name", "dob", "occupation", "address"}) {
    EXPECT_EQ(value(text, R"(" x ")"), FieldValue("x")) << text;
    EXPECT_FALSE(parsed<CivilianEdit>(edit(text, "1"))) << text;
  }
  EXPECT_EQ(value("age", "99.5"), FieldValue(99.5));
  EXPECT_EQ(hint<CivilianEdit>(edit("age", "100")), "value must be 0 or more and below 100");
  EXPECT_EQ(value("height", "499.5"), FieldValue(499.5));
  EXPECT_EQ(hint<CivilianEdit>(edit("height", "0")), "value must be above 0 and below 500");
  EXPECT_EQ(hint<CivilianEdit>(edit("weight", "500")), "value must be above 0 and below 500");
  EXPECT_EQ(value("address", R"("a\nb")"), FieldValue("a\nb"));
  EXPECT_EQ(hint<CivilianEdit>(edit("dob", R"("a\nb")")),
            "value must not contain line breaks or tabs");
  EXPECT_FALSE(parsed<CivilianEdit>(edit("name", '"' + std::string(100, 'x') + '"')));
  EXPECT_TRUE(parsed<CivilianEdit>(edit("occupation", '"' + std::string(100, 'x') + '"')));
  EXPECT_EQ(hint<CivilianEdit>(edit("gender", R"("Male")")),
            "field must be one of hair color, name, age, dob, height, weight, occupation, address");

  EXPECT_EQ(parsed<VehicleEdit>(edit("insurance", R"("None")"))->edit.value, FieldValue("None"));
  EXPECT_FALSE(parsed<VehicleEdit>(edit("registration", R"("None")")));
  EXPECT_EQ(parsed<VehicleEdit>(edit("stole", "true"))->edit.value, FieldValue(true));
  EXPECT_EQ(parsed<VehicleEdit>(edit("color", R"("Red")"))->edit.value, FieldValue("Red"));
  EXPECT_EQ(parsed<FirearmEdit>(edit("stole", "false"))->edit.value, FieldValue(false));
  EXPECT_EQ(parsed<FirearmEdit>(edit("color", R"("Red")"))->edit.value, FieldValue("Red"));
  EXPECT_FALSE(parsed<FirearmEdit>(edit("insurance", R"("None")")));
}

}  // namespace
}  // namespace blotter
