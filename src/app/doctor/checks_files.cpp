#include <algorithm>
#include <array>
#include <cstring>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/doctor/checks.hpp"
#include "app/doctor/file_mode.hpp"

namespace blotter::app::doctor {
namespace {

constexpr std::uint64_t mebibyte = 1024ULL * 1024;
// The WAL alone may take 128 MiB.
constexpr std::uint64_t free_bytes_least = 256 * mebibyte;
constexpr std::uint64_t free_bytes_low = 2048 * mebibyte;

constexpr mode_t of_others = 077;

struct FileSystem {
  std::int64_t type;
  std::string_view name;
  std::string_view trouble;
};

constexpr std::string_view no_locks =
    "SQLite's WAL needs shared memory and file locks, which it may not support";
constexpr std::string_view not_kept = "its files are lost when the machine restarts";

// From linux/magic.h and the sources of the file systems.
constexpr std::array file_systems{
    FileSystem{0x6969, "NFS", no_locks},
    FileSystem{0x517B, "SMB", no_locks},
    FileSystem{0xFF534D42, "CIFS", no_locks},
    FileSystem{0xFE534D42, "SMB", no_locks},
    FileSystem{0x65735546, "FUSE", no_locks},
    FileSystem{0x01021997, "9P", no_locks},
    FileSystem{0x00C36400, "Ceph", no_locks},
    FileSystem{0x5346414F, "AFS", no_locks},
    FileSystem{0x786F4256, "VirtualBox's shared folder", no_locks},
    FileSystem{0x01021994, "tmpfs", not_kept},
    FileSystem{0x858458F6, "ramfs", not_kept},
    FileSystem{0x794C7630, "a container's own layer",
               "its files are lost when the container is removed"},
};

/// The file if it exists, else its folder.
std::string nearest(const std::filesystem::path& database) {
  return status_of(database.string()) ? database.string() : database.parent_path().string();
}

std::string size_text(std::uint64_t bytes) {
  const double mebibytes = static_cast<double>(bytes) / static_cast<double>(mebibyte);
  if (mebibytes < 1024) return fmt::format("{:.0f} MiB", mebibytes);
  return fmt::format("{:.1f} GiB", mebibytes / 1024);
}

Check refuse(std::string found, std::string advice) {
  return {"files", Status::error, std::move(found), std::move(advice)};
}

/// The WAL, its index and the lock file are created by the process that opens the store first.
std::optional<Check> check_beside(const std::string& database, const User& owner) {
  for (const char* suffix : {"-wal", "-shm", ".lock"}) {
    const std::string path = database + suffix;
    const auto file = status_of(path);
    if (file && !may_write(*file, owner)) {
      return refuse(
          fmt::format("{} belongs to {} with mode {}, so {} cannot write to it", path,
                      user_name(file->st_uid), mode_text(file->st_mode), user_name(owner.id)),
          fmt::format("chown {} {} && chmod 600 {}", user_name(owner.id), path, path));
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Check> check_files(const std::filesystem::path& database, unsigned user) {
  const std::string path = database.string();
  const auto file = status_of(path);
  const auto folder = status_of(database.parent_path().string());
  if (!file || !folder) return std::nullopt;
  const User of_file = user_of(file->st_uid);
  const std::string owner = user_name(file->st_uid);
  const std::string found = fmt::format("owner {}, mode {}", owner, mode_text(file->st_mode));
  if (!may_write(*file, of_file)) {
    return refuse(found + ": the owner cannot write to it", "chmod 600 " + path);
  }
  if (auto beside = check_beside(path, of_file)) return beside;
  if (!may_write(*folder, of_file) && file->st_uid != 0) {
    return refuse(fmt::format("{}, but {} cannot create files in its folder", found, owner),
                  fmt::format("chown {} {}", owner, database.parent_path().string()));
  }
  // Root maintains files of other users; any other user here is most likely the server's.
  if (user != 0 && user != file->st_uid && !may_write(*file, user_of(user))) {
    return refuse(fmt::format("{}: {} cannot write to it", found, user_name(user)),
                  fmt::format("run blotter as {}", owner));
  }
  if ((file->st_mode & of_others) != 0) {
    return Check{"files", Status::warning, found + ": others may read it", "chmod 600 " + path};
  }
  return Check{"files", Status::ok, found};
}

Check check_free_space(std::uint64_t free_bytes) {
  const std::string found = size_text(free_bytes) + " free";
  if (free_bytes < free_bytes_least) {
    return {"disk", Status::error, found, "free disk space: changes fail when the disk is full"};
  }
  if (free_bytes < free_bytes_low) return {"disk", Status::warning, found, "free disk space soon"};
  return {"disk", Status::ok, found};
}

Check check_disk(const std::filesystem::path& database) {
  struct statvfs disk{};
  if (::statvfs(nearest(database).c_str(), &disk) != 0) {
    return {"disk", Status::error, std::strerror(errno), "check --store"};
  }
  if ((disk.f_flag & ST_RDONLY) != 0) {
    return {"disk", Status::error, "the file system is read-only", "mount it read-write"};
  }
  return check_free_space(std::uint64_t{disk.f_bavail} * disk.f_frsize);
}

Check describe_file_system(std::int64_t type) {
  const auto* found = std::ranges::find(file_systems, type, &FileSystem::type);
  if (found == file_systems.end()) return {"file system", Status::ok, "local"};
  return {"file system", Status::warning, fmt::format("{}: {}", found->name, found->trouble),
          "put the store on a local disk"};
}

Check check_file_system(const std::filesystem::path& database) {
  struct statfs system{};
  if (::statfs(nearest(database).c_str(), &system) != 0) {
    return {"file system", Status::error, std::strerror(errno), "check --store"};
  }
  // Some of these numbers need bit 31, so they may arrive negative.
  constexpr std::int64_t type_bits = 0xFFFFFFFF;
  return describe_file_system(static_cast<std::int64_t>(system.f_type) & type_bits);
}

}  // namespace blotter::app::doctor
