#include "admin/value_checks.hpp"

#include "storage/store.hpp"

namespace blotter::admin {

CLI::Validator store_url() {
  return checked_by([](const std::string& text) { return store_url_fault(text).value_or(""); });
}

}  // namespace blotter::admin
