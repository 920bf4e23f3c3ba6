// What a handler gets beside its input, and what it tells of the change it made.
#pragma once

#include <optional>
#include <utility>

#include "base/ids.hpp"
#include "base/random.hpp"
#include "operations/records.hpp"
#include "storage/store.hpp"

namespace blotter {

struct ReadCall {
  Reader& records;
  /// The same however often the call is run.
  Timestamp now;
  const ApiKey& key;
  /// The civilian on whom, with what belongs to him, all of the answer depends. Left out by
  /// handlers whose answer depends on more.
  std::optional<CivilianId> about = std::nullopt;
};

struct WriteCall {
  Writer& records;
  Timestamp now;
  std::optional<KeyId> key;
  IdSource& ids;
  Random& random;
  /// Set by every handler that succeeds; it becomes the event of the change.
  std::optional<Change> change = std::nullopt;
};

template <class Record>
std::string archived(const Record& record) {
  return shape::to_json(record, shape::archive<Record>);
}

inline CivilianId civilian_of(const Civilian& civilian) { return civilian.id; }
template <class Record>
CivilianId civilian_of(const Record& record) {
  return record.owner.id;
}

template <class Record>
Change created(const Record& record) {
  return {.civilian = civilian_of(record),
          .subject = record.id.value,
          .actor = std::nullopt,
          .before = std::nullopt,
          .after = archived(record)};
}

template <class Record>
Change changed(const Record& before, const Record& after) {
  auto [old_members, new_members] = shape::differences(before, after, shape::archive<Record>);
  return {.civilian = civilian_of(after),
          .subject = after.id.value,
          .actor = std::nullopt,
          .before = std::move(old_members),
          .after = std::move(new_members)};
}

template <class Record>
Change deleted(const Record& record) {
  return {.civilian = civilian_of(record),
          .subject = record.id.value,
          .actor = std::nullopt,
          .before = archived(record),
          .after = std::nullopt};
}

}  // namespace blotter
