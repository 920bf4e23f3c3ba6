// What the operations on vehicles and on firearms have in common: both belong to a civilian.
#pragma once

#include <utility>

#include "operations/call.hpp"
#include "operations/lookup.hpp"
#include "operations/output.hpp"

namespace blotter {

/// The response of a lookup. It depends on the owner and what belongs to it.
template <class Output, class Record>
Result<Output> show_belonging(ReadCall& call, Result<Record> found) {
  if (!found) return fail(std::move(found.error()));
  call.about = found->owner.id;
  return Output{call.records.guild(), std::move(*found)};
}

template <class Record>
struct EditedBelonging {
  Civilian owner;
  Record before;
  Record after;
};

/// Changes one field of the record that `select` finds among those of the named civilian.
template <class Record, class Input>
Result<EditedBelonging<Record>> edit_belonging(WriteCall& call, const Input& in,
                                               Result<Record> (*select)(Reader&, const Civilian&,
                                                                        const Input&)) {
  auto owner = find_civilian(call.records, in.name);
  if (!owner) return fail(std::move(owner.error()));
  auto before = select(call.records, *owner, in);
  if (!before) return fail(std::move(before.error()));
  Record after = edited(*before, in.edit.field, in.edit.value);
  call.records.update(after);
  call.change = changed(*before, after);
  return EditedBelonging<Record>{std::move(*owner), std::move(*before), std::move(after)};
}

template <class Record>
Result<output::Deleted<decltype(Record::id)>> delete_belonging(WriteCall& call,
                                                               Result<Record> found,
                                                               std::string_view success) {
  if (!found) return fail(std::move(found.error()));
  erase(call, *found);
  call.change = deleted(*found);
  return output::Deleted<decltype(Record::id)>{call.records.guild(), found->id, success};
}

}  // namespace blotter
