// The gzip format, in which pages are kept and sent.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace blotter {

std::string gzip(std::string_view plain);
/// Throws when `packed` is not what gzip made.
std::string gunzip(std::string_view packed);
/// How many bytes `gunzip` would give, without unpacking: gzip notes it at the end, below 4 GiB.
std::size_t unpacked_bytes(std::string_view packed);

}  // namespace blotter
