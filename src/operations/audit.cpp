#include "operations/audit.hpp"

namespace blotter {

Result<AuditShown> audit(ReadCall& call, const Audit& in) {
  constexpr std::int64_t usual_limit = 50;
  const AuditFilter filter{.civilian = in.civilian_id,
                           .kind = in.kind,
                           .key = in.key_id,
                           .from = in.since,
                           .to = in.until};
  AuditPart part{.events_max = in.limit.value_or(usual_limit)};
  if (in.after) part.below = *in.after;
  return AuditShown{call.records.guild(), call.records.audit(filter, part)};
}

}  // namespace blotter
