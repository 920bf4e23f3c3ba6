#include "operations/key.hpp"

namespace blotter {

Result<KeyShown> key_info(ReadCall& call, const Nothing&) {
  return KeyShown{call.records.guild(), call.key};
}

}  // namespace blotter
