// Access rights by a file's mode alone, so that root, who may access every file, gets the same
// result.
#pragma once

#include <optional>
#include <string>
#include <sys/stat.h>
#include <vector>

namespace blotter::app::doctor {

/// Empty when the file does not exist or is not visible.
std::optional<struct stat> status_of(const std::string& path);

std::string user_name(uid_t user);
/// 0644
std::string mode_text(mode_t mode);

/// The command to run when others than owner and group may read a file with a secret, or others
/// than the owner may write it; empty otherwise. A service reads root's files through its group.
std::optional<std::string> secret_file_advice(const std::string& path, const struct stat& file);

/// A user and its groups.
struct User {
  uid_t id;
  std::vector<gid_t> groups;
};
/// With all groups that the system gives the user at login.
User user_of(uid_t id);

/// Whether the user may read and write the file, or create files in the folder: as owner, through a
/// group or as any user.
bool may_write(const struct stat& file, const User& user);

}  // namespace blotter::app::doctor
