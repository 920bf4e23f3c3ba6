// A file that is mapped into memory.
#include "storage/sqlite/file_map.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sys/mman.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "temporary_folder.hpp"

namespace blotter::sql {
namespace {

constexpr std::int64_t page = 65'536;  // no machine has larger pages

class FileMaps : public ::testing::Test {
 protected:
  void write(std::int64_t at, char letter) const {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file << std::string(page, letter);
  }
  /// The letter at this offset, if it is found.
  char letter_at(std::int64_t at) const {
    const std::byte* found = map_->find(at, at + 1);
    return found == nullptr ? '-' : static_cast<char>(*found);
  }

  testing::TemporaryFolder folder_;
  const std::string path_ = [this] {
    const std::string path = folder_.file("letters");
    std::ofstream(path) << std::string(3 * page, 'a');
    return path;
  }();
  const std::shared_ptr<FileMap> map_ = FileMap::of(path_);
};

TEST_F(FileMaps, writes_to_the_file_are_visible_at_once) {
  map_->set_file_size(3 * page);
  EXPECT_EQ(letter_at(page), 'a');
  write(page, 'b');
  EXPECT_EQ(letter_at(page), 'b');
  EXPECT_EQ(letter_at(2 * page), 'a');
}

TEST_F(FileMaps, nothing_is_found_after_the_end_until_the_file_grows) {
  map_->set_file_size(3 * page);
  EXPECT_NE(map_->find(2 * page, 3 * page), nullptr);
  EXPECT_EQ(map_->find(2 * page, 3 * page + 1), nullptr);
  write(3 * page, 'b');
  map_->set_file_size(4 * page);
  EXPECT_EQ(letter_at(3 * page), 'b');
}

TEST_F(FileMaps, an_unreadable_page_is_zeros_and_disables_the_map) {
  map_->set_file_size(3 * page);
  EXPECT_EQ(letter_at(2 * page), 'a');
  std::filesystem::resize_file(path_, page);
  EXPECT_FALSE(map_->is_damaged());
  EXPECT_EQ(letter_at(2 * page), '\0');
  EXPECT_TRUE(map_->is_damaged());
  EXPECT_EQ(letter_at(0), '-');
}

TEST_F(FileMaps, damage_to_one_map_does_not_affect_others) {
  const auto other = FileMap::of(path_);
  for (const auto& each : {map_, other}) each->set_file_size(3 * page);
  std::filesystem::resize_file(path_, page);
  EXPECT_EQ(letter_at(2 * page), '\0');
  EXPECT_FALSE(other->is_damaged());
  EXPECT_NE(other->find(0, page), nullptr);
}

TEST_F(FileMaps, a_missing_file_has_no_map) {
  EXPECT_EQ(FileMap::of(folder_.file("nothing")), nullptr);
}

TEST_F(FileMaps, a_fault_in_a_foreign_map_still_ends_the_process) {
  const int file = ::open(path_.c_str(), O_RDONLY);
  const void* bytes = ::mmap(nullptr, 3 * page, PROT_READ, MAP_SHARED, file, 0);
  ::close(file);
  ASSERT_NE(bytes, MAP_FAILED);
  std::filesystem::resize_file(path_, page);
  const auto* lost = static_cast<const volatile char*>(bytes) + 2 * page;
  EXPECT_DEATH(std::cerr << *lost, "");
  ::munmap(const_cast<void*>(bytes), 3 * page);
}

TEST_F(FileMaps, a_signal_from_outside_still_ends_the_process) {
  EXPECT_DEATH(std::raise(SIGBUS), "");
}

}  // namespace
}  // namespace blotter::sql
