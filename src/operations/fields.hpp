// The request members of the interface.
#pragma once

#include "operations/field.hpp"

namespace blotter::fields {

inline constexpr auto name =
    text<CivilianName>(Member::name, "the civilian's name", R"("John Doe")");
inline constexpr auto user_id = text<ExternalId>(
    Member::user_id, "id of the user who plays the civilian", R"("80351110224678912")");
inline constexpr auto user_name =
    text<PersonName>(Member::user_name, "name of that user", R"("nightowl")");
inline constexpr auto age =
    number(Member::age, "in years, 0 or more and below 100", "27", parse_age, age_bounds);
inline constexpr auto dob = text<ShortText>(Member::dob, "date of birth", R"("1999-04-01")");
inline constexpr auto gender = choice<Gender>(Member::gender, "the civilian's gender", R"("Male")");
inline constexpr auto hair = text<ShortText>(Member::hair, "hair color", R"("Brown")");
inline constexpr auto weight =
    number(Member::weight, "in kilograms, above 0 and below 500", "82.5", parse_size, size_bounds);
inline constexpr auto height =
    number(Member::height, "in centimetres, above 0 and below 500", "180", parse_size, size_bounds);
inline constexpr auto address =
    text<Address>(Member::address, "where the civilian lives", R"("12 Grove Street")");
inline constexpr auto occupation =
    text<ShortText>(Member::occupation, "the civilian's occupation", R"("Mechanic")");

inline constexpr auto bolo = flag(Member::bolo, "true raises the BOLO, false ends it");
inline constexpr auto reason =
    text<Narrative>(Member::reason, "why the civilian is wanted", R"("Armed robbery")");
inline constexpr auto expires_in =
    term(Member::expires_in, "after how many seconds the BOLO ends by itself; default: never");
inline constexpr Field<bool> deceased{{.member = Member::deceased,
                                       .type = JsonType::boolean,
                                       .about = "it cannot be undone",
                                       .example = "true",
                                       .only = "true"},
                                      parse_true};

inline constexpr auto plate = text<Plate>(Member::plate, "the vehicle's plate", R"("48ABC123")");
inline constexpr auto vehicle_model =
    text<ShortText>(Member::model, "make and model", R"("Heron Sedan")");
inline constexpr auto firearm_model =
    text<ShortText>(Member::model, "make and model", R"("Pocket Sparrow 9")");
inline constexpr auto color = text<ShortText>(Member::color, "the color", R"("Midnight blue")");
inline constexpr auto color_type =
    choice<ColorType>(Member::color_type, "kind of paint", R"("Metallic")");
inline constexpr auto registration =
    choice<Registration>(Member::registration, "state of the registration", R"("Valid")");
inline constexpr auto insurance =
    choice<Insurance>(Member::insurance, "state of the insurance", R"("Valid")");
/// Used only as the new value of an edit.
inline constexpr auto stole = flag(Member::value, "whether it was stolen");
inline constexpr auto vehicle_id =
    text<ExternalId>(Member::vehicle_id, "the vehicle's id", R"("1305482769401118720")");
inline constexpr auto serial_number =
    text<SerialNumber>(Member::serial_number, "the firearm's serial number", R"("7K2M9QX4TB")");

inline constexpr auto officer_name =
    text<PersonName>(Member::officer_name, "the officer's name", R"("Sgt. Reyes")");
inline constexpr auto officer_id =
    text<ExternalId>(Member::officer_id, "the officer's id", R"("204255221017214977")");
inline constexpr auto charges =
    text<Narrative>(Member::charges, "the charges", R"("Speeding, 30 over the limit")");
inline constexpr auto time =
    number(Member::time, "time in jail, in seconds", "600", parse_penalty, penalty_bounds);
inline constexpr auto amount =
    number(Member::amount, "the amount to pay", "250", parse_penalty, penalty_bounds);
inline constexpr auto impound =
    flag(Member::impound, "true impounds the vehicle, false releases it");
inline constexpr auto fee =
    number(Member::fee, "the fee for the release", "500", parse_fee, fee_bounds);
inline constexpr auto release_in = term(
    Member::release_in, "after how many seconds the vehicle is released by itself; default: never");
inline constexpr auto release_reason =
    text<Narrative>(Member::reason, "why the civilian is released", R"("Bail was paid")");
/// The `count` of an entry.
inline constexpr Field<std::int64_t> entry_count{
    {.member = Member::count,
     .type = JsonType::integer,
     .about = "the `count` of the entry",
     .example = "1",
     .bounds = count_bounds<entries_max>},
    [](const MemberValue& value, const InputSettings&) { return parse_count(value, entries_max); }};
inline constexpr auto new_time =
    number(Member::time, "the new time in jail, in seconds from the arrest", "900", parse_penalty,
           penalty_bounds);
inline constexpr auto term_limit = limit<1000>("maximum number of results; default: 100");
inline constexpr Field<TermPosition> term_after{
    {.member = Member::after,
     .type = JsonType::string,
     .about = "the `next` of the previous response",
     .example = R"("1794648600000-1305482769401118720")",
     .characters_max = 2 * digits_max + 1,
     .pattern = "^[0-9]+-[0-9]+$"},
    parse_term_position};

inline constexpr Field<RecoveryTime> recovery_time{{Member::time,
                                                    JsonType::string,
                                                    "recovery time in seconds",
                                                    R"("900")",
                                                    ShortText::rule.characters_max,
                                                    {},
                                                    penalty_bounds},
                                                   parse_recovery_time};
inline constexpr auto injures =
    text<Narrative>(Member::injures, "list of injuries", R"("Broken arm, concussion")");
inline constexpr auto unit_name =
    text<PersonName>(Member::unit_name, "the medical unit's name", R"("Medic 4")");
inline constexpr auto unit_id =
    text<ExternalId>(Member::unit_id, "the medical unit's id", R"("310458763920048128")");

inline constexpr auto entry_kind =
    choice<EntryKind>(Member::kind, "the kind of the entry", R"("citation")");
inline constexpr auto void_reason =
    text<Narrative>(Member::reason, "why the entry is void", R"("Wrong person")");
inline constexpr auto history_limit = limit<1000>("maximum number of entries; default: 100");
inline constexpr Field<HistoryPosition> history_after{
    {.member = Member::after,
     .type = JsonType::string,
     .about = "the `next` of the previous response",
     .example = R"("13.1.4.2")",
     .characters_max = history_position_characters_max,
     .pattern = R"(^[0-9]+(\.[0-9]+)*$)"},
    parse_history_position};

inline constexpr auto name_prefix =
    text<CivilianName>(Member::name, "a prefix of the name", R"("John")");
inline constexpr auto owner_name =
    text<CivilianName>(Member::name, "the owner's name", R"("John Doe")");
inline constexpr auto has_bolo = filter(Member::bolo, "whether there is a BOLO");
inline constexpr auto is_stolen = filter(Member::stolen, "whether it is stolen");
inline constexpr auto is_impounded = filter(Member::impounded, "whether it is impounded");
inline constexpr auto page_limit = limit<1000>("maximum number of records");
/// The cursor: a page starts after this result.
inline constexpr Field<std::int64_t> after{{.member = Member::after,
                                            .type = JsonType::string,
                                            .about = "the `next` of the previous response",
                                            .example = R"("1305482769401118720")",
                                            .characters_max = digits_max,
                                            .pattern = "^[0-9]+$"},
                                           parse_digits};

inline constexpr auto list_order =
    choice<ListOrder>(Member::order, "which records come first; default: oldest", R"("newest")");

inline constexpr auto q = text<SearchText>(
    Member::q,
    "part of a name, plate or serial number, or the beginning of a player's name, at least 2 "
    "characters",
    R"("John")");
inline constexpr auto search_limit = limit<50>("maximum number of results; default: 20");

inline constexpr auto civilian_id =
    id<CivilianId>(Member::civilian_id, "only changes that concern this civilian");
inline constexpr auto event_kind = Field<std::string>{{.member = Member::kind,
                                                       .type = JsonType::string,
                                                       .about = "only changes of this kind",
                                                       .example = R"("civilian.created")",
                                                       .choices = event_kinds},
                                                      parse_event_kind};
inline constexpr auto key_id = id<KeyId>(Member::key_id, "only changes made with this key");
inline constexpr auto from =
    timestamp(Member::from, "only changes from this time on: an RFC 3339 time or a date",
              R"("2026-11-14T09:30:00Z")");
inline constexpr auto to = timestamp(
    Member::to, "only changes before this time: an RFC 3339 time or a date", R"("2100-01-01")");
inline constexpr Field<EventKinds> event_kinds_filter{
    {.member = Member::kind,
     .type = JsonType::string,
     .about = "only events of this kind, or of a prefix such as `leo.*`; several with commas",
     .example = R"("leo.*,civilian.bolo")",
     .characters_max = event_kinds_characters_max,
     .pattern = "^ *[a-z.*]+ *(, *[a-z.*]+ *)*$"},
    parse_event_kinds};
inline constexpr auto event_civilian_id =
    id<CivilianId>(Member::civilian_id, "only events that concern this civilian");
inline constexpr Field<EventPosition> events_after{
    {.member = Member::after,
     .type = JsonType::string,
     .about = "the `next` of the previous response or the `seq` of an event; `latest` for events "
              "from now on",
     .example = R"("latest")",
     .characters_max = digits_max,
     .pattern = "^([0-9]+|latest)$"},
    parse_event_position};
inline constexpr auto events_limit = limit<1000>("maximum number of events; default: 100");
inline constexpr Field<std::int64_t> wait{
    {.member = Member::wait,
     .type = JsonType::integer,
     .about = "how many seconds to wait for an event if there is none; default: 0",
     .example = "20",
     .bounds = wait_bounds},
    parse_wait};

inline constexpr Field<WebhookUrl> webhook_url{
    {.member = Member::url,
     .type = JsonType::string,
     .about = "where to send the events: an http or https URL with a public address",
     .example = R"("https://bot.example/blotter")",
     .characters_max = WebhookUrl::characters_max},
    parse_webhook_url};
inline constexpr Field<EventKinds> webhook_kinds{
    {.member = Member::kinds,
     .type = JsonType::strings,
     .about = "the kinds of events to send; a prefix such as `leo.*` or `*` stands for several",
     .example = R"(["leo.*","civilian.bolo"])"},
    parse_event_kinds_array};
inline constexpr auto webhook_format =
    choice<WebhookFormat>(Member::format,
                          "`standard` sends signed JSON after Standard Webhooks, `discord` "
                          "messages for a webhook of Discord",
                          R"("standard")");
inline constexpr auto webhook_name =
    text<PersonName>(Member::name, "what the webhook is for", R"("Dispatch bot")");
inline constexpr auto webhook_id = id<WebhookId>(Member::webhook_id, "the webhook's id");
/// Used only as the new value of an edit.
inline constexpr auto webhook_active =
    flag(Member::value, "false pauses the webhook, true continues with the next event");
inline constexpr auto deliveries_limit = limit<1000>("maximum number of attempts; default: 50");
inline constexpr Field<std::int64_t> event_seq{{.member = Member::seq,
                                                .type = JsonType::string,
                                                .about = "the `seq` of one event to send again",
                                                .example = R"("1")",
                                                .characters_max = digits_max,
                                                .pattern = "^[0-9]+$"},
                                               parse_seq};
inline constexpr Field<std::int64_t> undo_seq{{.member = Member::seq,
                                               .type = JsonType::string,
                                               .about = "the `seq` of the event to take back",
                                               .example = R"("1")",
                                               .characters_max = digits_max,
                                               .pattern = "^[0-9]+$"},
                                              parse_seq};
inline constexpr Field<FirstEvent> first_event{
    {.member = Member::from,
     .type = JsonType::string,
     .about = "sends all events again from this one on: a `seq`, an RFC 3339 time or a date",
     .example = R"("2026-11-14T09:30:00Z")",
     .characters_max = timestamp_characters_max},
    parse_first_event};

inline constexpr auto audit_limit = limit<1000>("maximum number of events; default: 50");

}  // namespace blotter::fields
