// For a build without the console.
#include "http/embedded_files.hpp"

namespace blotter::http {

std::span<const File> embedded_files() { return {}; }

}  // namespace blotter::http
