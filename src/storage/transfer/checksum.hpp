// A checksum over rows that does not depend on the engine.
#pragma once

#include <cstdint>
#include <span>

#include "base/digest.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {

/// Equal for the same rows in the same order.
class Checksum {
 public:
  void add(std::span<const sql::Value> row);
  [[nodiscard]] std::int64_t rows() const { return rows_; }
  bool operator==(const Checksum&) const = default;

 private:
  Digest digest_{};
  std::int64_t rows_ = 0;
};

}  // namespace blotter::storage
