// Which records a list shows. A member that is not set matches every record.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "domain/enumeration.hpp"
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

/// Lists are sorted by id, and ids grow with time.
enum class ListOrder : std::uint8_t { oldest, newest };  // which record is the first
template <>
struct Spellings<ListOrder> {
  static constexpr std::array<std::string_view, 2> spellings{"oldest", "newest"};
};

/// A part of a list.
struct ListPart {
  ListOrder order = ListOrder::oldest;
  /// Only records that follow this id in that order.
  std::optional<std::int64_t> after = std::nullopt;
  std::int64_t records_max = std::numeric_limits<std::int64_t>::max();
};

}  // namespace blotter
