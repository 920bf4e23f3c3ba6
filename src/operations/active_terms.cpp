#include "operations/active_terms.hpp"

#include <limits>

#include <fmt/format.h>

namespace blotter {
namespace {

constexpr std::int64_t usual_limit = 100;
// A page ends after the result whose texts make it reach this size.
constexpr std::size_t page_bytes_max = std::size_t{256} * 1024;

constexpr std::int64_t id_max = std::numeric_limits<std::int64_t>::max();
constexpr TermPosition newest{{id_max}, id_max};
constexpr TermPosition soonest{{0}, 0};

ActiveBolo show(ReadCall& call, Civilian civilian) { return {std::move(civilian), call.now}; }

ActiveImpound show(ReadCall& call, Vehicle vehicle) { return {std::move(vehicle), call.now}; }

ActiveCustody show(ReadCall& call, InCustody custody) {
  ActiveCustody shown{std::move(custody.civilian), custody.until, {}, call.now};
  for (Entry& arrest :
       call.records.running_arrests(shown.civilian.id, call.now, ActiveCustody::arrests_max)) {
    shown.arrests.push_back({std::move(arrest), call.now});
  }
  return shown;
}

std::size_t text_bytes(const ActiveBolo& shown) { return shown.civilian.bolo.reason().size(); }
std::size_t text_bytes(const ActiveImpound& shown) { return shown.vehicle.model.str().size(); }
std::size_t text_bytes(const ActiveCustody& shown) {
  std::size_t bytes = 0;
  for (const RunningArrest& arrest : shown.arrests) bytes += arrest.entry.text.str().size();
  return bytes;
}

template <class Item, class Record>
Result<TermPage<Item>> page(ReadCall& call, const TermList& in, TermPosition first,
                            std::int64_t (Reader::*count)(),
                            std::vector<Record> (Reader::*records)(TermPosition, std::int64_t)) {
  call.records.require_snapshot();
  const std::int64_t amount = (call.records.*count)();
  const auto limit = static_cast<std::size_t>(in.limit.value_or(usual_limit));
  TermPage<Item> page{amount, call.records.guild(), {}, std::nullopt};
  std::size_t bytes = 0;
  // One more than requested shows whether there are more.
  for (Record& record :
       (call.records.*records)(in.after.value_or(first), static_cast<std::int64_t>(limit) + 1)) {
    if (page.items.size() == limit || bytes >= page_bytes_max) {
      const TermPosition last = page.items.back().position();
      page.next = fmt::format("{}-{}", last.at.ms, last.id);
      break;
    }
    page.items.push_back(show(call, std::move(record)));
    bytes += text_bytes(page.items.back());
  }
  return page;
}

}  // namespace

Result<TermPage<ActiveBolo>> civilian_bolos(ReadCall& call, const TermList& in) {
  return page<ActiveBolo>(call, in, newest, &Reader::count_bolos, &Reader::bolos);
}

Result<TermPage<ActiveImpound>> leo_impounds(ReadCall& call, const TermList& in) {
  return page<ActiveImpound>(call, in, newest, &Reader::count_impounds, &Reader::impounds);
}

Result<TermPage<ActiveCustody>> leo_custody(ReadCall& call, const TermList& in) {
  return page<ActiveCustody>(call, in, soonest, &Reader::count_in_custody, &Reader::in_custody);
}

}  // namespace blotter
