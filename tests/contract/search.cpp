// Search: the same results on every store, and no grams left of deleted records.
#include "contract/store_contract.hpp"

namespace blotter {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Search : public StoreContract {
 protected:
  /// Results as text: "civilian John Doe", "vehicle AB 12", "firearm 7K2M".
  std::vector<std::string> found(const GuildId& guild, std::string_view wanted,
                                 std::size_t results_max = 20) {
    return seen(guild, [&](Reader& records) {
      std::vector<std::string> lines;
      for (const SearchResult& each :
           records.search(SearchText::parse(wanted).value(), results_max)) {
        const std::string& name = each.civilian_name.str();
        const bool is_civilian = each.kind == SearchKind::civilian;
        lines.push_back(fmt::format("{} {}{}{}", spelling(each.kind), is_civilian ? name : "",
                                    each.plate, each.serial_number));
      }
      return lines;
    });
  }
  std::vector<std::string> found(std::string_view wanted, std::size_t results_max = 20) {
    return found(guild_, wanted, results_max);
  }

  void add(const auto&... records) {
    write([&](Writer& writer) { EXPECT_TRUE((writer.insert(records) && ...)); });
  }

  /// All search grams as text: "0 'joh' 1".
  std::vector<std::string> grams(const GuildId& guild) {
    static const sql::Query all{
        "select kind, gram, subject_id from search_gram where guild_id = $1 "
        "order by kind, subject_id, gram"};
    return seen(guild, [&](Reader& records) {
      std::vector<std::string> lines;
      auto rows = connection_of(records).run(all, guild.str());
      while (rows.next()) {
        lines.push_back(fmt::format("{} '{}' {}", rows.integer(0), rows.text(1), rows.integer(2)));
      }
      return lines;
    });
  }
  std::vector<std::string> grams() { return grams(guild_); }

