// Why a request is turned down, for the layers between the parser and the handler's refuse().
#pragma once

#include <string_view>

#include "http/message.hpp"

namespace blotter::http {

struct Problem {
  Refusal refusal;
  /// A literal: one plain sentence, without a capital or a full stop, as all hints are written.
  std::string_view why;
};

}  // namespace blotter::http
