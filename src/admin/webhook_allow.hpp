// The option that allows webhooks to reach addresses that are not public.
#pragma once

#include <CLI/App.hpp>

#include "admin/value_checks.hpp"
#include "domain/ip_address.hpp"

namespace blotter::admin {

inline constexpr const char* webhook_allow_text =
    "Addresses that are not public, but that webhooks may reach: 127.0.0.1, 10.0.0.0/8 or several, "
    "separated by commas";

/// It may be repeated.
inline void set_webhook_allow(CLI::Option& option) {
  option.join(',')->check(checked_by([](const std::string& text) {
    const auto guard = AddressGuard::parse(text);
    return guard ? std::string() : guard.error() + ", not " + text;
  }));
}

}  // namespace blotter::admin