  const Civilian john_ = civilian(1, "John Doe");
  const Civilian jane_ = civilian(2, "Jane Johnson");
  const Civilian zoe_ = civilian(3, "Zoë Straße");
  const Vehicle car_ = vehicle(11, john_, "AB 12 CD");
  const Vehicle van_ = vehicle(12, jane_, "XJOHN7");
  const Firearm gun_ = firearm(21, jane_, "7K2M9QX4TB");
};
BLOTTER_FOR_EVERY_STORE(Search);

TEST_P(Search, an_empty_guild_has_no_results) { EXPECT_THAT(found("john"), IsEmpty()); }

TEST_P(Search, the_best_match_comes_first_whatever_its_kind) {
  add(john_, jane_, zoe_, car_, van_, gun_, civilian(4, "John"), civilian(5, "Jonh Smith"));
  EXPECT_THAT(found("john"),
              ElementsAre("civilian John", "civilian John Doe", "civilian Jane Johnson",
                          "vehicle XJOHN7", "civilian Jonh Smith"));
  EXPECT_THAT(found("john", 2), ElementsAre("civilian John", "civilian John Doe"));
}

TEST_P(Search, two_characters_match_at_any_position) {
  add(john_, jane_, car_, gun_);
  EXPECT_THAT(found("jo"), ElementsAre("civilian John Doe", "civilian Jane Johnson"));
  EXPECT_THAT(found("oe"), ElementsAre("civilian John Doe"));
  EXPECT_THAT(found("hn"), ElementsAre("civilian John Doe", "civilian Jane Johnson"));
  EXPECT_THAT(found("cd"), ElementsAre("vehicle AB 12 CD"));
  EXPECT_THAT(found("b1"), ElementsAre("vehicle AB 12 CD"));
  EXPECT_THAT(found("7k"), ElementsAre("firearm 7K2M9QX4TB"));
  EXPECT_THAT(found("n d"), ElementsAre("civilian John Doe"));
  EXPECT_THAT(found("xx"), IsEmpty());
}

TEST_P(Search, any_part_of_a_key_finds_it) {
  add(john_, jane_, zoe_, car_, van_, gun_);
  const auto every_part = [&](const std::string& key, const std::string& line) {
    const std::u32string points = code_points(key);
    std::string text = key;
    for (std::size_t begin = 0; begin < points.size(); ++begin) {
      std::string_view rest = text;
      for (std::size_t length = points.size() - begin; length >= 2; --length) {
        if (rest.front() != ' ' && rest.back() != ' ') {
          EXPECT_THAT(found(rest), ::testing::Contains(line)) << rest;
        }
        do {
          rest.remove_suffix(1);
        } while ((static_cast<unsigned char>(text[rest.size()]) & 0xc0) == 0x80);
      }
      do {
        text.erase(0, 1);
      } while (!text.empty() && (static_cast<unsigned char>(text.front()) & 0xc0) == 0x80);
    }
  };
  every_part(zoe_.name.key(), "civilian Zoë Straße");
  every_part(car_.plate.key(), "vehicle AB 12 CD");
  every_part(gun_.serial_number.key(), "firearm 7K2M9QX4TB");
}

TEST_P(Search, typos_are_tolerated_in_names_plates_and_serial_numbers) {
  add(john_, jane_, zoe_, car_, van_, gun_);
  EXPECT_THAT(found("jonh doe"), ElementsAre("civilian John Doe"));
  EXPECT_THAT(found("johnsen"), ElementsAre("civilian Jane Johnson"));
  EXPECT_THAT(found("jane jonson"), ElementsAre("civilian Jane Johnson"));
  EXPECT_THAT(found("zoe strase"), ElementsAre("civilian Zoë Straße"));
  EXPECT_THAT(found("AB21CD"), ElementsAre("vehicle AB 12 CD"));
  EXPECT_THAT(found("7K2M9QX4T8"), ElementsAre("firearm 7K2M9QX4TB"));
  EXPECT_THAT(found("7K2MQX4TB"), ElementsAre("firearm 7K2M9QX4TB"));
  EXPECT_THAT(found("jonathan"), IsEmpty());
}

TEST_P(Search, words_may_be_incomplete_and_misspelled) {
  add(civilian(1, "Fennel Cobblepot"), civilian(2, "Fennel Jay Cobb"), civilian(3, "Cobb Fennel"),
      civilian(4, "Jane Roe"));
  EXPECT_THAT(found("fenel cob"),
              ElementsAre("civilian Fennel Jay Cobb", "civilian Fennel Cobblepot"));
  EXPECT_THAT(found("fennel cobblepot"), ElementsAre("civilian Fennel Cobblepot"));
  EXPECT_THAT(found("fen cobbl"),
              ElementsAre("civilian Fennel Cobblepot", "civilian Fennel Jay Cobb"));
  EXPECT_THAT(found("fenel jay"), ElementsAre("civilian Fennel Jay Cobb"));
}

TEST_P(Search, incomplete_words_are_found_among_many_similar_names) {
  write([&](Writer& records) {
    for (int i = 0; i < 400; ++i) {
      ASSERT_TRUE(records.insert(civilian(1000 + i, fmt::format("Fennel Number {:03}", i))));
      ASSERT_TRUE(records.insert(civilian(2000 + i, fmt::format("Number {:03} Cobble", i))));
    }
    ASSERT_TRUE(records.insert(civilian(1, "Fennel Cobblepot")));
  });
  EXPECT_THAT(found("fenel cob"), ElementsAre("civilian Fennel Cobblepot"));
}

TEST_P(Search, civilians_are_found_by_the_beginning_of_their_players_name) {
  const auto played = [](std::int64_t id, std::string_view name, std::string_view player) {
    Civilian one = civilian(id, name);
    one.user_name = PersonName::stored(player);
    return one;
  };
  add(played(1, "John Doe", "Ann  Äpfel"), played(2, "Jane Roe", "ann ÄPFELCHEN"),
      played(3, "Ann Lee", "somebody"), played(4, "Bo Lund", "ann ä"));
  // A vehicle is not found by the player of its owner.
  add(vehicle(11, played(1, "John Doe", "Ann  Äpfel"), "AB 12 CD"));
  EXPECT_THAT(found("ann"), ElementsAre("civilian Ann Lee", "civilian Bo Lund", "civilian John Doe",
                                        "civilian Jane Roe"));
  EXPECT_THAT(found("ann a\u0308pf"), ElementsAre("civilian John Doe", "civilian Jane Roe"));
  EXPECT_THAT(found("ann", 2), ElementsAre("civilian Ann Lee", "civilian Bo Lund"));
  EXPECT_THAT(found("pfel"), IsEmpty());
  EXPECT_THAT(found("nn ä"), IsEmpty());
  EXPECT_THAT(found(other_guild_, "ann"), IsEmpty());
  write([&](Writer& records) {
    const Civilian renamed = played(1, "Mary Moor", "Ann  Äpfel");
    ASSERT_TRUE(records.update(played(1, "John Doe", "Ann  Äpfel"), renamed));
    records.erase(played(2, "Jane Roe", "ann ÄPFELCHEN"));
  });
  EXPECT_THAT(found("ann äp"), ElementsAre("civilian Mary Moor"));
}

TEST_P(Search, a_long_player_name_is_found) {
  std::string ligatures;
  for (int i = 0; i < 99; ++i) ligatures += "\ufdfa";  // the key of each has 18 characters
  Civilian one = civilian(1, "John Doe");
  one.user_name = PersonName::stored(ligatures);
  add(one);
  EXPECT_THAT(found("\ufdfa\ufdfa"), ElementsAre("civilian John Doe"));
  std::string longest;
  for (int i = 0; i < 11; ++i) longest += "\ufdfa";
  EXPECT_THAT(found(longest), ElementsAre("civilian John Doe"));
}

TEST_P(Search, a_result_has_its_kind_and_owner) {
  Civilian wanted = john_;
  wanted.bolo = Bolo::active(Narrative::stored("wanted"));
  Vehicle stolen = car_;
  stolen.stolen = true;
  stolen.impound = Impound::imposed(5);
  Civilian dead = jane_;
  dead.deceased = true;
  add(wanted, dead, stolen, gun_);
  const auto one = [&](std::string_view text) {
    return seen([&](Reader& records) {
      const auto all = records.search(SearchText::parse(text).value(), 1);
      if (all.empty()) return std::string("nothing");
      const SearchResult& r = all.front();
      return fmt::format(
          "{} {} of {} {}: '{}' '{}' '{}' deceased {} bolo {} stolen {} impounded {} by {}",
          spelling(r.kind), r.id, r.civilian.value, r.civilian_name.str(), r.plate, r.serial_number,
          r.model, r.deceased, r.bolo, r.stolen, r.impounded, r.user_name.str());
    });
  };
  EXPECT_EQ(one("john doe"),
            "civilian 1 of 1 John Doe: '' '' '' deceased false bolo true stolen false impounded "
            "false by nightowl");
  EXPECT_EQ(one("jane"),
            "civilian 2 of 2 Jane Johnson: '' '' '' deceased true bolo false stolen false "
            "impounded false by nightowl");
  EXPECT_EQ(one("ab12cd"),
            "vehicle 11 of 1 John Doe: 'AB 12 CD' '' 'Sultan RS' deceased false bolo true stolen "
            "true impounded true by nightowl");
  EXPECT_EQ(one("7k2m9"),
            "firearm 21 of 2 Jane Johnson: '' '7K2M9QX4TB' 'Combat pistol' deceased true bolo "
            "false stolen false impounded false by nightowl");
}

TEST_P(Search, the_best_are_found_among_more_than_a_request_examines) {
  write([&](Writer& records) {
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(records.insert(civilian(1000 + i, fmt::format("Xjohnx Number {:04}", i))));
    }
    ASSERT_TRUE(records.insert(civilian(1, "John")));
    ASSERT_TRUE(records.insert(civilian(2, "Ann John")));
    ASSERT_TRUE(records.insert(civilian(3, "Ann Number 9999")));
  });
  EXPECT_THAT(found("john", 2), ElementsAre("civilian John", "civilian Ann John"));
  EXPECT_THAT(found("ohnx", 50), SizeIs(50));
  EXPECT_THAT(found("number 0500", 1), ElementsAre("civilian Xjohnx Number 0500"));
  EXPECT_THAT(found("ann numbr"), ElementsAre("civilian Ann Number 9999"));
  EXPECT_THAT(found("jo", 2), ElementsAre("civilian John", "civilian Ann John"));
  // So many match that only the latest records are examined.
  EXPECT_THAT(found("xjohnx numbr", 1), SizeIs(1));
}

