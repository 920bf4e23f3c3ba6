#include "operations/change.hpp"

#include <stdexcept>

namespace blotter {
namespace {

/// After a failure. False if the store does not respond; then the failure itself is reported.
bool is_without_guild(Writer& records) {
  try {
    return !records.has_guild();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

Result<Rendered> run_change(const Operation& operation, const PreparedChange& prepared,
                            WriteCall& call) {
  // Comes first, so that changes of one guild wait for each other here and nowhere later.
  call.records.lock_guild();
  Result<Rendered> rendered;
  try {
    rendered = prepared(call);
  } catch (const std::exception&) {
    // Without its guild no record can be stored; that is the cause to report.
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
