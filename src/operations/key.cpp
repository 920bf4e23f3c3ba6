#include "operations/key.hpp"

namespace blotter {

Result<KeyShown> key_info(ReadCall& call, const NoInput&) {
  return KeyShown{call.records.guild(), call.key};
}

}  // namespace blotter
