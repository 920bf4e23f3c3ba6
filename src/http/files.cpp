#include "http/files.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "base/gzip.hpp"
#include "base/header_list.hpp"

namespace blotter::http {
namespace {

// Nothing from other origins, nothing inline, nothing in a frame: a script injected into a record
// cannot run, and cannot send data to another origin.
constexpr std::string_view security_headers =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

/// Whether the client has this version. Proxies that compress a response make its ETag weak.
bool has_version(const Request& request, std::string_view tag) {
  return any_part(request.header("If-None-Match"), ',', [&](std::string_view known) {
    if (known.starts_with("W/")) known.remove_prefix(2);
    return known == tag || known == "*";
  });
}

std::string_view cache_control(Caching caching) {
  switch (caching) {
    case Caching::revalidate: return "no-cache";
    case Caching::immutable: return "public, max-age=31536000, immutable";
  }
  __builtin_unreachable();
}

/// A file name with an extension: `app.js`. A person's name may contain a dot too, but then it also
/// contains a space or a capital letter, or ends with the dot.
bool is_file_name(std::string_view segment) {
  constexpr std::size_t ending_max = 5;
  const auto dot = segment.rfind('.');
  if (dot == std::string_view::npos || segment.find('%') != std::string_view::npos) return false;
  const auto ending = segment.substr(dot + 1);
  return !ending.empty() && ending.size() <= ending_max &&
         std::all_of(ending.begin(), ending.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

/// Paths of the API are never pages: a client that mistypes one gets an error.
bool looks_like_page(const Request& request, std::string_view path) {
  if (path == "/api" || path.starts_with("/api/")) return false;
  return !is_file_name(path.substr(path.rfind('/') + 1)) &&
         accepts(request.header("Accept"), "text/html");
}

}  // namespace

std::shared_ptr<const std::string> UncompressedCopy::of(const File& file) const {
  std::call_once(is_made_, [&] { bytes_ = std::make_shared<std::string>(gunzip(file.gzip)); });
  return bytes_;
}

Response file_response(const File& file, const UncompressedCopy& plain, const Request& request) {
  const bool packed = accepts(request.header("Accept-Encoding"), "gzip");
  // gzip and plain have different bytes, so they need different ETags.
  const std::string tag = fmt::format("\"{}{}\"", file.version, packed ? "-gzip" : "");
  Response response;
  response.extra_headers =
      fmt::format("ETag: {}\r\nCache-Control: {}\r\nVary: Accept-Encoding\r\n{}", tag,
                  cache_control(file.caching), security_headers);
  if (has_version(request, tag)) {
    response.status = 304;
    response.content_type = {};
    return response;
  }
  response.content_type = file.content_type;
  if (packed) response.extra_headers += "Content-Encoding: gzip\r\n";
  if (request.method == Method::head) {
    response.body_bytes = packed ? file.gzip.size() : unpacked_bytes(file.gzip);
  } else if (packed) {
    response.body = Body(file.gzip, nullptr);
  } else {
    const auto bytes = plain.of(file);
    response.body = Body(*bytes, bytes);
  }
  return response;
}

Files::Files(std::span<const File> files)
    : files_(files), plain_(std::make_unique<UncompressedCopy[]>(files.size())) {}

std::optional<Response> Files::respond(const Request& request, std::string_view path) const {
  if (request.method != Method::get && request.method != Method::head) return std::nullopt;
  const File* file = find(path);
  if (file == nullptr && looks_like_page(request, path)) file = find("/index.html");
  if (file == nullptr) return std::nullopt;
  return file_response(*file, plain_[static_cast<std::size_t>(file - files_.data())], request);
}

const File* Files::find(std::string_view path) const {
  if (path == "/") path = "/index.html";
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const File& file) {
    return file.path == path ||
           (file.path.ends_with(".html") && file.path.substr(0, file.path.size() - 5) == path);
  });
  return found == files_.end() ? nullptr : &*found;
}

}  // namespace blotter::http
