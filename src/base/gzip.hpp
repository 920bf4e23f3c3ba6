// The gzip format, in which pages are stored and sent.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace blotter {

std::string gzip(std::string_view plain);
/// Throws if `packed` is not valid gzip.
std::string gunzip(std::string_view packed);
/// The size of the result of `gunzip`, below 4 GiB. Not decompressed: gzip stores it at the end.
std::size_t unpacked_bytes(std::string_view packed);

}  // namespace blotter
