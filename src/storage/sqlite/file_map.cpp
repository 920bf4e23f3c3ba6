#include "storage/sqlite/file_map.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace blotter::sql {
namespace {

// Room to grow: addresses cost nothing until they are read. The part of a larger file beyond this
// is read with system calls.
constexpr std::size_t map_bytes = std::size_t{64} << 30;
// A server has one store; tests have a few at a time.
constexpr std::size_t maps_max = 16;

// A signal handler must neither wait for a lock nor use a container that grows.
std::array<std::atomic<FileMap*>, maps_max> maps{};
static_assert(std::atomic<FileMap*>::is_always_lock_free);
struct sigaction handler_before{};

/// Reads the kernel's list of our memory mappings line by line, with async-signal-safe calls only.
/// Ends when `use` returns true.
template <class Use>
bool any_mapping(Use use) noexcept {
  const int file = ::open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  std::array<char, 4096> piece;
  std::array<char, 1024> line;
  std::size_t length = 0;
  bool is_found = false;
  ssize_t count = 0;
  while (!is_found && (count = ::read(file, piece.data(), piece.size())) > 0) {
    for (ssize_t i = 0; i < count && !is_found; ++i) {
      const char c = piece[static_cast<std::size_t>(i)];
      if (c != '\n') {
        if (length < line.size()) line[length++] = c;
        continue;
      }
      is_found = use(std::string_view(line.data(), length));
      length = 0;
    }
  }
  ::close(file);
  return is_found;
}

/// Takes a hexadecimal number from the front of the text.
std::uintptr_t take_hex(std::string_view& text) noexcept {
  std::uintptr_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, 16);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Whether the address lies in SQLite's index of a WAL, which is a file that all processes share:
/// "7f10-7f18 rw-s 00000000 08:01 42 /path/blotter.db-shm".
bool is_in_wal_index(const void* address) noexcept {
  return any_mapping([place = reinterpret_cast<std::uintptr_t>(address)](std::string_view line) {
    const bool is_index = line.ends_with("-shm") || line.ends_with("-shm (deleted)");
    const std::uintptr_t begin = take_hex(line);
    if (!line.starts_with('-')) return false;
    line.remove_prefix(1);
    return is_index && place >= begin && place < take_hex(line);
  });
}

/// The index was truncated. SQLite finds zeros and rebuilds it, in a page that no other process
/// sees; the store is damaged then, and FileWatch reports it.
bool replace_page(void* address) noexcept {
  const auto page_size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  void* const page = reinterpret_cast<void*>(place - place % page_size);  // NOLINT(*-int-to-ptr)
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  return ::mmap(page, page_size, PROT_READ | PROT_WRITE, flags, -1, 0) == page;
}

/// The system sends SIGBUS to a thread that reads a mapped part of a file that the disk fails to
/// provide.
void on_bus_error(int signal, siginfo_t* info, void* /*context*/) {
  const bool is_fault = info->si_code > 0;  // not sent by a process
  for (const auto& slot : maps) {
    FileMap* map = slot.load(std::memory_order_acquire);
    if (is_fault && map != nullptr && map->replace(info->si_addr)) return;  // zeros are read now
  }
  if (is_fault && is_in_wal_index(info->si_addr) && replace_page(info->si_addr)) return;
  ::sigaction(signal, &handler_before, nullptr);  // a fault is raised again and ends the process
  if (!is_fault) ::raise(signal);
}

bool handle_bus_errors() {
  static const bool is_done = [] {
    struct sigaction action{};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    return ::sigaction(SIGBUS, &action, &handler_before) == 0;
  }();
  return is_done;
}

bool add(FileMap* map) {
  return std::ranges::any_of(maps, [&](auto& slot) {
    FileMap* nobody = nullptr;
    return slot.compare_exchange_strong(nobody, map);
  });
}

void remove(const FileMap* map) {
  for (auto& slot : maps) {
    if (slot == map) slot = nullptr;
  }
}

}  // namespace

std::shared_ptr<FileMap> FileMap::of(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* bytes = ::mmap(nullptr, map_bytes, PROT_READ, MAP_SHARED | MAP_NORESERVE, file, 0);
  ::close(file);
  if (bytes == MAP_FAILED) return nullptr;
  auto map = std::make_shared<FileMap>(static_cast<const std::byte*>(bytes), map_bytes);
  return handle_bus_errors() && add(map.get()) ? map : nullptr;
}

FileMap::FileMap(const std::byte* bytes, std::size_t size)
    : bytes_(bytes), size_(size), page_size_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {}

FileMap::~FileMap() {
  remove(this);
  ::munmap(const_cast<std::byte*>(bytes_), size_);
}

const std::byte* FileMap::find(std::int64_t begin, std::int64_t end) const {
  if (!is_within_file(end) || static_cast<std::size_t>(end) > size_ || is_damaged()) return nullptr;
  return bytes_ + begin;
}

bool FileMap::replace(void* address) noexcept {
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  const auto begin = reinterpret_cast<std::uintptr_t>(bytes_);
  if (place < begin || place >= begin + size_) return false;
  is_damaged_.store(true, std::memory_order_release);
  std::byte* page = const_cast<std::byte*>(bytes_) + (place - begin) / page_size_ * page_size_;
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  return ::mmap(page, page_size_, PROT_READ, flags, -1, 0) == page;
}

}  // namespace blotter::sql
