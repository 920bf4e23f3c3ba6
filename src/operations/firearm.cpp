#include "operations/firearm.hpp"

#include <fmt/format.h>

#include "operations/belongings.hpp"
#include "operations/list.hpp"
#include "operations/selection.hpp"

namespace blotter {
namespace {

Result<Firearm> select_firearm(Reader& records, const Civilian& owner, const FirearmEdit& in) {
  std::vector<Firearm> candidates;
  if (!in.serial_number) {
    candidates = records.firearms_of(owner);
  } else if (auto firearm = records.firearm(*in.serial_number)) {
    candidates.push_back(std::move(*firearm));
  }
  const auto matches = [&](const Firearm& firearm) { return firearm.owner.id == owner.id; };
  const auto label = [](const Firearm& firearm) { return firearm.serial_number.str(); };
  return select_one(owner, std::move(candidates), matches, label,
                    {ErrorId::firearm_not_found, ErrorId::several_firearms,
                     "send serialNumber to choose one of"});
}

}  // namespace

Result<FirearmFound> firearm_info(ReadCall& call, const FirearmSerial& in) {
  auto found = find_firearm(call.records, in.serial_number);
  return show_belonging<FirearmFound>(call, std::move(found));
}

Result<output::Listed<Firearm>> firearm_list(ReadCall& call, const FirearmList& in) {
  const FirearmFilter filter{in.name, in.stolen};
  return list(call, in, filter, &Reader::count_firearms, &Reader::firearms, ErrorId::no_firearms);
}

Result<FirearmCreated> firearm_create(WriteCall& call, const NewFirearm& in) {
  auto owner = find_living(call.records, in.name);
  if (!owner) return fail(owner.error());
  if (call.records.has_firearms(*owner, firearms_max)) return fail(ErrorId::too_many_records);
  const auto make = [&] {
    return Firearm{.id = {call.ids.next(call.now, call.random)},
                   .owner = Owner::of(*owner),
                   .serial_number = random_serial_number(call.random),
                   .model = in.model,
                   .color = in.color,
                   .registered = call.now};
  };
  Firearm firearm = make();
  while (!call.records.insert(firearm)) firearm = make();
  call.change = created(firearm);
  return FirearmCreated{call.records.guild(), std::move(*owner), std::move(firearm),
                        "Created firearm"};
}

Result<FirearmEdited> firearm_edit(WriteCall& call, const FirearmEdit& in) {
  auto done = edit_belonging(call, in, select_firearm);
  if (!done) return fail(std::move(done.error()));
  return FirearmEdited{.guild = call.records.guild(),
                       .civilian = std::move(done->owner),
                       .firearm = std::move(done->after),
                       .success = fmt::format("Updated firearm {}", spelling(in.edit.field))};
}

Result<output::Deleted<FirearmId>> firearm_delete(WriteCall& call, const FirearmSerial& in) {
  auto found = find_firearm(call.records, in.serial_number);
  return delete_belonging(call, std::move(found), "Deleted firearm");
}

}  // namespace blotter
