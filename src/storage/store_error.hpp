// How the store says that it cannot do something.
#pragma once

#include <stdexcept>

namespace blotter {

/// The store cannot be opened or used as requested; the message is one line for the operator.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The store has too much work waiting; nothing was done.
class Overloaded : public std::runtime_error {
 public:
  Overloaded() : std::runtime_error("too much work is waiting for the store") {}
};

}  // namespace blotter