TEST_P(Search, grams_are_three_consecutive_characters_with_a_blank_at_both_ends) {
  add(civilian(1, "Zoë Li"), vehicle(2, civilian(1, "Zoë Li"), "A"));
  EXPECT_THAT(grams(),
              ::testing::UnorderedElementsAre("0 ' li' 1", "0 ' zo' 1", "0 'li ' 1", "0 'oë ' 1",
                                              "0 'zoë' 1", "0 'ë l' 1", "1 ' a ' 2"));
}

TEST_P(Search, a_repeated_gram_is_stored_once) {
  add(civilian(1, "aaaaaa"));
  EXPECT_THAT(grams(), ElementsAre("0 ' aa' 1", "0 'aa ' 1", "0 'aaa' 1"));
}

TEST_P(Search, a_rename_updates_the_grams) {
  add(john_, jane_);
  const auto before = grams();
  const Civilian renamed = civilian(1, "Richard Roe");
  write([&](Writer& records) { EXPECT_TRUE(records.update(john_, renamed)); });
  EXPECT_THAT(found("john doe"), IsEmpty());
  EXPECT_THAT(found("richard"), ElementsAre("civilian Richard Roe"));
  write([&](Writer& records) { EXPECT_TRUE(records.update(renamed, john_)); });
  EXPECT_EQ(grams(), before);
}

