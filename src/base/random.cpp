#include "base/random.hpp"

#include <limits>
#include <stdexcept>

#include <openssl/rand.h>

namespace blotter {

std::uint64_t Random::below(std::uint64_t bound) {
  // Numbers from the incomplete last stretch would favour small results, so they are drawn again.
  const std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / bound * bound;
  std::uint64_t number = next();
  while (number >= limit) number = next();
  return number % bound;
}

std::uint64_t SystemRandom::next() {
  std::uint64_t number = 0;
  if (RAND_bytes(reinterpret_cast<unsigned char*>(&number), sizeof number) != 1) {
    throw std::runtime_error("the system's random generator failed");
  }
  return number;
}

}  // namespace blotter
