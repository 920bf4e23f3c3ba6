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
constexpr std::int64_t log_head_bytes = 32;
constexpr std::int64_t frame_head_bytes = 24;
constexpr std::size_t index_head_bytes = 48;  // twice, one behind the other
constexpr std::size_t index_page_size_at = 14;
constexpr std::size_t index_frames_at = 16;

std::int64_t big_endian(const char* bytes, std::size_t count) {
  std::int64_t number = 0;
  for (std::size_t i = 0; i < count; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

/// Where 1 stands for 65536, which two bytes cannot hold.
std::int64_t page_size(std::int64_t written) { return written == 1 ? 65'536 : written; }

std::optional<std::int64_t> size_of(int descriptor) {
  struct stat found{};
  if (::fstat(descriptor, &found) != 0) return std::nullopt;
  return found.st_size;
}

/// Nothing when the file is shorter. A disk that cannot be read throws: that may be over the next
/// time.
template <std::size_t Bytes>
std::optional<std::array<char, Bytes>> head_of(int descriptor) {
  std::array<char, Bytes> head;
  const ssize_t count = ::pread(descriptor, head.data(), Bytes, 0);
  if (count < 0) throw sql::Failure(fmt::format("cannot read the store: {}", std::strerror(errno)));
  if (static_cast<std::size_t>(count) < Bytes) return std::nullopt;
  return head;
}

/// How long the log must be at least; nothing while it is being changed.
std::optional<std::int64_t> log_bytes_by(int index) {
  const auto head = head_of<2 * index_head_bytes>(index);
  if (!head) return std::nullopt;
  const char* const bytes = head->data();
  if (std::memcmp(bytes, bytes + index_head_bytes, index_head_bytes) != 0) return std::nullopt;
  // In the byte order of this machine, other than what is kept in the other two files.
  std::uint16_t written_size = 0;
  std::uint32_t frames = 0;
  std::memcpy(&written_size, bytes + index_page_size_at, sizeof written_size);
  std::memcpy(&frames, bytes + index_frames_at, sizeof frames);
  if (frames == 0) return 0;
  return log_head_bytes + std::int64_t{frames} * (frame_head_bytes + page_size(written_size));
}

}  // namespace

FileWatch::FileWatch(const std::string& path)
    : database_{path}, log_{path + "-wal"}, index_{path + "-shm"} {
  for (File* file : {&database_, &log_, &index_}) {
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
  for (const File* file : {&database_, &log_, &index_}) {
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
      log::error("the store is damaged; no change is taken until the server is started again",
                 {{"cause", *problem_}});
    }
  }
  if (problem_) throw sql::Failure(*problem_);
}

std::optional<std::string> FileWatch::find_problem() {
  for (const File* file : {&database_, &log_, &index_}) {
    if (auto problem = problem_of_place(*file)) return problem;
  }
  if (auto problem = problem_of_database()) return problem;
  return problem_of_log();
}

std::optional<std::string> FileWatch::find_problem_of_commit() {
  if (auto problem = problem_of_place(database_)) return problem;
  if (auto problem = problem_of_place(log_)) return problem;
  return problem_of_log();
}

std::optional<std::string> FileWatch::problem_of_place(const File& file) const {
  struct stat found{};
  if (::stat(file.path.c_str(), &found) != 0) {
    return fmt::format("{} is gone: {}", file.path, std::strerror(errno));
  }
  if (found.st_dev != file.device || found.st_ino != file.inode) {
    return fmt::format("{} was replaced by another file", file.path);
  }
  return std::nullopt;
}

std::optional<std::string> FileWatch::problem_of_database() {
  const auto head = head_of<database_head_bytes>(database_.descriptor);
  if (!head) return fmt::format("{} was cut", database_.path);
  if (std::string_view(head->data(), database_magic.size()) != database_magic) {
    return fmt::format("{} was overwritten", database_.path);
  }
  const std::int64_t wanted = page_size(big_endian(head->data() + page_size_at, 2)) *
                              big_endian(head->data() + page_count_at, 4);
  const std::int64_t size = size_of(database_.descriptor).value_or(0);
  // While a checkpoint lets the file grow, the head is ahead of it. A file that gets smaller
  // without its head having said so before was cut.
  if (size < size_seen_ && size < wanted) return fmt::format("{} was cut", database_.path);
  size_seen_ = size;
  return std::nullopt;
}

std::optional<std::string> FileWatch::problem_of_log() const {
  if (size_of(index_.descriptor).value_or(0) == 0) return fmt::format("{} was cut", index_.path);
  // The index knows of frames when they are written, and forgets them before they are cut off. So
  // it is looked at on both sides of the log's size.
  const auto bytes = log_bytes_by(index_.descriptor);
  const std::int64_t size = size_of(log_.descriptor).value_or(0);
  if (bytes && size < *bytes && log_bytes_by(index_.descriptor) == bytes) {
    return fmt::format("{} was cut", log_.path);
  }
  return std::nullopt;
}

}  // namespace blotter::storage
