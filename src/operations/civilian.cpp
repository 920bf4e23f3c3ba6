#include "operations/civilian.hpp"

#include <fmt/format.h>

#include "operations/list.hpp"
#include "operations/lookup.hpp"

namespace blotter {

Result<CivilianFile> civilian_info(ReadCall& call, const CivilianNamed& in) {
  auto dossier = find_dossier(call.records, in.name, EntryKinds::all());
  if (!dossier) return fail(dossier.error());
  call.about = dossier->civilian.id;
  return CivilianFile{std::move(*dossier), call.records.guild()};
}

Result<output::Listed<Civilian>> civilian_list(ReadCall& call, const CivilianList& in) {
  const CivilianFilter filter{in.name, in.bolo};
  return list(call, in, filter, &Reader::count_living, &Reader::living, ErrorId::no_civilians);
}

Result<CivilianCreated> civilian_create(WriteCall& call, const NewCivilian& in) {
  Civilian civilian{.id = {call.ids.next(call.now, call.random)},
                    .user_id = in.user_id,
                    .user_name = in.user_name,
                    .name = in.name,
                    .age = in.age,
                    .dob = in.dob,
                    .gender = in.gender,
                    .hair = in.hair,
                    .height = in.height,
                    .weight = in.weight,
                    .address = in.address,
                    .occupation = in.occupation,
                    .registered = call.now};
  if (!call.records.insert(civilian)) return fail(ErrorId::civilian_exists);
  call.change = created(civilian);
  call.change->actor = in.user_name.str();
  return CivilianCreated{call.records.guild(), std::move(civilian), "Created civilian"};
}

Result<CivilianEdited> civilian_edit(WriteCall& call, const CivilianEdit& in) {
  const auto before = find_civilian(call.records, in.name);
  if (!before) return fail(before.error());
  auto after = edited(*before, in.edit.field, in.edit.value);
  if (!after) return fail(after.error());
  if (!call.records.update(*before, *after)) return fail(ErrorId::civilian_exists);
  call.change = changed(*before, *after);
  return CivilianEdited{.guild = call.records.guild(),
                        .civilian = std::move(*after),
                        .field = in.edit.field,
                        .value = in.edit.value,
                        .old_value = value_of(*before, in.edit.field),
                        .success = fmt::format("Updated civilian {}", spelling(in.edit.field))};
}

Result<BoloChanged> civilian_bolo(WriteCall& call, const BoloChange& in) {
  const auto before = find_civilian(call.records, in.name);
  if (!before) return fail(before.error());
  auto after =
      with_bolo(*before, in.bolo ? Bolo::active(*in.reason, Term::from(call.now, in.expires_in))
                                 : Bolo::inactive());
  if (!after) return fail(after.error());
  call.records.update(*before, *after);
  call.change = changed(*before, *after);
  return BoloChanged{call.records.guild(), std::move(*after),
                     in.bolo ? "Activated BOLO" : "Deactivated BOLO"};
}

Result<CivilianDied> civilian_deceased(WriteCall& call, const DeceasedChange& in) {
  const auto before = find_civilian(call.records, in.name);
  if (!before) return fail(before.error());
  auto after = marked_deceased(*before);
  if (!after) return fail(after.error());
  call.records.update(*before, *after);
  call.change = changed(*before, *after);
  return CivilianDied{call.records.guild(), std::move(*after), "Marked civilian as deceased"};
}

Result<CivilianDeleted> civilian_delete(WriteCall& call, const CivilianNamed& in) {
  auto civilian = find_civilian(call.records, in.name);
  if (!civilian) return fail(civilian.error());
  erase(call, *civilian);
  call.change = deleted(*civilian);
  return CivilianDeleted{call.records.guild(), std::move(*civilian), "Deleted civilian"};
}

}  // namespace blotter
