// For databases in the same process: their rows can be read anywhere, for nothing is waited for.
#pragma once

#include "storage/store.hpp"

namespace blotter::storage {

template <bool MayKeep>
class ListingsAtOnce final : public ListingHost {
 public:
  [[nodiscard]] bool may_keep() override { return MayKeep; }
  void run(const GuildId&, std::function<void()> task) override { task(); }
};

inline ListingHost& listings_at_once() {
  static ListingsAtOnce<true> host;
  return host;
}
/// The same when too many are kept already.
inline ListingHost& no_more_listings() {
  static ListingsAtOnce<false> host;
  return host;
}

}  // namespace blotter::storage
