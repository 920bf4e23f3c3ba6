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

}  // namespace blotter
