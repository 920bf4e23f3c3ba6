// How a change runs: it locks the guild, runs the handler and appends the event.
#pragma once

#include "operations/operation.hpp"

namespace blotter {

/// Runs a prepared change and appends its event in the same transaction. Throws if the change set
/// no event, so that no change is stored without one.
Result<Rendered> run_change(const Operation& operation, const PreparedChange& prepared,
                            WriteCall& call);

}  // namespace blotter
