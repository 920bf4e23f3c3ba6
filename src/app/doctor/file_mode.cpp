#include "app/doctor/file_mode.hpp"

#include <pwd.h>

#include <fmt/format.h>

namespace blotter::app::doctor {

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status;
}

std::string user_name(uid_t user) {
  const passwd* entry = getpwuid(user);
  return entry == nullptr ? std::to_string(user) : entry->pw_name;
}

std::string mode_text(mode_t mode) { return fmt::format("{:04o}", mode & 07777U); }

std::optional<std::string> secret_file_advice(const std::string& path, const struct stat& file) {
  constexpr mode_t too_much = 037;
  if ((file.st_mode & too_much) == 0) return std::nullopt;
  // Without a group of its own, the service could not read it any more.
  if (file.st_gid == 0) return fmt::format("chgrp blotter {0} && chmod 640 {0}", path);
  return "chmod 640 " + path;
}

bool may_write(const struct stat& file, uid_t user) {
  constexpr mode_t read_and_write = S_IROTH | S_IWOTH;
  const auto has = [&](unsigned shift) {
    return (file.st_mode >> shift & read_and_write) == read_and_write;
  };
  if (file.st_uid == user) return has(6);
  const passwd* entry = getpwuid(user);
  return has(entry != nullptr && entry->pw_gid == file.st_gid ? 3 : 0);
}

}  // namespace blotter::app::doctor
