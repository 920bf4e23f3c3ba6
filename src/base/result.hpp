// What a caller may cause is returned, what is broken throws.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "base/error.hpp"

namespace blotter {

template <class T>
using Result = tl::expected<T, Error>;

/// The outcome of reading one value: the value, or the end of a sentence that says what it must be,
/// such as "must be at most 64 characters". Whoever knows the member's name puts it in front.
template <class T>
using Parsed = tl::expected<T, std::string>;

inline tl::unexpected<Error> fail(Error error) { return tl::make_unexpected(std::move(error)); }

inline tl::unexpected<std::string> must(std::string rule) {
  return tl::make_unexpected("must " + std::move(rule));
}

}  // namespace blotter
