// Who may do what with a file, by its mode alone: root, who may do everything, learns it too.
#pragma once

#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace blotter::app::doctor {

/// Nothing when there is no such file, or when it cannot be seen.
std::optional<struct stat> status_of(const std::string& path);

std::string user_name(uid_t user);
/// 0644
std::string mode_text(mode_t mode);

/// What to run when more than the owner and the group may read a file with a secret, or more than
/// the owner change it; nothing when that is not so. A service reads files of root by its group.
std::optional<std::string> secret_file_advice(const std::string& path, const struct stat& file);

/// A user and the groups that he is in.
struct User {
  uid_t id;
  std::vector<gid_t> groups;
};
/// All groups of the user, as the system gives them to him when he logs in.
User user_of(uid_t id);

/// Whether the user may read and change the file, or for a folder make files in it, as its owner,
/// in one of his groups or as anybody.
bool may_write(const struct stat& file, const User& user);

}  // namespace blotter::app::doctor
