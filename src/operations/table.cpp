// The operations. Routing, permissions, metrics, documentation and the generated tests read this
// table.
#include "operations/active_terms.hpp"
#include "operations/audit.hpp"
#include "operations/check.hpp"
#include "operations/civilian.hpp"
#include "operations/custody.hpp"
#include "operations/events.hpp"
#include "operations/firearm.hpp"
#include "operations/guild_keys.hpp"
#include "operations/handler.hpp"
#include "operations/history.hpp"
#include "operations/key.hpp"
#include "operations/leo.hpp"
#include "operations/medical.hpp"
#include "operations/operation.hpp"
#include "operations/penal_code.hpp"
#include "operations/search.hpp"
#include "operations/stats.hpp"
#include "operations/undo.hpp"
#include "operations/vehicle.hpp"
#include "operations/webhook.hpp"

namespace blotter {
namespace {

using enum ErrorId;
using enum Verb;
using handler::of;

// Officers raise BOLOs and report stolen things.
constexpr Rights bolo_rights{{Scope::civilian}, {Scope::leo}};
constexpr Rights vehicle_rights{{Scope::vehicle}, {Scope::leo, when(Member::field, "stole")}};
constexpr Rights firearm_rights{{Scope::firearm}, {Scope::leo, when(Member::field, "stole")}};
// Who makes an entry may void it.
constexpr auto admission = spelling(EntryKind::admission);
constexpr Rights void_rights{{Scope::leo, unless(Member::kind, admission)},
                             {Scope::medical, when(Member::kind, admission)}};

// Aligned columns are easier to read.
// clang-format off
constexpr Operation table[] = {
    {"civilian.info",     get,     "/api/civilian/info",     Scope::read,     of<civilian_info>,     "",                  "Everything on file about one civilian",            {character_not_found}, FoundMember::absent, DependsOn::records},
    {"civilian.list",     get,     "/api/civilian/list",     Scope::read,     of<civilian_list>,     "",                  "All living civilians",                             {no_civilians}, FoundMember::absent, DependsOn::records},
    {"civilian.create",   post,    "/api/civilian/create",   Scope::civilian, of<civilian_create>,   "civilian.created",  "Create a civilian",                                {civilian_exists}},
    {"civilian.edit",     patch,   "/api/civilian/edit",     Scope::civilian, of<civilian_edit>,     "civilian.edited",   "Change one field of a civilian",                   {character_not_found, civilian_exists, value_unchanged, civilian_is_deceased}},
    {"civilian.bolo",     patch,   "/api/civilian/bolo",     bolo_rights,     of<civilian_bolo>,     bolo_kind,           "Raise or end a BOLO",                              {character_not_found, bolo_active, bolo_inactive, civilian_is_deceased}},
    {"civilian.deceased", patch,   "/api/civilian/deceased", Scope::civilian, of<civilian_deceased>, "civilian.deceased", "Mark a civilian as deceased, permanently",         {character_not_found, civilian_is_deceased}},
    {"civilian.delete",   delete_, "/api/civilian/delete",   Scope::civilian, of<civilian_delete>,   "civilian.deleted",  "Delete a civilian with all its data",              {character_not_found}},
    {"civilian.bolos",    get,     "/api/civilian/bolos",    Scope::read,     of<civilian_bolos>,    "",                  "Active BOLOs, newest first",                       {}},
    {"civilian.check",    get,     "/api/civilian/check",    Scope::read,     of<civilian_check>,    "",                  "Whether to stop a civilian, and why",              {}, FoundMember::absent, DependsOn::records},
    {"vehicle.plate",     get,     "/api/vehicle/plate",     Scope::read,     of<vehicle_plate>,     "",                  "Look up a vehicle by its plate",                   {vehicle_not_found}, FoundMember::present, DependsOn::records},
    {"vehicle.list",      get,     "/api/vehicle/list",      Scope::read,     of<vehicle_list>,      "",                  "All vehicles",                                     {no_vehicles}, FoundMember::absent, DependsOn::records},
    {"vehicle.create",    post,    "/api/vehicle/create",    Scope::vehicle,  of<vehicle_create>,    "vehicle.created",   "Register a vehicle to a civilian",                 {character_not_found, vehicle_exists, civilian_is_deceased, too_many_records}},
    {"vehicle.edit",      patch,   "/api/vehicle/edit",      vehicle_rights,  of<vehicle_edit>,      "vehicle.edited",    "Change one field of a vehicle",                    {character_not_found, vehicle_not_found, civilian_is_deceased, several_vehicles}},
    {"vehicle.delete",    delete_, "/api/vehicle/delete",    Scope::vehicle,  of<vehicle_delete>,    "vehicle.deleted",   "Delete a vehicle",                                 {vehicle_not_found}},
    {"vehicle.check",     get,     "/api/vehicle/check",     Scope::read,     of<vehicle_check>,     "",                  "Whether to stop a vehicle, and why",               {}, FoundMember::absent, DependsOn::records},
    {"firearm.info",      get,     "/api/firearm/info",      Scope::read,     of<firearm_info>,      "",                  "Look up a firearm by its serial number",           {firearm_not_found}, FoundMember::present, DependsOn::records},
    {"firearm.list",      get,     "/api/firearm/list",      Scope::read,     of<firearm_list>,      "",                  "All firearms",                                     {no_firearms}, FoundMember::absent, DependsOn::records},
    {"firearm.create",    post,    "/api/firearm/create",    Scope::firearm,  of<firearm_create>,    "firearm.created",   "Register a firearm to a civilian",                 {character_not_found, civilian_is_deceased, too_many_records}},
    {"firearm.edit",      patch,   "/api/firearm/edit",      firearm_rights,  of<firearm_edit>,      "firearm.edited",    "Change one field of a firearm",                    {character_not_found, firearm_not_found, civilian_is_deceased, several_firearms}},
    {"firearm.delete",    delete_, "/api/firearm/delete",    Scope::firearm,  of<firearm_delete>,    "firearm.deleted",   "Delete a firearm",                                 {firearm_not_found}},
    {"leo.records",       get,     "/api/leo/records",       Scope::read,     of<leo_records>,       "",                  "A civilian's citations, fines and arrests",        {character_not_found}, FoundMember::absent, DependsOn::records},
    {"leo.impound_state", get,     "/api/leo/impound",       Scope::read,     of<leo_impound_state>, "",                  "Whether a vehicle is impounded, and the fee",      {vehicle_not_found}, FoundMember::absent, DependsOn::records},
    {"leo.arrest",        post,    "/api/leo/arrest",        Scope::leo,      of<leo_arrest>,        "leo.arrested",      "Record an arrest",                                 {character_not_found, civilian_is_deceased, too_many_records}},
    {"leo.cite",          post,    "/api/leo/cite",          Scope::leo,      of<leo_cite>,          "leo.cited",         "Record a citation",                                {character_not_found, civilian_is_deceased, too_many_records}},
    {"leo.fine",          post,    "/api/leo/fine",          Scope::leo,      of<leo_fine>,          "leo.fined",         "Record a fine",                                    {character_not_found, civilian_is_deceased, too_many_records}},
    {"leo.impound",       patch,   "/api/leo/impound",       Scope::leo,      of<leo_impound>,       impound_kind,        "Impound or release a vehicle",                     {vehicle_not_found, already_impounded, not_impounded}},
    {"leo.impounds",      get,     "/api/leo/impounds",      Scope::read,     of<leo_impounds>,      "",                  "Impounded vehicles, newest first",                 {}},
    {"leo.custody",       get,     "/api/leo/custody",       Scope::read,     of<leo_custody>,       "",                  "Who is in custody, the next to be released first", {}},
    {"leo.release",       post,    "/api/leo/release",       Scope::leo,      of<leo_release>,       released_kind,       "Release a civilian from custody",                  {character_not_found, civilian_is_deceased, not_in_custody}},
    {"leo.sentence",      patch,   "/api/leo/sentence",      Scope::leo,      of<leo_sentence>,      released_kind,       "Lengthen or shorten an arrest that runs",          {character_not_found, entry_not_found, civilian_is_deceased, not_in_custody}},
    {"leo.void",          post,    "/api/leo/void",          void_rights,     of<leo_void>,          voided_kind,         "Mark an entry as void",                            {character_not_found, entry_not_found, civilian_is_deceased, already_void}},
    {"leo.history",       get,     "/api/leo/history",       Scope::read,     of<leo_history>,       "",                  "All entries of a civilian, void ones too, newest first", {character_not_found}, FoundMember::absent, DependsOn::records},
    {"medical.records",   get,     "/api/medical/records",   Scope::read,     of<medical_records>,   "",                  "A civilian's admissions",                          {character_not_found}, FoundMember::absent, DependsOn::records},
    {"medical.admit",     post,    "/api/medical/admit",     Scope::medical,  of<medical_admit>,     "medical.admitted",  "Record an admission",                              {character_not_found, civilian_is_deceased, too_many_records}},
    {"webhook.create",    post,    "/api/webhook/create",    Scope::admin,    of<webhook_create>,    "webhook.created",   "Send events to a URL as they happen",              {too_many_webhooks}},
    {"webhook.list",      get,     "/api/webhook/list",      Scope::admin,    of<webhook_list>,      "",                  "All webhooks, and how their deliveries go",        {}},
    {"webhook.edit",      patch,   "/api/webhook/edit",      Scope::admin,    of<webhook_edit>,      "webhook.edited",    "Change one field of a webhook",                    {webhook_not_found}},
    {"webhook.delete",    delete_, "/api/webhook/delete",    Scope::admin,    of<webhook_delete>,    "webhook.deleted",   "Delete a webhook",                                 {webhook_not_found}},
    {"webhook.test",      post,    "/api/webhook/test",      Scope::admin,    of<webhook_test>,      "",                  "Send a test event now and show the receiver's reply", {webhook_not_found}},
    {"webhook.deliveries", get,    "/api/webhook/deliveries", Scope::admin,   of<webhook_deliveries>, "",                 "The attempts of the last 7 days, newest first",    {webhook_not_found}},
    {"webhook.redeliver", post,    "/api/webhook/redeliver", Scope::admin,    of<webhook_redeliver>, "webhook.redelivered", "Send one event again, or all since one",         {webhook_not_found, webhook_is_disabled, unknown_event_number}},
    {"penalcode",         get,     "/api/penal-code",        Scope::read,     of<penal_code>,        "",                  "The penal code: what offences cost",               {}, FoundMember::absent, DependsOn::records},
    {"penalcode.set",     put,     "/api/penal-code",        Scope::admin,    of<penal_code_set>,    "penalcode.changed", "Replace the penal code",                           {}},
    {"key",               get,     "/api/key",               any_key,         of<key_info>,          "",                  "The key of this request and its scopes",           {}},
    {"key.list",          get,     "/api/key/list",          Scope::admin,    of<key_list>,          "",                  "All keys of the guild, and pending invitations",   {}},
    {"key.create",        post,    "/api/key/create",        Scope::admin,    of<key_create>,        key_created_kind,    "Create a key for the guild",                       {too_many_keys}},
    {"key.invite",        post,    "/api/key/invite",        Scope::admin,    of<key_invite>,        "key.invited",       "Create a link with which somebody makes a key, once", {too_many_keys}},
    {"key.revoke",        delete_, "/api/key/revoke",        Scope::admin,    of<key_revoke>,        key_revoked_kind,    "Revoke a key or an invitation",                    {key_not_found, last_owner}},
    {"stats",             get,     "/api/stats",             Scope::read,     of<stats>,             "",                  "Statistics of the guild and its last 30 days",     {}},
    {"audit",             get,     "/api/audit",             Scope::read,     of<audit>,             "",                  "What changed, when and with which key",            {}},
    {"audit.undo",        post,    "/api/audit/undo",        Scope::admin,    of<audit_undo>,        any_event,           "Take one change back",                             {event_not_found, changed_since, cannot_restore, not_undoable, civilian_is_deceased, too_many_records, too_many_webhooks, too_many_keys, last_owner}},
    {"events",            get,     "/api/events",            Scope::read,     of<events>,            "",                  "What changes, as it happens: a stream of events, or pages of them", {unknown_event_number}},
    {"search",            get,     "/api/search",            Scope::read,     of<search>,            "",                  "Find civilians, vehicles and firearms by part of a name, plate or serial number, or by the player", {}, FoundMember::absent, DependsOn::records},
};
// clang-format on

}  // namespace

std::span<const Operation> operations() { return table; }

std::span<const std::string_view> fields::event_kinds() {
  static const auto kinds = [] {
    std::vector<std::string_view> all;
    for (const Operation& operation : table) {
      if (operation.event.empty() || operation.event == any_event) continue;
      if (std::ranges::find(all, operation.event) == all.end()) all.push_back(operation.event);
    }
    all.push_back(webhook_disabled_kind);
    return all;
  }();
  return kinds;
}

}  // namespace blotter
