#include "operations/search.hpp"

namespace blotter {

Result<SearchResults> search(ReadCall& call, const Search& in) {
  constexpr std::int64_t usual_limit = 20;
  const auto limit = static_cast<std::size_t>(in.limit.value_or(usual_limit));
  return SearchResults{call.records.guild(), call.records.search(in.q, limit)};
}

}  // namespace blotter
