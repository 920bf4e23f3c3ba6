// The files that the build embeds in the program; none in a build without the console.
#pragma once

#include <span>

#include "http/files.hpp"

namespace blotter::http {

std::span<const File> embedded_files();

}  // namespace blotter::http
