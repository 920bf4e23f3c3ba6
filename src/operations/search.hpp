// Finds records by a part of their name, plate or serial number, or by the player.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

namespace shape {

template <>
struct Of<SearchResult> {
  static constexpr std::tuple members{
      member("kind", [](const SearchResult& r) { return r.kind; }),
      member("id", [](const SearchResult& r) { return std::to_string(r.id); }),
      member("civilianID", [](const SearchResult& r) { return r.civilian; }),
      member("civilianName", [](const SearchResult& r) -> auto& { return r.civilian_name; }),
      member("plate", [](const SearchResult& r) -> auto& { return r.plate; }),
      member("serialNumber", [](const SearchResult& r) -> auto& { return r.serial_number; }),
      member("model", [](const SearchResult& r) -> auto& { return r.model; }),
      member("deceased", [](const SearchResult& r) { return r.deceased; }),
      member("bolo", [](const SearchResult& r) { return r.bolo; }),
      member("stolen", [](const SearchResult& r) { return r.stolen; }),
      member("impounded", [](const SearchResult& r) { return r.impounded; }),
      member("userName", [](const SearchResult& r) -> auto& { return r.user_name; })};
};

}  // namespace shape

struct SearchResults {
  const GuildId& guild;
  std::vector<SearchResult> results;
  static constexpr std::tuple members{
      output::guild_id,
      shape::member("amount",
                    [](const auto& o) { return static_cast<std::int64_t>(o.results.size()); }),
      shape::member("results", [](const auto& o) -> auto& { return o.results; })};
};

Result<SearchResults> search(ReadCall& call, const Search& in);

}  // namespace blotter
