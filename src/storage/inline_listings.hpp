// For databases in the same process: reading a row waits for no server, so any thread may do it.
#pragma once

#include "storage/store.hpp"

namespace blotter::storage {

template <bool MayKeep>
class InlineListings final : public ListingHost {
 public:
  [[nodiscard]] bool may_keep() override { return MayKeep; }
  void run(const GuildId&, std::function<void()> task) override { task(); }
};

inline ListingHost& inline_listings() {
  static InlineListings<true> host;
  return host;
}
/// The same when too many listings are kept already.
inline ListingHost& no_more_listings() {
  static InlineListings<false> host;
  return host;
}

}  // namespace blotter::storage
