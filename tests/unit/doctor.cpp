// The doctor's checks for machines that the tests do not run on.
#include <grp.h>
#include <pwd.h>
#include <sstream>

#include <gmock/gmock.h>

#include "app/doctor/checks.hpp"
#include "app/doctor/file_mode.hpp"
#include "app/doctor/report.hpp"

namespace blotter::app::doctor {
namespace {

Timestamp at(const char* time) { return *parse_time(time); }

Status status_of_sqlite(std::int64_t number) { return check_sqlite_version(number, "x").status; }

bool names_the_wal_reset_bug(std::int64_t number) {
  return check_sqlite_version(number, "x").found.find("WAL-reset") != std::string::npos;
}

TEST(DoctorVersions, sqlite_with_the_wal_reset_bug_is_reported) {
  for (const std::int64_t number :
       {3'040'001, 3'044'005, 3'045'000, 3'046'001, 3'050'006, 3'051'000, 3'051'002}) {
    EXPECT_TRUE(names_the_wal_reset_bug(number)) << number;
    EXPECT_EQ(status_of_sqlite(number), Status::ok);
  }
  for (const std::int64_t number : {3'044'006, 3'050'007, 3'051'003, 3'052'000, 3'053'001}) {
    EXPECT_FALSE(names_the_wal_reset_bug(number)) << number;
  }
}

Status status_of_postgres(std::int64_t number, const char* day) {
  return check_postgres_version(number, "x", at(day)).status;
}

TEST(DoctorVersions, postgres_that_can_damage_its_data_is_an_error) {
  EXPECT_EQ(status_of_postgres(140'000, "2022-01-01"), Status::error);
  EXPECT_EQ(status_of_postgres(140'001, "2022-01-01"), Status::error);
  EXPECT_EQ(status_of_postgres(140'002, "2022-03-01"), Status::warning);
  EXPECT_EQ(status_of_postgres(140'003, "2022-06-01"), Status::warning);
  EXPECT_EQ(status_of_postgres(140'004, "2022-07-01"), Status::ok);
  EXPECT_EQ(status_of_postgres(150'000, "2022-10-13"), Status::ok);
}

TEST(DoctorVersions, postgres_is_maintained_until_its_last_release) {
  EXPECT_EQ(status_of_postgres(120'022, "2026-11-16"), Status::warning);
  EXPECT_EQ(status_of_postgres(130'023, "2026-11-16"), Status::warning);
  EXPECT_EQ(status_of_postgres(140'020, "2026-11-12T23:59:59Z"), Status::ok);
  EXPECT_EQ(status_of_postgres(140'020, "2026-11-13T00:00:00Z"), Status::warning);
  EXPECT_EQ(status_of_postgres(150'019, "2026-11-16"), Status::ok);
  EXPECT_EQ(status_of_postgres(180'000, "2030-11-14"), Status::ok);
  EXPECT_EQ(status_of_postgres(180'000, "2030-11-15"), Status::warning);
  // A version that did not exist when the check was written.
  EXPECT_EQ(status_of_postgres(190'001, "2031-01-01"), Status::ok);
}

TEST(DoctorClock, a_time_before_the_program_or_long_after_it_is_wrong) {
  EXPECT_EQ(check_clock(at("1970-01-01"), {}).status, Status::error);
  EXPECT_EQ(check_clock(at("2026-10-31T23:59:59Z"), {}).status, Status::error);
  EXPECT_EQ(check_clock(at("2026-11-16"), {}).status, Status::ok);
  EXPECT_EQ(check_clock(at("2055-01-01"), {}).status, Status::ok);
  EXPECT_EQ(check_clock(at("2057-01-01"), {}).status, Status::error);
}

TEST(DoctorClock, a_change_may_be_slightly_in_the_future) {
  const Timestamp now = at("2026-11-16T12:00:00Z");
  EXPECT_EQ(check_clock(now, {now.ms + 2000}).status, Status::ok);
  EXPECT_EQ(check_clock(now, {now.ms + 2001}).status, Status::warning);
}

TEST(DoctorDisk, low_disk_space_is_reported_early) {
  constexpr std::uint64_t mebibyte = 1024ULL * 1024;
  EXPECT_EQ(check_free_space(0).status, Status::error);
  EXPECT_EQ(check_free_space(256 * mebibyte - 1).status, Status::error);
  EXPECT_EQ(check_free_space(256 * mebibyte).status, Status::warning);
  EXPECT_EQ(check_free_space(2048 * mebibyte - 1).status, Status::warning);
  EXPECT_EQ(check_free_space(2048 * mebibyte).status, Status::ok);
  EXPECT_EQ(check_free_space(300 * mebibyte).found, "300 MiB free");
  EXPECT_EQ(check_free_space(3584 * mebibyte).found, "3.5 GiB free");
}

struct stat with_mode(mode_t mode) {
  struct stat file{};
  file.st_uid = 10;
  file.st_gid = 20;
  file.st_mode = mode;
  return file;
}

TEST(DoctorFiles, write_permission_comes_from_owner_group_or_others) {
  const User owner{10, {}};
  const User colleague{11, {30, 20}};
  const User stranger{11, {30}};
  EXPECT_TRUE(may_write(with_mode(S_IFREG | 0600), owner));
  EXPECT_FALSE(may_write(with_mode(S_IFREG | 0400), owner));
  EXPECT_TRUE(may_write(with_mode(S_IFREG | 0060), colleague));
  EXPECT_FALSE(may_write(with_mode(S_IFREG | 0660), stranger));
  EXPECT_TRUE(may_write(with_mode(S_IFREG | 0006), stranger));
  // The first class that applies decides (owner, group, others), as in the kernel.
  EXPECT_FALSE(may_write(with_mode(S_IFREG | 0066), owner));
  EXPECT_FALSE(may_write(with_mode(S_IFREG | 0606), colleague));
}

TEST(DoctorFiles, creating_files_needs_write_and_search_permission) {
  const User colleague{11, {20}};
  EXPECT_TRUE(may_write(with_mode(S_IFDIR | 0730), colleague));
  EXPECT_FALSE(may_write(with_mode(S_IFDIR | 0760), colleague));
  EXPECT_FALSE(may_write(with_mode(S_IFDIR | 0750), colleague));
}

TEST(DoctorFiles, a_user_has_all_supplementary_groups) {
  // Each user listed in the system's group database must be found in that group.
  ::setgrent();
  while (const group* entry = ::getgrent()) {
    for (char** member = entry->gr_mem; *member != nullptr; ++member) {
      const passwd* user = ::getpwnam(*member);
      if (user == nullptr) continue;
      EXPECT_THAT(user_of(user->pw_uid).groups, ::testing::Contains(entry->gr_gid)) << *member;
    }
  }
  ::endgrent();
  EXPECT_THAT(user_of(0).groups, ::testing::Contains(0U));
  constexpr uid_t unknown = 3'999'999'999;
  EXPECT_TRUE(user_of(unknown).groups.empty());
}

TEST(DoctorFileSystem, remote_and_volatile_file_systems_are_reported) {
  for (const auto& [type, name] :
       std::initializer_list<std::pair<std::int64_t, const char*>>{{0x6969, "NFS"},
                                                                   {0xFF534D42, "CIFS"},
                                                                   {0xFE534D42, "SMB"},
                                                                   {0x65735546, "FUSE"},
                                                                   {0x01021997, "9P"},
                                                                   {0x01021994, "tmpfs"},
                                                                   {0x794C7630, "container"}}) {
    const Check check = describe_file_system(type);
    EXPECT_EQ(check.status, Status::warning) << name;
    EXPECT_NE(check.found.find(name), std::string::npos) << check.found;
  }
  for (const std::int64_t type : {0xEF53L, 0x9123683EL, 0x58465342L}) {  // ext4, btrfs, XFS
    EXPECT_EQ(describe_file_system(type).status, Status::ok) << type;
  }
}

TEST(DoctorReport, columns_line_up_and_advice_follows_the_finding) {
  std::ostringstream out;
  print_text(out,
             {{"port", Status::error, "taken", "stop it"},
              {"file system", Status::ok, "local"},
              {"disk", Status::warning, "1 MiB free", "free disk space"}},
             Colors::no);
  EXPECT_EQ(out.str(),
            "error    port         taken; stop it\n"
            "ok       file system  local\n"
            "warning  disk         1 MiB free; free disk space\n"
            "\n"
            "1 error, 1 warning\n");
}

TEST(DoctorReport, json_escapes_the_finding) {
  std::ostringstream out;
  print_json(out, {{"store", Status::ok, "a \"b\"\n", ""}});
  EXPECT_EQ(out.str(),
            "{\"ok\":true,\"checks\":[{\"name\":\"store\",\"status\":\"ok\","
            "\"found\":\"a \\\"b\\\"\\n\",\"advice\":\"\"}]}\n");
}

}  // namespace
}  // namespace blotter::app::doctor
