#include "base/gzip.hpp"

#include <memory>
#include <stdexcept>
#include <zlib.h>

namespace blotter {
namespace {

// The largest window (15), plus 16, with which zlib selects the gzip format.
constexpr int gzip_window = 15 + 16;
constexpr int memory_level = 8;  // zlib's default
constexpr std::size_t piece_bytes = std::size_t{64} * 1024;

void take(z_stream& stream, std::string_view text) {
  // zlib does not write to its input, but the type is not const.
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT(*-const-cast)
  stream.avail_in = static_cast<uInt>(text.size());
}

/// Calls `step` until the end of the stream.
template <class Step>
std::string run(z_stream& stream, Step step) {
  std::string out;
  std::string piece(piece_bytes, '\0');
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = step(stream);
    out.append(piece, 0, piece.size() - stream.avail_out);
  }
  if (state != Z_STREAM_END) throw std::runtime_error("the data is not in gzip format");
  return out;
}

}  // namespace

std::string gzip(std::string_view plain) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, decltype(&deflateEnd)> end(&stream, deflateEnd);
  take(stream, plain);
  return run(stream, [](z_stream& s) { return deflate(&s, Z_FINISH); });
}

std::string gunzip(std::string_view packed) {
  z_stream stream{};
  if (inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> end(&stream, inflateEnd);
  take(stream, packed);
  return run(stream, [](z_stream& s) { return inflate(&s, Z_NO_FLUSH); });
}

std::size_t unpacked_bytes(std::string_view packed) {
  constexpr std::size_t note_bytes = 4;  // RFC 1952: ISIZE, least significant byte first
  if (packed.size() < note_bytes) throw std::runtime_error("the data is not in gzip format");
  std::size_t bytes = 0;
  for (std::size_t i = 1; i <= note_bytes; ++i) {
    bytes = bytes << 8 | static_cast<unsigned char>(packed[packed.size() - i]);
  }
  return bytes;
}

}  // namespace blotter
