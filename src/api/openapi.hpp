// The API as an OpenAPI 3.1 document, made from the table of operations, the descriptors of
// members, the types of the answers and the table of errors.
#pragma once

#include <string>

#include "http/files.hpp"
#include "operations/fields.hpp"

namespace blotter::api {

/// `settings` are the operator's: bounds that they move are shown where they are.
std::string openapi_document(const InputSettings& settings);

/// The document as it is served, made once.
class OpenApiFile {
 public:
  explicit OpenApiFile(const InputSettings& settings);
  [[nodiscard]] http::Response answer(const http::Request& request) const;

 private:
  std::string gzip_;
  std::string version_;
  http::PlainCopy plain_;
};

}  // namespace blotter::api
