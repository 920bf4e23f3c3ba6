// What the audit log stores of a change.
#include <gtest/gtest.h>

#include "operations/history.hpp"
#include "operations/records.hpp"
#include "sample_records.hpp"

namespace blotter {
namespace {

using testing::civilian;
using testing::firearm;
using testing::vehicle;

const Civilian john = civilian(7, "John \"JD\" Doe");
const Vehicle car = vehicle(8, john, "48ABC123");

using Texts = std::pair<std::string, std::string>;

template <class Record>
Texts differences(const Record& before, const Record& after) {
  return shape::differences(before, after, shape::archive<Record>);
}

TEST(Shapes, equal_records_have_no_differences) {
  EXPECT_EQ(differences(john, john), Texts("{}", "{}"));
}

TEST(Shapes, only_differing_members_are_listed_in_record_order) {
  Civilian after = john;
  after.age = 28;
  after.name = CivilianName::stored("Jane");
  EXPECT_EQ(differences(john, after),
            Texts(R"({"civilianName":"John \"JD\" Doe","civilianAge":27.5})",
                  R"({"civilianName":"Jane","civilianAge":28})"));
}

TEST(Shapes, a_bolo_differs_in_flag_and_reason) {
  Civilian after = john;
  after.bolo = Bolo::active(Narrative::stored("robbery"));
  EXPECT_EQ(differences(john, after),
            Texts(R"({"bolo":false,"boloReason":""})", R"({"bolo":true,"boloReason":"robbery"})"));
}

TEST(Shapes, the_audit_log_has_the_fee_of_an_impound) {
  Vehicle after = car;
  after.impound = Impound::imposed(500);
  EXPECT_EQ(differences(car, after), Texts(R"({"impounded":false,"impoundedFee":0})",
                                           R"({"impounded":true,"impoundedFee":500})"));
  EXPECT_EQ(shape::to_json(after, shape::Of<Vehicle>::members).find("Fee"), std::string::npos);
}

TEST(Shapes, the_audit_log_has_the_color_of_a_firearm) {
  const Firearm gun = firearm(9, john, "7K2M9QX4TB");
  Firearm after = gun;
  after.color = ShortText::stored("Gold");
  EXPECT_EQ(differences(gun, after), Texts(R"({"color":"Black"})", R"({"color":"Gold"})"));
  EXPECT_EQ(shape::to_json(after, shape::Of<Firearm>::members),
            R"({"id":"9","userID":"user-7","userName":"nightowl","civilianID":"7",)"
            R"("civilianName":"John \"JD\" Doe","stolen":false,"serialNumber":"7K2M9QX4TB",)"
            R"("model":"Combat pistol","timestamp":"2027-01-15T08:00:00.009Z"})");
}

TEST(Shapes, a_missing_value_is_null_or_omitted_as_the_member_says) {
  struct Page {
    std::optional<std::int64_t> known;
    std::vector<std::string> texts;
    std::optional<std::string> next;
  };
  constexpr std::tuple members{
      shape::member("known", [](const Page& p) { return p.known; }),
      shape::member("texts", [](const Page& p) -> auto& { return p.texts; }),
      shape::member_if_any("next", [](const Page& p) -> auto& { return p.next; })};
  EXPECT_EQ(shape::to_json(Page{}, members), R"({"known":null,"texts":[]})");
  EXPECT_EQ(shape::to_json(Page{7, {"a", "\"b\""}, "8"}, members),
            R"({"known":7,"texts":["a","\"b\""],"next":"8"})");
}

TEST(Shapes, an_entry_has_different_member_names_in_file_and_list) {
  const Entry entry{.kind = EntryKind::admission,
                    .count = 3,
                    .author_name = PersonName::stored("Medic 4"),
                    .author_id = ExternalId::stored("31"),
                    .amount = 900,
                    .time_text = "0900",
                    .text = Narrative::stored("Broken arm"),
                    .made = {0}};
  using InFile = shape::EntryView<EntryKind::admission, shape::Place::file>;
  using InList = shape::EntryView<EntryKind::admission, shape::Place::list>;
  EXPECT_EQ(shape::to_json(InFile{entry}, shape::members_of<InFile>()),
            R"({"medicName":"Medic 4","medicID":"31","injures":"Broken arm","time":"0900",)"
            R"("timestamp":"1970-01-01T00:00:00.000Z"})");
  EXPECT_EQ(shape::to_json(InList{entry}, shape::members_of<InList>()),
            R"({"count":3,"unitsName":"Medic 4","unitsID":"31","time":"0900",)"
            R"("injures":"Broken arm","timestamp":"1970-01-01T00:00:00.000Z"})");
}

std::string in_history(const FiledEntry& filed) {
  std::string text;
  JsonWriter json(text);
  shape::write(json, shape::HistoryEntry{filed});
  return text;
}

TEST(Shapes, an_entry_in_the_history_has_its_kind_and_the_members_of_lists) {
  FiledEntry filed{testing::entry(EntryKind::arrest, "Theft"), std::nullopt};
  filed.entry.count = 2;
  EXPECT_EQ(in_history(filed),
            R"({"kind":"arrest","count":2,"officersName":"Sgt. Reyes",)"
            R"("officersID":"204255221017214977","time":250.5,"charges":"Theft",)"
            R"("timestamp":"2027-01-15T08:00:00.123Z"})");
  filed.entry.kind = EntryKind::admission;
  filed.entry.time_text = "0900";
  filed.void_mark = VoidMark{.reason = Narrative::stored("Wrong person"),
                             .author_name = PersonName::stored("Lt. Vance"),
                             .author_id = ExternalId::stored("7"),
                             .at = {0}};
  EXPECT_EQ(
      in_history(filed),
      R"({"kind":"admission","count":2,"unitsName":"Sgt. Reyes",)"
      R"("unitsID":"204255221017214977","time":"0900","injures":"Theft",)"
      R"("timestamp":"2027-01-15T08:00:00.123Z","void":{"reason":"Wrong person",)"
      R"("officerName":"Lt. Vance","officerID":"7","timestamp":"1970-01-01T00:00:00.000Z"}})");
}

}  // namespace
}  // namespace blotter
