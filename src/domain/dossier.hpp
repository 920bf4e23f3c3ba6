// A civilian with what officers and medics wrote about him.
#pragma once

#include <vector>

#include "domain/civilian.hpp"
#include "domain/entry.hpp"

namespace blotter {

struct Dossier {
  Civilian civilian;
  /// By kind, and then in the order they were made.
  std::vector<Entry> entries;
};

/// Where the next entry of a kind goes.
struct DossierEnd {
  Civilian civilian;
  /// The count of the last entry of that kind; 0 when there is none.
  std::int64_t last_count;
};

}  // namespace blotter
