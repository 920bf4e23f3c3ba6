// How a change runs: it locks the guild, looks for an earlier run of the same request, runs the
// handler, appends the event and stores the response for retries.
#pragma once

#include "operations/operation.hpp"

namespace blotter {

/// Runs a prepared change and appends its event in the same transaction. A request that repeats an
/// earlier one gets the response of that one, and changes nothing. Throws if the change set
/// no event, so that no change is stored without one.
Result<Rendered> run_change(const Operation& operation, const PreparedChange& prepared,
                            WriteCall& call);

}  // namespace blotter
