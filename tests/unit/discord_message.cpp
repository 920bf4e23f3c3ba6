// Events as Discord gets them.
#include "operations/discord_message.hpp"

#include <gmock/gmock.h>
#include <simdjson.h>

namespace blotter::discord {
namespace {

using simdjson::dom::element;
using ::testing::HasSubstr;
using ::testing::Not;

AuditedEvent event(std::string kind, std::string after, std::string before = "") {
  return {.seq = 12,
          .id = 5,
          .at = {1'763'400'000'123},
          .kind = std::move(kind),
          .key = {},
          .key_name = {},
          .actor = "Sgt. Reyes",
          .civilian = CivilianId{1},
          .civilian_name = "Fennel Cobblepot",
          .subject = 0,
          .before = before.empty() ? std::nullopt : std::optional(std::move(before)),
          .after = after.empty() ? std::nullopt : std::optional(std::move(after))};
}

class DiscordMessage : public ::testing::Test {
 protected:
  element parse(const std::string& body) { return parser_.parse(body).value(); }
  element only_embed(const AuditedEvent& event) {
    body_ = message({&event, 1}).first;
    return parse(body_)["embeds"].at(0).value();
  }
  static std::string text(element object, std::string_view member) {
    return std::string(object[member].get_string().value());
  }
  static std::string field(element embed, std::string_view name) {
    for (const element field : embed["fields"].get_array()) {
      if (text(field, "name") == name) return text(field, "value");
    }
    return "";
  }

