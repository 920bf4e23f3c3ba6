// The pages that the program holds in itself: the console and the reference of the API.
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

/// How long a browser may use a file without asking again.
enum class Caching : std::uint8_t {
  ask_again,  // the name stays and the content changes
  for_ever,   // the name holds a digest of the content
};

/// Everything is a view: of what the linker put into the program, or of what outlives its use.
struct File {
  std::string_view path;
  std::string_view content_type;
  /// The version, without quotes.
  std::string_view version;
  Caching caching;
  std::string_view gzip;
};

/// A file without gzip. Few clients ask for that: it is unpacked for the first of them, and all of
/// them share it.
class PlainCopy {
 public:
  [[nodiscard]] std::shared_ptr<const std::string> of(const File& file) const;

 private:
  mutable std::once_flag is_made_;
  mutable std::shared_ptr<const std::string> bytes_;
};

/// The answer to GET or HEAD: packed if the client takes that, 304 if it has the file already.
Response file_response(const File& file, const PlainCopy& plain, const Request& request);

class Files {
 public:
  explicit Files(std::span<const File> files);

  /// `path` is the target's, without the query string. Nothing when no file answers it.
  ///
  /// A page may also be asked for without its ending: `/docs` is `/docs.html`. What looks like
  /// another page is one that the console draws itself, so it gets `/index.html`.
  [[nodiscard]] std::optional<Response> answer(const Request& request, std::string_view path) const;

 private:
  [[nodiscard]] const File* find(std::string_view path) const;

  std::span<const File> files_;
  std::unique_ptr<PlainCopy[]> plain_;  // one of each file
};

}  // namespace blotter::http
