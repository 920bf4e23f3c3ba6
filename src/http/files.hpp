// The pages embedded in the program: the console and the API reference.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace blotter::http {

/// How long a browser may use a file without revalidating it.
enum class Caching : std::uint8_t {
  revalidate,  // the content changes under the same name
  immutable,   // the name contains a digest of the content
};

/// All members are views: into data that the linker put into the program, or into memory that
/// outlives them.
struct File {
  std::string_view path;
  std::string_view content_type;
  /// The ETag, without quotes.
  std::string_view version;
  Caching caching;
  std::string_view gzip;
};

/// A file without gzip. Few clients request that: it is decompressed for the first of them, and all
/// of them share the copy.
class UncompressedCopy {
 public:
  [[nodiscard]] std::shared_ptr<const std::string> of(const File& file) const;

 private:
  mutable std::once_flag is_made_;
  mutable std::shared_ptr<const std::string> bytes_;
};

/// The response to GET or HEAD: gzip if the client accepts it, 304 if the client has this version.
Response file_response(const File& file, const UncompressedCopy& plain, const Request& request);

class Files {
 public:
  explicit Files(std::span<const File> files);

  /// `path` is the target without the query string. Empty if no file matches.
  ///
  /// A page is also found without its extension: `/docs` is `/docs.html`. Any other path that looks
  /// like a page gets `/index.html`, because the console routes it in the browser.
  [[nodiscard]] std::optional<Response> respond(const Request& request,
                                                std::string_view path) const;

 private:
  [[nodiscard]] const File* find(std::string_view path) const;

  std::span<const File> files_;
  std::unique_ptr<UncompressedCopy[]> plain_;  // one per file
};

}  // namespace blotter::http
