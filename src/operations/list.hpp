// What the three lists have in common.
#pragma once

#include "operations/call.hpp"
#include "operations/output.hpp"

namespace blotter {

/// The page of the records that `in` asks for; the error `none` if no record matches the filter.
template <class Record, class Filter, class Input>
Result<output::Listed<Record>> list(ReadCall& call, const Input& in, const Filter& filter,
                                    std::int64_t (Reader::*count)(const Filter&),
                                    Listing<Record> (Reader::*records)(const Filter&,
                                                                       const ListPart&),
                                    ErrorId none) {
  const std::int64_t amount = (call.records.*count)(filter);
  if (amount == 0) return fail(none);
  const auto part = output::page_of(in.order.value_or(ListOrder::oldest), in.after, in.limit);
  return output::Listed<Record>{amount, call.records.guild(), in.limit,
                                (call.records.*records)(filter, part)};
}

}  // namespace blotter
