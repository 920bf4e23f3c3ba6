#include "operations/due.hpp"

#include "operations/custody.hpp"

namespace blotter {
namespace {

// So few that changes of other guilds, which wait for them, are hardly delayed.
constexpr std::int64_t ends_at_once = 6;

class DueChanges {
 public:
  DueChanges(Writer& records, Timestamp now, IdSource& ids, Random& random)
      : records_(records), now_(now), ids_(ids), random_(random) {}

  void end_bolos() {
    for (const Civilian& before : records_.bolos_due(now_, left_)) {
      Civilian after = before;
      after.bolo = Bolo::inactive();
      records_.update(before, after);
      append(bolo_kind, changed(before, after));
    }
  }

  void end_impounds() {
    for (const Vehicle& before : records_.impounds_due(now_, left_)) {
      Vehicle after = before;
      after.impound = Impound::lifted();
      records_.update(after);
      append(impound_kind, changed(before, after));
    }
  }

  void end_custodies() {
    for (const InCustody& custody : records_.custodies_due(now_, left_)) {
      end_custody(records_, custody, now_, ids_, random_);
      --left_;
    }
  }

  [[nodiscard]] bool may_have_more() const { return left_ == 0; }

 private:
  void append(std::string_view kind, Change change) {
    append_by_clock(records_, kind, std::move(change), now_, ids_, random_);
    --left_;
  }

  Writer& records_;
  const Timestamp now_;
  IdSource& ids_;
  Random& random_;
  std::int64_t left_ = ends_at_once;
};

}  // namespace

void append_by_clock(Writer& records, std::string_view kind, Change change, Timestamp now,
                     IdSource& ids, Random& random) {
  change.actor = clock_actor;
  records.append({.id = ids.next(now, random),
                  .kind = kind,
                  .at = now,
                  .key = std::nullopt,
                  .key_name = "",
                  .change = std::move(change)});
}

void end_due(Writer& records, Timestamp now, IdSource& ids, Random& random) {
  records.lock_guild();
  if (!records.has_guild()) return;
  DueChanges changes(records, now, ids, random);
  changes.end_bolos();
  changes.end_impounds();
  changes.end_custodies();
  if (!changes.may_have_more()) records.set_next_end();
}

}  // namespace blotter
