#include "domain/penal_code.hpp"

#include <string>
#include <unordered_map>

#include <fmt/format.h>

namespace blotter {

Parsed<PenalCode> PenalCode::of(std::vector<Offence> offences) {
  if (offences.size() > offences_max) {
    return must(fmt::format("have at most {} entries", offences_max));
  }
  std::unordered_map<std::string, std::size_t> numbers;  // by the key of the code, from 1
  for (std::size_t number = 1; number <= offences.size(); ++number) {
    const auto [first, is_new] = numbers.emplace(offences[number - 1].code.key(), number);
    if (is_new) continue;
    return must(fmt::format("have different codes: entry {} has the code of entry {}", number,
                            first->second));
  }
  return PenalCode(std::move(offences));
}

}  // namespace blotter
