#include "storage/transfer_marks.hpp"

#include <fmt/format.h>

#include "base/random.hpp"
#include "storage/statements.hpp"
#include "storage/store.hpp"

namespace blotter::storage {
namespace {

std::int64_t random_owner() {
  SystemRandom random;
  return static_cast<std::int64_t>(1 + random.below(std::uint64_t{1} << 62));
}

}  // namespace

TransferMarks::TransferMarks(sql::Connection& target) : target_(target), owner_(random_owner()) {}

// A mark has one number for two facts: the owner, and as its sign the state.
std::int64_t TransferMarks::value_of(State state) const {
  return state == State::discarded ? -owner_ : owner_;
}

TransferMarks::State TransferMarks::state(const GuildId& guild) {
  auto rows = target_.run(statements::copy_mark, guild.str());
  if (!rows.next()) return State::none;
  return rows.integer(0) < 0 ? State::discarded : State::copying;
}

void TransferMarks::set(const GuildId& guild, State state) {
  target_.run(statements::copy_mark_set, guild.str(), value_of(state)).finish();
}

void TransferMarks::hold(const GuildId& guild, State state) {
  if (!target_.run(statements::copy_mark_hold, guild.str(), value_of(state)).next()) {
    throw StoreError(
        fmt::format("another command has taken over the guild {} in the target", guild.str()));
  }
}

void TransferMarks::remove(const GuildId& guild) {
  target_.run(statements::copy_mark_delete, guild.str()).finish();
}

}  // namespace blotter::storage
