// Inputs of the operations. One that a single operation uses may also be beside its function.
// Members are checked in the order in which they are listed.
#pragma once

#include "operations/input.hpp"

namespace blotter {

/// Anything that is sent is ignored.
struct NoInput {
  static constexpr std::tuple<> members{};
};

struct CivilianNamed {
  CivilianName name;
  static constexpr std::tuple members{required(fields::name)};
};

/// The lists ignore bodies, because old clients send bodies of every kind.
struct CivilianList {
  std::optional<CivilianName> name;
  std::optional<bool> bolo;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> after;
  std::optional<ListOrder> order;
  static constexpr auto from = InputFrom::query;
  static constexpr std::tuple members{optional(fields::name_prefix), optional(fields::has_bolo),
                                      optional(fields::page_limit), optional(fields::after),
                                      optional(fields::list_order)};
};

struct NewCivilian {
  ExternalId user_id;
  PersonName user_name;
  CivilianName name;
  double age;
  ShortText dob;
  Gender gender;
  ShortText hair;
  double weight;
  double height;
  Address address;
  ShortText occupation;
  static constexpr std::tuple members{
      required(fields::user_id), required(fields::user_name), required(fields::name),
      required(fields::age),     required(fields::dob),       required(fields::gender),
      required(fields::hair),    required(fields::weight),    required(fields::height),
      required(fields::address), required(fields::occupation)};
};

template <>
struct EditableFields<CivilianField> {
  static constexpr std::array<input::EditableField, 8> all{
      input::like<fields::hair>,       input::like<fields::name>,   input::like<fields::age>,
      input::like<fields::dob>,        input::like<fields::height>, input::like<fields::weight>,
      input::like<fields::occupation>, input::like<fields::address>};
  static constexpr std::string_view example_field = R"("hair color")";
  static constexpr std::string_view example_value = R"("Black")";
};

struct CivilianEdit {
  CivilianName name;
  Edit<CivilianField> edit;
  static constexpr std::tuple members{required(fields::name), blotter::edit<CivilianField>()};
};

struct BoloChange {
  CivilianName name;
  bool bolo;
  std::optional<Narrative> reason;
  std::optional<std::int64_t> expires_in;
  static constexpr std::tuple members{required(fields::name), required(fields::bolo),
                                      required_when(Member::bolo, fields::reason),
                                      optional_when(Member::bolo, fields::expires_in)};
};

struct DeceasedChange {
  CivilianName name;
  bool deceased;
  static constexpr std::tuple members{required(fields::name), required(fields::deceased)};
};

struct VehiclePlate {
  Plate plate;
  static constexpr std::tuple members{required(fields::plate)};
};

struct VehicleList {
  std::optional<CivilianName> name;
  std::optional<bool> stolen;
  std::optional<bool> impounded;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> after;
  std::optional<ListOrder> order;
  static constexpr auto from = InputFrom::query;
  static constexpr std::tuple members{optional(fields::owner_name),   optional(fields::is_stolen),
                                      optional(fields::is_impounded), optional(fields::page_limit),
                                      optional(fields::after),        optional(fields::list_order)};
};

struct VehicleIdOnly {
  ExternalId vehicle_id;
  static constexpr std::tuple members{required(fields::vehicle_id)};
};

struct NewVehicle {
  CivilianName name;
  Plate plate;
  ShortText model;
  ShortText color;
  ColorType color_type;
  Registration registration;
  Insurance insurance;
  static constexpr std::tuple members{
      required(fields::name),     required(fields::plate),      required(fields::vehicle_model),
      required(fields::color),    required(fields::color_type), required(fields::registration),
      required(fields::insurance)};
};

template <>
struct EditableFields<VehicleField> {
  static constexpr std::array<input::EditableField, 4> all{
      input::like<fields::color>, input::like<fields::insurance>, input::like<fields::registration>,
      input::like<fields::stole>};
  static constexpr std::string_view example_field = R"("insurance")";
  static constexpr std::string_view example_value = R"("Expired")";
};

struct VehicleEdit {
  CivilianName name;
  Edit<VehicleField> edit;
  std::optional<Plate> plate;
  std::optional<ExternalId> vehicle_id;
  static constexpr std::tuple members{required(fields::name), blotter::edit<VehicleField>(),
                                      optional(fields::plate), optional(fields::vehicle_id)};
};

struct FirearmSerial {
  SerialNumber serial_number;
  static constexpr std::tuple members{required(fields::serial_number)};
};

struct FirearmList {
  std::optional<CivilianName> name;
  std::optional<bool> stolen;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> after;
  std::optional<ListOrder> order;
  static constexpr auto from = InputFrom::query;
  static constexpr std::tuple members{optional(fields::owner_name), optional(fields::is_stolen),
                                      optional(fields::page_limit), optional(fields::after),
                                      optional(fields::list_order)};
};

struct NewFirearm {
  CivilianName name;
  ShortText model;
  ShortText color;
  static constexpr std::tuple members{required(fields::name), required(fields::firearm_model),
                                      required(fields::color)};
};

template <>
struct EditableFields<FirearmField> {
  static constexpr std::array<input::EditableField, 2> all{input::like<fields::color>,
                                                           input::like<fields::stole>};
  static constexpr std::string_view example_field = R"("stole")";
  static constexpr std::string_view example_value = "true";
};

struct FirearmEdit {
  CivilianName name;
  Edit<FirearmField> edit;
  std::optional<SerialNumber> serial_number;
  static constexpr std::tuple members{required(fields::name), blotter::edit<FirearmField>(),
                                      optional(fields::serial_number)};
};

struct NewArrest {
  CivilianName name;
  PersonName officer_name;
  ExternalId officer_id;
  Narrative charges;
  double time;
  static constexpr std::tuple members{required(fields::name), required(fields::officer_name),
                                      required(fields::officer_id), required(fields::charges),
                                      required(fields::time)};
};

/// A citation or a fine.
struct NewPenalty {
  CivilianName name;
  PersonName officer_name;
  ExternalId officer_id;
  Narrative charges;
  double amount;
  static constexpr std::tuple members{required(fields::name), required(fields::officer_name),
                                      required(fields::officer_id), required(fields::charges),
                                      required(fields::amount)};
};

struct ImpoundChange {
  Plate plate;
  bool impound;
  std::optional<double> fee;
  std::optional<std::int64_t> release_in;
  static constexpr std::tuple members{required(fields::plate), required(fields::impound),
                                      optional_when(Member::impound, fields::fee),
                                      optional_when(Member::impound, fields::release_in)};
};

/// A page of what is active.
struct TermList {
  std::optional<std::int64_t> limit;
  std::optional<TermPosition> after;
  static constexpr std::tuple members{optional(fields::term_limit), optional(fields::term_after)};
};

struct Release {
  CivilianName name;
  PersonName officer_name;
  ExternalId officer_id;
  std::optional<Narrative> reason;
  static constexpr std::tuple members{required(fields::name), required(fields::officer_name),
                                      required(fields::officer_id),
                                      optional(fields::release_reason)};
};

struct SentenceChange {
  CivilianName name;
  std::int64_t count;
  double time;
  static constexpr std::tuple members{required(fields::name), required(fields::entry_count),
                                      required(fields::new_time)};
};

struct NewAdmission {
  CivilianName name;
  fields::RecoveryTime time;
  Narrative injures;
  PersonName unit_name;
  ExternalId unit_id;
  static constexpr std::tuple members{required(fields::name), required(fields::recovery_time),
                                      required(fields::injures), required(fields::unit_name),
                                      required(fields::unit_id)};
};

struct Search {
  SearchText q;
  std::optional<std::int64_t> limit;
  static constexpr std::tuple members{required(fields::q), optional(fields::search_limit)};
};

struct Events {
  std::optional<EventKinds> kinds;
  std::optional<CivilianId> civilian_id;
  std::optional<fields::EventPosition> after;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> wait;
  static constexpr auto from = InputFrom::query;
  static constexpr std::tuple members{
      optional(fields::event_kinds_filter), optional(fields::event_civilian_id),
      optional(fields::events_after), optional(fields::events_limit), optional(fields::wait)};
};

struct NewWebhook {
  WebhookUrl url;
  EventKinds kinds;
  WebhookFormat format;
  std::optional<PersonName> name;
  static constexpr std::tuple members{
      required(fields::webhook_url), required(fields::webhook_kinds),
      required(fields::webhook_format), optional(fields::webhook_name)};
  static std::optional<Member> url_in(const MemberValues&) { return Member::url; }
};

struct WebhookNamed {
  WebhookId id;
  static constexpr std::tuple members{required(fields::webhook_id)};
};

enum class WebhookField : std::uint8_t { url, kinds, name, active };
template <>
struct Spellings<WebhookField> {
  static constexpr std::array<std::string_view, 4> spellings{"url", "kinds", "name", "active"};
};

template <>
struct EditableFields<WebhookField> {
  static constexpr std::array<input::EditableField, 4> all{
      input::like<fields::webhook_url>, input::like<fields::webhook_kinds>,
      input::like<fields::webhook_name>, input::like<fields::webhook_active>};
  static constexpr std::string_view example_field = R"("active")";
  static constexpr std::string_view example_value = "true";
};

struct WebhookEdit {
  WebhookId id;
  Edit<WebhookField> edit;
  static constexpr std::tuple members{required(fields::webhook_id), blotter::edit<WebhookField>()};
  static std::optional<Member> url_in(const MemberValues& values) {
    const bool is_url = values[Member::field].text == spelling(WebhookField::url);
    return is_url ? std::optional(Member::value) : std::nullopt;
  }
};

struct WebhookDeliveries {
  WebhookId id;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> after;
  static constexpr std::tuple members{required(fields::webhook_id),
                                      optional(fields::deliveries_limit), optional(fields::after)};
};

struct WebhookRedelivery {
  WebhookId id;
  std::optional<std::int64_t> seq;
  std::optional<fields::FirstEvent> first;
  static constexpr std::tuple members{required(fields::webhook_id), suggested(fields::event_seq),
                                      optional(fields::first_event)};
};

struct UndoRequest {
  std::int64_t seq;
  static constexpr std::tuple members{required(fields::undo_seq)};
};

struct Audit {
  std::optional<CivilianId> civilian_id;
  std::optional<std::string> kind;
  std::optional<KeyId> key_id;
  std::optional<Timestamp> since;
  std::optional<Timestamp> until;
  std::optional<std::int64_t> limit;
  std::optional<std::int64_t> after;
  static constexpr std::tuple members{optional(fields::civilian_id), optional(fields::event_kind),
                                      optional(fields::key_id),      optional(fields::from),
                                      optional(fields::to),          optional(fields::audit_limit),
                                      optional(fields::after)};
};

}  // namespace blotter
