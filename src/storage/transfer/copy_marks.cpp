#include "storage/transfer/copy_marks.hpp"

#include <fmt/format.h>

#include "base/random.hpp"
#include "storage/records/statements.hpp"
#include "storage/store_error.hpp"

namespace blotter::storage {
namespace {

std::int64_t random_owner() {
  SystemRandom random;
  return static_cast<std::int64_t>(1 + random.below(std::uint64_t{1} << 62));
}

}  // namespace

CopyMarks::CopyMarks(sql::Connection& target) : target_(target), owner_(random_owner()) {}

// A mark stores two facts in one number: the owner, and the state as its sign.
std::int64_t CopyMarks::value_of(State state) const {
  return state == State::discarded ? -owner_ : owner_;
}

CopyMarks::State CopyMarks::state(const GuildId& guild) {
  auto rows = target_.run(statements::copy_mark, guild.str());
  if (!rows.next()) return State::none;
  return rows.integer(0) < 0 ? State::discarded : State::copying;
}

void CopyMarks::set(const GuildId& guild, State state) {
  target_.run(statements::copy_mark_set, guild.str(), value_of(state)).finish();
}

void CopyMarks::hold(const GuildId& guild, State state) {
  if (!target_.run(statements::copy_mark_lock, guild.str(), value_of(state)).next()) {
    throw StoreError(
        fmt::format("another command has taken over the guild {} in the target", guild.str()));
  }
}

void CopyMarks::remove(const GuildId& guild) {
  target_.run(statements::copy_mark_delete, guild.str()).finish();
}

}  // namespace blotter::storage
