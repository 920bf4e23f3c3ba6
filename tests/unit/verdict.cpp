// What an officer is told about a vehicle or a person.
#include "domain/verdict.hpp"

#include <gmock/gmock.h>

#include "sample_records.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<ReasonCode> codes(const std::vector<Reason>& reasons) {
  std::vector<ReasonCode> codes;
  for (const Reason& reason : reasons) codes.push_back(reason.code);
  return codes;
}

Vehicle valid_vehicle(const Civilian& owner) {
  Vehicle car = vehicle(10, owner, "A");
  car.registration = Registration::valid;
  car.insurance = Insurance::valid;
  return car;
}

TEST(Verdicts, without_a_reason_it_is_clear) {
  const Civilian john = civilian(1, "John Doe");
  EXPECT_THAT(reasons_for(john, {}), IsEmpty());
  EXPECT_THAT(reasons_for(valid_vehicle(john), john, {}), IsEmpty());
  EXPECT_EQ(verdict_of(std::vector<Reason>()), Verdict::clear);
}

TEST(Verdicts, the_worst_reason_comes_first_and_decides) {
  Civilian john = civilian(1, "John Doe");
  john.deceased = true;
  Vehicle car = valid_vehicle(john);
  car.insurance = Insurance::expired;
  car.impound = Impound::imposed(1);
  const auto reasons = reasons_for(car, john, {.is_in_custody = true});
  EXPECT_THAT(codes(reasons), ElementsAre(ReasonCode::custody, ReasonCode::impounded,
                                          ReasonCode::deceased, ReasonCode::insurance));
  EXPECT_EQ(verdict_of(reasons), Verdict::stop);
}

TEST(Verdicts, every_reason_to_stop_is_worse_than_every_reason_for_caution) {
  Verdict last = Verdict::stop;
  for (std::size_t i = 0; i < all_spellings<ReasonCode>().size(); ++i) {
    const Verdict verdict = verdict_of(static_cast<ReasonCode>(i));
    EXPECT_NE(verdict, Verdict::clear);
    EXPECT_LE(verdict, last);
    last = verdict;
  }
  EXPECT_EQ(last, Verdict::caution);
}

TEST(Verdicts, a_bolo_is_told_with_its_reason) {
  Civilian john = civilian(1, "John Doe");
  john.bolo = Bolo::active(Narrative::stored("Robbery"));
  EXPECT_EQ(reasons_for(john, {}).front().text, "the civilian is wanted: Robbery");
  EXPECT_EQ(reasons_for(valid_vehicle(john), john, {}).front().text,
            "the owner is wanted: Robbery");
}

}  // namespace
}  // namespace blotter
