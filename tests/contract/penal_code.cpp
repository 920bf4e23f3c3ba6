// The penal code: stored as a whole, in its order, for one guild.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

Offence offence(std::string_view code, double fine = 0, double time = 0) {
  return {.code = OffenceCode::stored(code),
          .title = OffenceTitle::stored(fmt::format("Title of {}", code)),
          .fine = fine,
          .time = time};
}

class PenalCodes : public StoreContract {
 protected:
  void set(const GuildId& guild, std::vector<Offence> offences) {
    const PenalCode code = PenalCode::of(std::move(offences)).value();
    write(guild, [&](Writer& records) { records.set_penal_code(code); });
  }
  void set(std::vector<Offence> offences) { set(guild_, std::move(offences)); }

  std::vector<std::string> found(const GuildId& guild) {
    return seen(guild, [](Reader& records) {
      std::vector<std::string> lines;
      const PenalCode all = records.penal_code();
      for (const auto& [code, title, fine, time] : all.offences()) {
        lines.push_back(fmt::format("{} '{}' {} {}", code.str(), title.str(), fine, time));
      }
      return lines;
    });
  }
  std::vector<std::string> found() { return found(guild_); }

  std::int64_t count_rows() {
    static const sql::Query all{"select count(*) from penal_code"};
    return seen([](Reader& records) {
      auto rows = connection_of(records).run(all);
      rows.next();
      return rows.integer(0);
    });
  }
};
BLOTTER_FOR_EVERY_STORE(PenalCodes);

TEST_P(PenalCodes, a_guild_has_none_at_first) { EXPECT_THAT(found(), IsEmpty()); }

TEST_P(PenalCodes, entries_are_stored_in_their_order_with_all_their_values) {
  set({offence("Z-9", 250.5, 0), offence("A-1", 0, 600), offence("ä 'quoted\" \\ 🚓", 1e9, 0.25)});
  EXPECT_THAT(found(),
              ElementsAre("Z-9 'Title of Z-9' 250.5 0", "A-1 'Title of A-1' 0 600",
                          "ä 'quoted\" \\ 🚓 'Title of ä 'quoted\" \\ 🚓' 1000000000 0.25"));
  open();
  EXPECT_EQ(found().size(), 3U);
}

TEST_P(PenalCodes, a_new_one_replaces_all_of_the_old_one) {
  set({offence("A"), offence("B"), offence("C")});
  set({offence("B", 7), offence("D")});
  EXPECT_THAT(found(), ElementsAre("B 'Title of B' 7 0", "D 'Title of D' 0 0"));
  set({});
  EXPECT_THAT(found(), IsEmpty());
  EXPECT_EQ(count_rows(), 0);
}

TEST_P(PenalCodes, the_longest_one_is_stored) {
  std::vector<Offence> offences;
  for (std::size_t i = 0; i < PenalCode::offences_max; ++i) {
    offences.push_back(offence(fmt::format("{:03}", PenalCode::offences_max - i)));
  }
  set(offences);
  const auto lines = found();
  ASSERT_EQ(lines.size(), PenalCode::offences_max);
  EXPECT_EQ(lines.front(), "500 'Title of 500' 0 0");
  EXPECT_EQ(lines.back(), "001 'Title of 001' 0 0");
}

TEST_P(PenalCodes, each_guild_has_its_own) {
  set({offence("A")});
  set(other_guild_, {offence("B"), offence("C")});
  set({offence("D")});
  EXPECT_THAT(found(), ElementsAre("D 'Title of D' 0 0"));
  EXPECT_EQ(found(other_guild_).size(), 2U);
}

TEST_P(PenalCodes, a_change_that_is_rolled_back_changes_nothing) {
  set({offence("A")});
  write_and_wait(*store_, guild_, [](Writer& records) {
    records.set_penal_code(PenalCode::of({offence("B")}).value());
    return Outcome::roll_back;
  });
  EXPECT_THAT(found(), ElementsAre("A 'Title of A' 0 0"));
}

TEST_P(PenalCodes, it_is_deleted_with_its_guild) {
  set({offence("A")});
  set(other_guild_, {offence("B")});
  store_->administer([&](Accounts& accounts) { EXPECT_TRUE(accounts.delete_guild(guild_)); });
  EXPECT_EQ(count_rows(), 1);
  open();
  EXPECT_THAT(found(), IsEmpty());
  EXPECT_EQ(found(other_guild_).size(), 1U);
}

TEST_P(PenalCodes, a_missing_guild_cannot_have_one) {
  EXPECT_ANY_THROW(set(guild("nowhere"), {offence("A")}));
}

}  // namespace
}  // namespace blotter
