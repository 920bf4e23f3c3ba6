// The API as an OpenAPI 3.1 document, generated from the operation table, the member descriptors,
// the response types and the error table.
#pragma once

#include <string>

#include "http/files.hpp"
#include "operations/fields.hpp"

namespace blotter::api {

/// `settings` are the operator's: the document shows the limits that they change.
std::string openapi_document(const InputSettings& settings);

/// The document as it is served, generated once.
class OpenApiFile {
 public:
  explicit OpenApiFile(const InputSettings& settings);
  [[nodiscard]] http::Response respond(const http::Request& request) const;

 private:
  std::string gzip_;
  std::string version_;
  http::UncompressedCopy plain_;
};

}  // namespace blotter::api
