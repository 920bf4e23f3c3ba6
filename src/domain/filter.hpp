// Which records a list shows. A member that is not set matches every record.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "domain/text_types.hpp"

namespace blotter {

struct CivilianFilter {
  /// A prefix of the name.
  std::optional<CivilianName> name = std::nullopt;
  std::optional<bool> bolo = std::nullopt;
};

struct VehicleFilter {
  std::optional<CivilianName> owner = std::nullopt;
  std::optional<bool> stolen = std::nullopt;
  std::optional<bool> impounded = std::nullopt;
};

struct FirearmFilter {
  std::optional<CivilianName> owner = std::nullopt;
  std::optional<bool> stolen = std::nullopt;
};

/// A part of a list, whose records are sorted by id.
struct ListPart {
  /// Only records with greater ids.
  std::int64_t after = 0;
  std::int64_t records_max = std::numeric_limits<std::int64_t>::max();
};

}  // namespace blotter
