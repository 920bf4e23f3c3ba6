#include "storage/transfer/keys.hpp"

#include <fmt/format.h>

#include "storage/records/key_statements.hpp"
#include "storage/records/statements.hpp"
#include "storage/store_error.hpp"
#include "storage/transfer/rows.hpp"

namespace blotter::storage {

void TransferKeys::bind(const GuildId& guild) {
  const TableLayout& table = key_table().layout;
  const std::size_t digest_column = table.position("digest");
  const std::size_t revoked_column = table.position("revoked_at");
  Row row;
  auto rows = source_.run(key_table().select, guild.str());
  while (read_next(rows, table, row)) {
    const auto digest = std::get<std::string_view>(row[digest_column]);
    auto key = find(digest);
    if (!key) {
      target_.run(key_table().insert, Values(row)).finish();
      key = find(digest);
    }
    // A key is identified by its secret: to bind another key with the same id would let a stranger
    // in.
    if (!key) {
      throw StoreError(
          fmt::format("the key {} of the source has the id of another key in the target",
                      std::get<std::int64_t>(row.front())));
    }
    // A revoked key of the source may still be valid in the target, but must not open more guilds.
    const bool is_revoked = !std::holds_alternative<std::nullptr_t>(row[revoked_column]);
    if (is_revoked && !key->is_revoked) continue;
    target_.run(statements::key_guild_add, guild.str(), key->id).finish();
    if (target_.run(statements::key_bound_elsewhere, guild.str(), key->id).next()) {
      target_.run(statements::key_set_shared, key->id).finish();
    }
    bound_.insert(key->id);
  }
}

std::optional<TransferKeys::TargetKey> TransferKeys::find(std::string_view digest) {
  auto rows = target_.run(statements::key_by_digest, digest);
  if (!rows.next()) return std::nullopt;
  return TargetKey{.id = rows.integer(0), .is_revoked = !rows.is_null(1)};
}

}  // namespace blotter::storage
