#include "storage/postgres/address.hpp"

#include <algorithm>
#include <libpq-fe.h>
#include <map>
#include <memory>

#include "storage/sql/connection.hpp"

namespace blotter::sql {
namespace {

using Settings = std::map<std::string, std::string>;

Settings parse(const std::string& url) {
  char* problem = nullptr;
  PQconninfoOption* options = PQconninfoParse(url.c_str(), &problem);
  if (options == nullptr) {
    // libpq's message may quote the URL, and with it a password.
    PQfreemem(problem);
    throw Failure("the URL is not a valid PostgreSQL URL");
  }
  Settings settings;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    if (option->val != nullptr) settings[option->keyword] = option->val;
  }
  PQconninfoFree(options);
  return settings;
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t comma = 0; comma != std::string::npos; begin = comma + 1) {
    comma = list.find(',', begin);
    parts.push_back(list.substr(begin, comma - begin));
  }
  return parts;
}

std::string value_or(const Settings& settings, const std::string& name,
                     const std::string& otherwise) {
  const auto found = settings.find(name);
  return found == settings.end() ? otherwise : found->second;
}

}  // namespace

bool PostgresAddress::matches_scheme(std::string_view url) {
  return url.starts_with("postgres://") || url.starts_with("postgresql://");
}

PostgresAddress::PostgresAddress(std::string_view url) {
  Settings settings = parse(std::string(url));
  // The URL takes precedence over these defaults.
  settings.try_emplace("application_name", "blotter");
  settings.try_emplace("target_session_attrs", "read-write");
  settings["client_encoding"] = "UTF8";

  constexpr const char* per_host[] = {"host", "hostaddr", "port"};
  std::size_t count = 1;
  for (const char* name : per_host) {
    if (settings.contains(name)) count = std::max(count, split(settings[name]).size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    Settings one = settings;
    for (const char* name : per_host) {
      if (!settings.contains(name)) continue;
      const auto parts = split(settings[name]);
      // A single port applies to all hosts.
      one[name] = parts.size() == 1 ? parts.front() : i < parts.size() ? parts[i] : "";
    }
    hosts_.emplace_back(one.begin(), one.end());
  }

  shown_ = "postgres://";
  if (settings.contains("user")) shown_ += settings["user"] + "@";
  for (std::size_t i = 0; i < count; ++i) {
    const Settings one(hosts_[i].begin(), hosts_[i].end());
    if (i > 0) shown_ += ',';
    shown_ += value_or(one, "host", value_or(one, "hostaddr", ""));
    if (const auto port = value_or(one, "port", ""); !port.empty()) shown_ += ":" + port;
  }
  shown_ += "/" + value_or(settings, "dbname", "");
}

}  // namespace blotter::sql