  simdjson::dom::parser parser_;
  std::string body_;
};

TEST_F(DiscordMessage, a_citation_has_title_color_fields_and_a_relative_time) {
  const auto embed = only_embed(
      event("leo.cited", R"({"count":7,"officersName":"Sgt. Reyes","officersID":"1","amount":250,)"
                         R"("charges":"Speeding","timestamp":"2026-11-17T17:53:30.185Z"})"));
  EXPECT_EQ(text(embed, "title"), "Citation");
  EXPECT_EQ(text(embed, "description"), "**Fennel Cobblepot** · <t:1763400000:R>");
  EXPECT_EQ(field(embed, "By"), "Sgt. Reyes");
  EXPECT_EQ(field(embed, "Charges"), "Speeding");
  EXPECT_EQ(field(embed, "Amount"), "250");
  EXPECT_GT(embed["color"].get_int64().value(), 0);
  EXPECT_EQ(text(embed["footer"].value(), "text"), "Blotter · event 12");
  EXPECT_EQ(text(embed, "timestamp"), "2025-11-17T17:20:00.123Z");
}

TEST_F(DiscordMessage, a_new_key_shows_whose_it_is_and_its_role) {
  auto made = event("key.created", R"({"keyID":"7","keyName":"Sgt. Reyes","role":"officer",)"
                                   R"("scopes":["read","leo"],"expires":null})");
  made.civilian_name.clear();
  const auto embed = only_embed(made);
  EXPECT_EQ(text(embed, "title"), "Key created");
  EXPECT_EQ(text(embed, "description"), "<t:1763400000:R>");
  EXPECT_EQ(field(embed, "Key"), "Sgt. Reyes");
  EXPECT_EQ(field(embed, "Role"), "officer");
}

TEST_F(DiscordMessage, a_new_penal_code_shows_no_entries) {
  AuditedEvent changed = event("penalcode.changed", R"({"entries":[{"code":"A","title":"Arson"}]})",
                               R"({"entries":[]})");
  changed.civilian_name = changed.actor = "";
  const auto embed = only_embed(changed);
  EXPECT_EQ(text(embed, "title"), "Penal code changed");
  EXPECT_EQ(text(embed, "description"), "<t:1763400000:R>");
  EXPECT_THAT(body_, Not(HasSubstr("Arson")));
}

TEST_F(DiscordMessage, raising_and_ending_a_bolo_look_different) {
  auto raised = only_embed(event("civilian.bolo", R"({"bolo":true,"boloReason":"Robbery"})",
                                 R"({"bolo":false,"boloReason":""})"));
  EXPECT_EQ(text(raised, "title"), "BOLO raised");
  EXPECT_EQ(field(raised, "Reason"), "Robbery");
  const auto color = raised["color"].get_int64().value();
  auto ended = only_embed(event("civilian.bolo", R"({"bolo":false,"boloReason":""})",
                                R"({"bolo":true,"boloReason":"Robbery"})"));
  EXPECT_EQ(text(ended, "title"), "BOLO ended");
  EXPECT_NE(ended["color"].get_int64().value(), color);
}

TEST_F(DiscordMessage, an_edit_shows_the_old_and_the_new_value) {
  const auto embed = only_embed(event("civilian.edited", R"({"civilianHairColor":"Brown"})",
                                      R"({"civilianHairColor":"Red"})"));
  EXPECT_EQ(field(embed, "Hair color"), "Red → Brown");
}

TEST_F(DiscordMessage, a_void_entry_shows_its_kind_and_the_reason) {
  const auto embed = only_embed(event(
      "leo.voided",
      R"({"kind":"arrest","count":2,"void":{"reason":"Wrong person","officerName":"Sgt. Reyes",)"
      R"("officerID":"1","timestamp":"2026-11-17T17:53:30.185Z"}})",
      R"({"kind":"arrest","count":2,"void":null})"));
  EXPECT_EQ(text(embed, "title"), "Entry voided");
  EXPECT_EQ(field(embed, "By"), "Sgt. Reyes");
  EXPECT_EQ(field(embed, "Kind"), "arrest");
  EXPECT_EQ(field(embed, "Reason"), "Wrong person");
}

TEST_F(DiscordMessage, a_deleted_civilian_is_named) {
  auto deleted = event("civilian.deleted", "", R"({"civilianName":"Gone Person"})");
  deleted.civilian_name = "";
  EXPECT_THAT(text(only_embed(deleted), "description"), HasSubstr("**Gone Person**"));
}

TEST_F(DiscordMessage, an_unknown_kind_shows_its_own_name) {
  EXPECT_EQ(text(only_embed(event("leo.unknown", "{}")), "title"), "leo.unknown");
}

TEST_F(DiscordMessage, nobody_is_notified_and_no_text_is_formatted) {
  auto hostile = event("leo.cited", R"({"charges":"@everyone **x** [a](https://b.example) <@1>"})");
  hostile.actor = "`@here`";
  const auto embed = only_embed(hostile);
  const auto parts = parse(body_)["allowed_mentions"]["parse"].get_array().value();
  EXPECT_EQ(parts.size(), 0U);
  EXPECT_EQ(field(embed, "Charges"), R"(@everyone \*\*x\*\* \[a\](https://b.example) \<@1\>)");
  EXPECT_EQ(field(embed, "By"), R"(\`@here\`)");
}

/// The length of a text as Discord counts it.
std::size_t units(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 || byte >= 0xC0) count += byte >= 0xF0 ? 2 : 1;
  }
  return count;
}

TEST_F(DiscordMessage, texts_keep_within_the_limits) {
  std::string emojis;
  for (int i = 0; i < 4000; ++i) emojis += "😀";
  auto long_event = event("leo.arrested", R"({"charges":")" + emojis + R"(","time":600})");
  long_event.actor = std::string(3000, '*');
  const auto embed = only_embed(long_event);
  EXPECT_EQ(units(field(embed, "Charges")), field_value_max - 1);  // an emoji does not fit in 1
  EXPECT_THAT(field(embed, "Charges"), ::testing::EndsWith("…"));
  EXPECT_LE(units(field(embed, "By")), field_value_max);
  EXPECT_THAT(field(embed, "By"), Not(::testing::EndsWith("\\…")));
}

TEST_F(DiscordMessage, a_message_has_as_many_embeds_as_fit) {
  std::vector<AuditedEvent> small(30, event("leo.cited", R"({"charges":"x"})"));
  auto [body, count] = message(small);
  EXPECT_EQ(count, embeds_max);
  EXPECT_EQ(parse(body)["embeds"].get_array().value().size(), embeds_max);

  const std::string text(1000, 'x');
  std::vector<AuditedEvent> large(
      5, event("civilian.created",
               R"({"civilianAddress":")" + text + R"(","civilianOccupation":")" + text + R"("})"));
  const auto fitting = message(large);
  EXPECT_EQ(fitting.second, 2U);
  EXPECT_EQ(parse(fitting.first)["embeds"].get_array().value().size(), 2U);
}

}  // namespace
}  // namespace blotter::discord
