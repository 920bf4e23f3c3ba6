// The clock: ends BOLOs, impounds and custody when their time has come.
#pragma once

#include "base/ids.hpp"
#include "base/random.hpp"
#include "storage/store.hpp"

namespace blotter {

/// Ends some of what is due in the guild, and appends an event for each. The guild is locked first
/// and everything is read after that, so each thing ends once, however many instances try.
void end_due(Writer& records, Timestamp now, IdSource& ids, Random& random);

/// Appends the event of a change that the clock made.
void append_by_clock(Writer& records, std::string_view kind, Change change, Timestamp now,
                     IdSource& ids, Random& random);

}  // namespace blotter
