// What a handler gets besides its input, and the change that it reports.
#pragma once

#include <chrono>
#include <optional>
#include <utility>

#include "base/ids.hpp"
#include "base/random.hpp"
#include "operations/records.hpp"
#include "storage/store.hpp"

namespace blotter {

struct ReadCall {
  Reader& records;
  /// The same in every run, if the call is run more than once.
  Timestamp now;
  const ApiKey& key;
  /// Set if the response depends only on this civilian and what belongs to it. Empty if the
  /// response depends on more.
  std::optional<CivilianId> about = std::nullopt;
};

/// The headers of the request.
class Headers {
 public:
  virtual ~Headers() = default;
  /// The first header of that name, ignoring case; "" if there is none.
  [[nodiscard]] virtual std::string_view header(std::string_view name) const = 0;
};

/// For changes that no request makes.
class NoHeaders final : public Headers {
 public:
  [[nodiscard]] std::string_view header(std::string_view) const override { return ""; }
};

/// Learns what streams do, for the metrics. Called from any thread; outlives the streams.
class StreamObserver {
 public:
  virtual ~StreamObserver() = default;
  /// A piece with events was given to the connection; `lag` is the age of the oldest of them,
  /// unless they are history.
  virtual void on_events_sent(std::size_t events, std::optional<std::chrono::milliseconds> lag) = 0;
  /// A client was too slow.
  virtual void on_cut_off() = 0;
  /// The time now, to measure the lag.
  [[nodiscard]] virtual Timestamp now() const = 0;
};

/// A stream begins with a read of one snapshot. Later it gets events from the feed, and reads again
/// through the store.
struct StreamCall {
  Reader& records;
  Timestamp now;
  const ApiKey& key;
  const Headers& headers;
  Store& store;
  StreamObserver& observer;
  /// Set if the request has waited for an event after this number.
  std::optional<std::int64_t> waited_after = std::nullopt;
};

/// A request to another server begins with a read.
struct ExchangeCall {
  Reader& records;
  Timestamp now;
  IdSource& ids;
  Random& random;
};

struct WriteCall {
  Writer& records;
  Timestamp now;
  /// Null if no request makes the change.
  const ApiKey* key;
  IdSource& ids;
  Random& random;
  const Headers& headers;
  /// How long deleted records are kept; without it they are deleted at once and permanently.
  std::optional<std::chrono::milliseconds> keep_deleted = std::nullopt;
  /// The id of the event that the change will append, if the handler has to know it. It must be the
  /// last id that the handler creates: after a restart, ids continue after the newest event.
  std::optional<std::int64_t> event_id = std::nullopt;
  /// The number of the event that the change takes back, set by the handler.
  std::optional<std::int64_t> undoes = std::nullopt;
  /// Replaces the kind of the operation's events, set by the handler.
  std::optional<std::string_view> kind = std::nullopt;
  /// Set if the request has an Idempotency-Key.
  std::optional<IdempotentRequest> idempotent = std::nullopt;
  /// Set by every handler that succeeds; it becomes the event.
  std::optional<Change> change = std::nullopt;
};

/// Deletes the record; it can be restored if deleted records are kept.
template <class Record>
void erase(WriteCall& call, const Record& record) {
  call.keep_deleted ? call.records.keep(record, call.now) : call.records.erase(record);
}

template <class Record>
std::string archived(const Record& record) {
  return shape::to_json(record, shape::archive<Record>);
}

inline CivilianId civilian_of(const Civilian& civilian) { return civilian.id; }
inline std::string civilian_name_of(const Civilian& civilian) { return civilian.name.str(); }
/// After the record was deleted.
inline std::string remaining_name(const Civilian&) { return ""; }

template <class Record>
CivilianId civilian_of(const Record& record) {
  return record.owner.id;
}
template <class Record>
std::string civilian_name_of(const Record& record) {
  return record.owner.name.str();
}
template <class Record>
std::string remaining_name(const Record& record) {
  return civilian_name_of(record);
}

template <class Record>
Change created(const Record& record) {
  return {.civilian = civilian_of(record),
          .civilian_name = civilian_name_of(record),
          .subject = record.id.value,
          .actor = std::nullopt,
          .before = std::nullopt,
          .after = archived(record)};
}

template <class Record>
Change changed(const Record& before, const Record& after) {
  auto [old_members, new_members] = shape::differences(before, after, shape::archive<Record>);
  return {.civilian = civilian_of(after),
          .civilian_name = civilian_name_of(after),
          .subject = after.id.value,
          .actor = std::nullopt,
          .before = std::move(old_members),
          .after = std::move(new_members)};
}

template <class Record>
Change deleted(const Record& record) {
  return {.civilian = civilian_of(record),
          .civilian_name = remaining_name(record),
          .subject = record.id.value,
          .actor = std::nullopt,
          .before = archived(record),
          .after = std::nullopt};
}

}  // namespace blotter
