#include "base/random.hpp"

#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include <openssl/rand.h>

namespace blotter {

std::uint64_t Random::below(std::uint64_t bound) {
  // Numbers from the incomplete last interval would favour small results, so they are drawn again.
  const std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / bound * bound;
  std::uint64_t number = next();
  while (number >= limit) number = next();
  return number % bound;
}

std::uint64_t SystemRandom::next() {
  // One call costs the same for many numbers as for one.
  constexpr std::size_t numbers = 64;
  thread_local std::array<std::uint64_t, numbers> drawn;
  thread_local std::size_t used = numbers;
  if (used == numbers) {
    if (RAND_bytes(reinterpret_cast<unsigned char*>(drawn.data()), sizeof drawn) != 1) {
      throw std::runtime_error("the system's random generator failed");
    }
    used = 0;
  }
  return std::exchange(drawn[used++], 0);  // clear it: it may be part of a secret
}

}  // namespace blotter
