// Opens the store that a URL names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "storage/store.hpp"
#include "storage/store_options.hpp"

namespace blotter {

/// What a store's URL must be, as the rest of a sentence, without any password; nothing when the
/// URL is valid. Opens nothing.
std::optional<std::string> store_url_error(std::string_view url);

/// `url` is `sqlite:PATH` or `postgres://…`. Migrates the schema. Throws StoreError.
std::unique_ptr<Store> open_store(std::string_view url, StoreUse use,
                                  const StoreOptions& options = {});

/// Creates the schema in an empty PostgreSQL database, with tables partitioned by guild. Throws
/// StoreError, also when there is a schema already.
void init_database(std::string_view url, int partitions);

}  // namespace blotter
