// The exact spellings of the API contract.
#include <gmock/gmock.h>

#include "domain/api_key.hpp"
#include "domain/entry.hpp"
#include "domain/filter.hpp"
#include "domain/firearm.hpp"
#include "domain/vehicle.hpp"

namespace blotter {
namespace {

using ::testing::ElementsAre;

TEST(Enumerations, the_spellings_are_those_of_the_api) {
  EXPECT_THAT(all_spellings<Gender>(), ElementsAre("Male", "Female", "Other"));
  EXPECT_THAT(all_spellings<ColorType>(),
              ElementsAre("Classic", "Metallic", "Matte", "Metal", "Pearlescent"));
  EXPECT_THAT(all_spellings<Registration>(), ElementsAre("Valid", "Expired"));
  EXPECT_THAT(all_spellings<Insurance>(), ElementsAre("Valid", "Expired", "None"));
  EXPECT_THAT(
      all_spellings<CivilianField>(),
      ElementsAre("hair color", "name", "age", "dob", "height", "weight", "occupation", "address"));
  EXPECT_THAT(all_spellings<VehicleField>(),
              ElementsAre("color", "insurance", "registration", "stole"));
  EXPECT_THAT(all_spellings<FirearmField>(), ElementsAre("color", "stole"));
  EXPECT_THAT(all_spellings<ListOrder>(), ElementsAre("oldest", "newest"));
  EXPECT_THAT(all_spellings<Scope>(),
              ElementsAre("read", "civilian", "vehicle", "firearm", "leo", "medical", "admin"));
}

template <class Enum>
void expect_round_trip() {
  for (std::size_t i = 0; i < all_spellings<Enum>().size(); ++i) {
    const auto constant = static_cast<Enum>(i);
    EXPECT_EQ(find_spelling<Enum>(spelling(constant)), constant) << spelling(constant);
  }
}

TEST(Enumerations, every_constant_is_found_by_its_spelling) {
  expect_round_trip<Gender>();
  expect_round_trip<ColorType>();
  expect_round_trip<Registration>();
  expect_round_trip<Insurance>();
  expect_round_trip<CivilianField>();
  expect_round_trip<VehicleField>();
  expect_round_trip<FirearmField>();
  expect_round_trip<EntryKind>();
  expect_round_trip<Scope>();
}

TEST(Enumerations, no_other_spelling_is_found) {
  for (const char* text : {"", "male", "MALE", "Male ", " Male", "Mal", "Males"}) {
    EXPECT_EQ(find_spelling<Gender>(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace blotter
