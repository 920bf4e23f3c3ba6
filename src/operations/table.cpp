// The operations. Routing, permissions, metrics, documentation and the generated tests read
// this.
#include <stdexcept>

#include "operations/audit.hpp"
#include "operations/civilian.hpp"
#include "operations/firearm.hpp"
#include "operations/handler.hpp"
#include "operations/key.hpp"
#include "operations/leo.hpp"
#include "operations/medical.hpp"
#include "operations/operation.hpp"
#include "operations/search.hpp"
#include "operations/stats.hpp"
#include "operations/vehicle.hpp"

namespace blotter {
namespace {

using enum ErrorId;
using enum Verb;
using handler::of;

// A table reads by its columns.
// clang-format off
constexpr Operation table[] = {
    {"civilian.info",     get,     "/api/civilian/info",     Scope::read,     of<civilian_info>,     "",                  "Everything on file about one civilian",            {character_not_found}},
    {"civilian.list",     get,     "/api/civilian/list",     Scope::read,     of<civilian_list>,     "",                  "All living civilians",                             {no_civilians}},
    {"civilian.create",   post,    "/api/civilian/create",   Scope::civilian, of<civilian_create>,   "civilian.created",  "Create a civilian",                                {civilian_exists}},
    {"civilian.edit",     patch,   "/api/civilian/edit",     Scope::civilian, of<civilian_edit>,     "civilian.edited",   "Change one field of a civilian",                   {character_not_found, civilian_exists, value_unchanged, civilian_is_deceased}},
    {"civilian.bolo",     patch,   "/api/civilian/bolo",     Scope::civilian, of<civilian_bolo>,     "civilian.bolo",     "Raise or end a BOLO",                              {character_not_found, bolo_active, bolo_inactive, civilian_is_deceased}},
    {"civilian.deceased", patch,   "/api/civilian/deceased", Scope::civilian, of<civilian_deceased>, "civilian.deceased", "Mark a civilian as deceased, for ever",            {character_not_found, civilian_is_deceased}},
    {"civilian.delete",   delete_, "/api/civilian/delete",   Scope::civilian, of<civilian_delete>,   "civilian.deleted",  "Delete a civilian with all that belongs to it",    {character_not_found}},
    {"vehicle.plate",     get,     "/api/vehicle/plate",     Scope::read,     of<vehicle_plate>,     "",                  "Look a vehicle up by its plate",                   {vehicle_not_found}, Answers::with_found},
    {"vehicle.list",      get,     "/api/vehicle/list",      Scope::read,     of<vehicle_list>,      "",                  "All vehicles",                                     {no_vehicles}},
    {"vehicle.create",    post,    "/api/vehicle/create",    Scope::vehicle,  of<vehicle_create>,    "vehicle.created",   "Register a vehicle to a civilian",                 {character_not_found, vehicle_exists, civilian_is_deceased, too_many_records}},
    {"vehicle.edit",      patch,   "/api/vehicle/edit",      Scope::vehicle,  of<vehicle_edit>,      "vehicle.edited",    "Change one field of a vehicle",                    {character_not_found, vehicle_not_found, civilian_is_deceased, several_vehicles}},
    {"vehicle.delete",    delete_, "/api/vehicle/delete",    Scope::vehicle,  of<vehicle_delete>,    "vehicle.deleted",   "Delete a vehicle",                                 {vehicle_not_found}},
    {"firearm.info",      get,     "/api/firearm/info",      Scope::read,     of<firearm_info>,      "",                  "Look a firearm up by its serial number",           {firearm_not_found}, Answers::with_found},
    {"firearm.list",      get,     "/api/firearm/list",      Scope::read,     of<firearm_list>,      "",                  "All firearms",                                     {no_firearms}},
    {"firearm.create",    post,    "/api/firearm/create",    Scope::firearm,  of<firearm_create>,    "firearm.created",   "Register a firearm to a civilian",                 {character_not_found, civilian_is_deceased, too_many_records}},
    {"firearm.edit",      patch,   "/api/firearm/edit",      Scope::firearm,  of<firearm_edit>,      "firearm.edited",    "Change one field of a firearm",                    {character_not_found, firearm_not_found, civilian_is_deceased, several_firearms}},
    {"firearm.delete",    delete_, "/api/firearm/delete",    Scope::firearm,  of<firearm_delete>,    "firearm.deleted",   "Delete a firearm",                                 {firearm_not_found}},
    {"leo.records",       get,     "/api/leo/records",       Scope::read,     of<leo_records>,       "",                  "A civilian's citations, fines and arrests",        {character_not_found}},
    {"leo.impound_state", get,     "/api/leo/impound",       Scope::read,     of<leo_impound_state>, "",                  "Whether a vehicle is impounded, and for how much", {vehicle_not_found}},
    {"leo.arrest",        post,    "/api/leo/arrest",        Scope::leo,      of<leo_arrest>,        "leo.arrested",      "Record an arrest",                                 {character_not_found, civilian_is_deceased, too_many_records}},
    {"leo.cite",          post,    "/api/leo/cite",          Scope::leo,      of<leo_cite>,          "leo.cited",         "Record a citation",                                {character_not_found, civilian_is_deceased, too_many_records}},
    {"leo.fine",          post,    "/api/leo/fine",          Scope::leo,      of<leo_fine>,          "leo.fined",         "Record a fine",                                    {character_not_found, civilian_is_deceased, too_many_records}},
    {"leo.impound",       patch,   "/api/leo/impound",       Scope::leo,      of<leo_impound>,       "vehicle.impounded", "Impound or release a vehicle",                     {vehicle_not_found, already_impounded, not_impounded}},
    {"medical.records",   get,     "/api/medical/records",   Scope::read,     of<medical_records>,   "",                  "A civilian's admissions",                          {character_not_found}},
    {"medical.admit",     post,    "/api/medical/admit",     Scope::medical,  of<medical_admit>,     "medical.admitted",  "Record an admission",                              {character_not_found, civilian_is_deceased, too_many_records}},
    {"key",               get,     "/api/key",               no_scope,        of<key_info>,          "",                  "The key that asks, and what it may do",            {}, Answers::plainly, DependsOn::more_than_records},
    {"stats",             get,     "/api/stats",             Scope::read,     of<stats>,             "",                  "The guild in numbers, and the last 30 days",       {}, Answers::plainly, DependsOn::more_than_records},
    {"audit",             get,     "/api/audit",             Scope::read,     of<audit>,             "",                  "What was changed, when and with which key",        {}, Answers::plainly, DependsOn::more_than_records},
    {"search",            get,     "/api/search",            Scope::read,     of<search>,            "",                  "Find civilians, vehicles and firearms by a part of what they are called", {}},
};
// clang-format on

/// After a failure; where even that cannot be asked any more, the failure is all there is to tell.
bool is_without_guild(Writer& records) {
  try {
    return !records.has_guild();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

std::span<const Operation> operations() { return table; }

Result<Rendered> run_change(const Operation& operation, const PreparedWrite& prepared,
                            WriteCall& call) {
  // First of all, so that changes of one guild wait for each other here and nowhere later.
  call.records.lock_guild();
  Result<Rendered> rendered;
  try {
    rendered = prepared(call);
  } catch (...) {
    // Without its guild no record can be kept either, and that is the cause to tell.
    if (is_without_guild(call.records)) return fail(ErrorId::unauthorised);
    throw;
  }
  if (!call.records.has_guild()) return fail(ErrorId::unauthorised);
  if (!rendered) return rendered;
  if (!call.change) throw std::logic_error("a change left no event");
  call.records.append({.id = call.ids.next(call.now, call.random),
                       .kind = operation.event,
                       .at = call.now,
                       .key = call.key,
                       .change = std::move(*call.change)});
  return rendered;
}

}  // namespace blotter
