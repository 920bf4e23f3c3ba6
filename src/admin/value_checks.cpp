#include "admin/value_checks.hpp"

#include "storage/open_store.hpp"

namespace blotter::admin {

CLI::Validator store_url() {
  return checked_by([](const std::string& text) { return store_url_error(text).value_or(""); });
}

}  // namespace blotter::admin
