// The gzip format, in which pages are kept and sent.
#pragma once

#include <string>
#include <string_view>

namespace blotter {

std::string gzip(std::string_view plain);
/// Throws when `packed` is not what gzip made.
std::string gunzip(std::string_view packed);

}  // namespace blotter
