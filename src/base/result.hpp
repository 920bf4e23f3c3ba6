// Errors that a caller can cause are returned; internal failures are thrown.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "base/error.hpp"

namespace blotter {

template <class T>
using Result = tl::expected<T, Error>;

/// The result of parsing one value: the value, or a rule that it breaks, such as "must be at most
/// 64 characters". The caller puts the member's name in front.
template <class T>
using Parsed = tl::expected<T, std::string>;

inline tl::unexpected<Error> fail(Error error) { return tl::make_unexpected(std::move(error)); }

inline tl::unexpected<std::string> must(std::string rule) {
  return tl::make_unexpected("must " + std::move(rule));
}

}  // namespace blotter
