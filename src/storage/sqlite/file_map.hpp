// A file mapped into memory, to be read in place.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace blotter::sql {

/// What is written to the file shows here at once, because the system keeps only one copy of it. A
/// part that the disk fails to provide reads as zeros and marks the map as damaged: reads since
/// then must not be trusted, and `find` returns nothing any more.
class FileMap {
 public:
  /// Null if the system refuses. The file must not be open as a database in this process: closing
  /// the descriptor that the map is made of would drop its locks.
  static std::shared_ptr<FileMap> of(const std::string& path);

  FileMap(const std::byte* bytes, std::size_t size);
  ~FileMap();
  FileMap(const FileMap&) = delete;
  FileMap& operator=(const FileMap&) = delete;

  /// The file may grow and shrink; after its end there is nothing to read.
  void set_file_size(std::int64_t size) { file_size_.store(size, std::memory_order_relaxed); }
  [[nodiscard]] bool is_within_file(std::int64_t end) const {
    return end <= file_size_.load(std::memory_order_relaxed);
  }
  /// Where the bytes from `begin` to `end` are, if they can be read here.
  [[nodiscard]] const std::byte* find(std::int64_t begin, std::int64_t end) const;
  [[nodiscard]] bool is_damaged() const {
    // The fence: the flag must not be read before the data was. The sanitizer does not know fences.
#ifndef __SANITIZE_THREAD__
    std::atomic_thread_fence(std::memory_order_acquire);
#endif
    return is_damaged_.load(std::memory_order_relaxed);
  }

  /// Replaces a page that the system could not read with zeros, if it lies in this map. Called by a
  /// signal handler.
  bool replace(void* address) noexcept;

 private:
  const std::byte* const bytes_;
  const std::size_t size_;
  const std::size_t page_size_;
  std::atomic<std::int64_t> file_size_{0};
  std::atomic<bool> is_damaged_{false};
};

}  // namespace blotter::sql
