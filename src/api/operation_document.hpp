// The operation table as JSON, for tests, documentation and client generators.
#pragma once

#include <string>

namespace blotter::api {

std::string operation_document();

}  // namespace blotter::api