TEST_P(Search, a_refused_rename_changes_nothing) {
  add(john_, jane_);
  const auto before = grams();
  write([&](Writer& records) {
    EXPECT_FALSE(records.update(john_, civilian(1, "jane JOHNSON")));
    EXPECT_FALSE(records.insert(civilian(9, "john doe")));
  });
  EXPECT_EQ(grams(), before);
}

TEST_P(Search, deleted_records_leave_no_gram) {
  add(john_, jane_);
  const auto without_belongings = grams();
  add(car_, van_, gun_, vehicle(13, john_, "SECOND"), firearm(22, john_, "OTHER"));
  write([&](Writer& records) {
    records.erase(van_);
    records.erase(gun_);
  });
  EXPECT_THAT(found("n7"), IsEmpty());
  EXPECT_THAT(found("7k2m9"), IsEmpty());
  EXPECT_THAT(found("ab12"), ElementsAre("vehicle AB 12 CD"));
  write([&](Writer& records) { records.erase(john_); });
  EXPECT_THAT(found("ab12"), IsEmpty());
  write([&](Writer& records) { records.erase(jane_); });
  remove_leftovers(*store_);
  EXPECT_THAT(grams(), IsEmpty());
  add(john_, jane_);
  EXPECT_EQ(grams(), without_belongings);
}

TEST_P(Search, rolled_back_records_are_not_found) {
  write_and_wait(*store_, guild_, [&](Writer& records) {
    records.insert(john_);
    return Outcome::roll_back;
  });
  EXPECT_THAT(grams(), IsEmpty());
}

TEST_P(Search, nothing_is_found_in_another_guild) {
  add(john_, car_);
  EXPECT_THAT(found(other_guild_, "john"), IsEmpty());
  EXPECT_THAT(found(other_guild_, "ab12"), IsEmpty());
  write(other_guild_, [&](Writer& records) {
    ASSERT_TRUE(records.insert(john_));
    records.erase(john_);
  });
  EXPECT_THAT(found("john"), ElementsAre("civilian John Doe"));
}

TEST_P(Search, a_deleted_guild_leaves_no_gram) {
  add(john_, jane_, car_, gun_);
  write(other_guild_, [&](Writer& records) { ASSERT_TRUE(records.insert(zoe_)); });
  const auto others = grams(other_guild_);
  store_->administer([&](Accounts& accounts) { accounts.delete_guild(guild_); });
  EXPECT_THAT(grams(), IsEmpty());
  EXPECT_EQ(grams(other_guild_), others);
}

TEST_P(Search, a_guild_is_deleted_in_steps_with_its_grams) {
  add(john_, jane_, car_, gun_);
  bool has_more = true;
  while (has_more) {
    store_->administer([&](Accounts& a) { has_more = a.delete_some_records(guild_); });
  }
  EXPECT_THAT(grams(), IsEmpty());
}

}  // namespace
}  // namespace blotter
