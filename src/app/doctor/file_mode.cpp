#include "app/doctor/file_mode.hpp"

#include <algorithm>
#include <grp.h>
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
  // With 640 and the group root, the service could not read the file.
  if (file.st_gid == 0) return fmt::format("chgrp blotter {0} && chmod 640 {0}", path);
  return "chmod 640 " + path;
}

User user_of(uid_t id) {
  const passwd* entry = getpwuid(id);
  if (entry == nullptr) return {id, {}};
  const std::string name = entry->pw_name;
  const gid_t first = entry->pw_gid;
  // With a buffer of size 0 it only returns the number of groups.
  int count = 0;
  getgrouplist(name.c_str(), first, nullptr, &count);
  std::vector<gid_t> groups(static_cast<std::size_t>(count));
  getgrouplist(name.c_str(), first, groups.data(), &count);
  groups.resize(std::min(groups.size(), static_cast<std::size_t>(std::max(count, 0))));
  return {id, std::move(groups)};
}

bool may_write(const struct stat& file, const User& user) {
  // Creating files in a folder does not require reading the folder.
  const mode_t needed = S_ISDIR(file.st_mode) ? S_IWOTH | S_IXOTH : S_IROTH | S_IWOTH;
  const auto has = [&](unsigned shift) { return (file.st_mode >> shift & needed) == needed; };
  if (file.st_uid == user.id) return has(6);
  const bool is_in_group = std::ranges::find(user.groups, file.st_gid) != user.groups.end();
  return has(is_in_group ? 3 : 0);
}

}  // namespace blotter::app::doctor
