#include "storage/sqlite/file_watch.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/log.hpp"
#include "storage/sql/connection.hpp"

namespace blotter::storage {
namespace {

// https://www.sqlite.org/fileformat.html and walformat.html
constexpr std::string_view database_magic("SQLite format 3\0", 16);
constexpr std::size_t database_head_bytes = 100;
constexpr std::size_t page_size_at = 16;   // two bytes, the most significant first
constexpr std::size_t page_count_at = 28;  // four bytes, the same
constexpr std::int64_t wal_header_bytes = 32;
constexpr std::int64_t frame_head_bytes = 24;
constexpr std::size_t index_head_bytes = 48;  // stored twice, one after the other
constexpr std::size_t index_page_size_at = 14;
constexpr std::size_t index_frames_at = 16;

std::int64_t big_endian(const char* bytes, std::size_t count) {
  std::int64_t number = 0;
  for (std::size_t i = 0; i < count; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

/// 1 means 65536, which two bytes cannot hold.
std::int64_t page_size(std::int64_t written) { return written == 1 ? 65'536 : written; }

std::optional<std::int64_t> size_of(int descriptor) {
  struct stat found{};
  if (::fstat(descriptor, &found) != 0) return std::nullopt;
  return found.st_size;
}

/// Nothing when the file is shorter. Throws when the disk cannot be read: the next check may
/// succeed.
template <std::size_t Bytes>
std::optional<std::array<char, Bytes>> head_of(int descriptor) {
  std::array<char, Bytes> head;
  const ssize_t count = ::pread(descriptor, head.data(), Bytes, 0);
  if (count < 0) throw sql::Failure(fmt::format("cannot read the store: {}", std::strerror(errno)));
  if (static_cast<std::size_t>(count) < Bytes) return std::nullopt;
  return head;
}

/// The minimum length of the WAL by its index; nothing while the index is being changed.
std::optional<std::int64_t> wal_bytes_by_index(int index) {
  const auto head = head_of<2 * index_head_bytes>(index);
  if (!head) return std::nullopt;
  const char* const bytes = head->data();
  if (std::memcmp(bytes, bytes + index_head_bytes, index_head_bytes) != 0) return std::nullopt;
  // In the byte order of this machine, unlike the other two files.
  std::uint16_t written_size = 0;
  std::uint32_t frames = 0;
  std::memcpy(&written_size, bytes + index_page_size_at, sizeof written_size);
  std::memcpy(&frames, bytes + index_frames_at, sizeof frames);
  if (frames == 0) return 0;
  return wal_header_bytes + std::int64_t{frames} * (frame_head_bytes + page_size(written_size));
}

}  // namespace

FileWatch::FileWatch(const std::string& path)
    : database_{path}, wal_{path + "-wal"}, index_{path + "-shm"} {
  for (File* file : {&database_, &wal_, &index_}) {
    file->descriptor = ::open(file->path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat found{};
    if (file->descriptor < 0 || ::fstat(file->descriptor, &found) != 0) {
      throw sql::Failure(fmt::format("cannot open {}: {}", file->path, std::strerror(errno)));
    }
    file->device = found.st_dev;
    file->inode = found.st_ino;
  }
}

FileWatch::~FileWatch() {
  for (const File* file : {&database_, &wal_, &index_}) {
    if (file->descriptor >= 0) ::close(file->descriptor);
  }
}

void FileWatch::check_known() {
  const std::scoped_lock lock(mutex_);
  if (problem_) throw sql::Failure(*problem_);
}

void FileWatch::check() { check(&FileWatch::find_problem); }

void FileWatch::check_commit() { check(&FileWatch::find_problem_of_commit); }

void FileWatch::check(std::optional<std::string> (FileWatch::*find)()) {
  const std::scoped_lock lock(mutex_);
  if (!problem_) {
    problem_ = (this->*find)();
    if (problem_) {
      log::error("the store is damaged; changes are refused until the server is restarted",
                 {{"cause", *problem_}});
    }
  }
  if (problem_) throw sql::Failure(*problem_);
}

std::optional<std::string> FileWatch::find_problem() {
  for (const File* file : {&database_, &wal_, &index_}) {
    if (auto problem = problem_of_place(*file)) return problem;
  }
  if (auto problem = problem_of_database()) return problem;
  return wal_problem();
}

std::optional<std::string> FileWatch::find_problem_of_commit() {
  if (auto problem = problem_of_place(database_)) return problem;
  if (auto problem = problem_of_place(wal_)) return problem;
  return wal_problem();
}

std::optional<std::string> FileWatch::problem_of_place(const File& file) const {
  struct stat found{};
  if (::stat(file.path.c_str(), &found) != 0) {
    return fmt::format("{} was removed: {}", file.path, std::strerror(errno));
  }
  if (found.st_dev != file.device || found.st_ino != file.inode) {
    return fmt::format("{} was replaced by another file", file.path);
  }
  return std::nullopt;
}

std::optional<std::string> FileWatch::problem_of_database() {
  const auto head = head_of<database_head_bytes>(database_.descriptor);
  if (!head) return fmt::format("{} was truncated", database_.path);
  if (std::string_view(head->data(), database_magic.size()) != database_magic) {
    return fmt::format("{} was overwritten", database_.path);
  }
  const std::int64_t wanted = page_size(big_endian(head->data() + page_size_at, 2)) *
                              big_endian(head->data() + page_count_at, 4);
  const std::int64_t size = size_of(database_.descriptor).value_or(0);
  // While a checkpoint grows the file, its header is ahead of its size. A file that shrinks before
  // its header says so was truncated.
  if (size < size_seen_ && size < wanted) return fmt::format("{} was truncated", database_.path);
  size_seen_ = size;
  return std::nullopt;
}

std::optional<std::string> FileWatch::wal_problem() const {
  if (size_of(index_.descriptor).value_or(0) == 0) {
    return fmt::format("{} was truncated", index_.path);
  }
  // The index lists frames only after they are written, and drops them before they are cut off. So
  // it is read before and after the size of the WAL.
  const auto bytes = wal_bytes_by_index(index_.descriptor);
  const std::int64_t size = size_of(wal_.descriptor).value_or(0);
  if (bytes && size < *bytes && wal_bytes_by_index(index_.descriptor) == bytes) {
    return fmt::format("{} was truncated", wal_.path);
  }
  return std::nullopt;
}

}  // namespace blotter::storage
