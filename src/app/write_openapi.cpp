// Used only by the build: writes the OpenAPI document, the source of the console's types.
#include <cstdlib>
#include <fstream>

#include "api/openapi.hpp"

int main(int argument_count, char** arguments) {
  if (argument_count != 2) return EXIT_FAILURE;
  std::ofstream file(arguments[1]);
  file << blotter::api::openapi_document({}) << "\n";
  return file.flush() ? EXIT_SUCCESS : EXIT_FAILURE;
}
