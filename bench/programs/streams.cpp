// Holds streams of events open, and measures how long events take to reach them: those of changes
// that programs/paced.cpp has marked with the time at which they were due. Prints a line when all
// streams are open. After SIGTERM it waits until nothing arrives any more, and prints one line of
// JSON.
#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <chrono>
#include <csignal>
#include <iostream>
#include <memory>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "people.hpp"

namespace blotter::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto open_timeout = std::chrono::seconds(60);
constexpr auto quiet_time = std::chrono::milliseconds(500);
constexpr int wait_ms = 100;

volatile std::sig_atomic_t is_ended = 0;

struct Options {
  std::uint16_t port = 0;
  std::string keys;
  int guilds = 1;
  int streams = 1000;
};

/// Counts by tenths of a millisecond, because a second may have a million samples.
class Histogram {
 public:
  void add(std::chrono::nanoseconds time) {
    const auto tenths = std::max<std::int64_t>(0, time.count() / 100'000);
    ++counts_[std::min(static_cast<std::size_t>(tenths), counts_.size() - 1)];
    ++total_;
  }
  [[nodiscard]] double share_ms(double part) const {
    const double wanted = part * static_cast<double>(total_);
    double seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += static_cast<double>(counts_[i]);
      if (seen >= wanted) return static_cast<double>(i + 1) / 10;
    }
    return 0;
  }

 private:
  std::vector<std::size_t> counts_ = std::vector<std::size_t>(100'000);
  std::size_t total_ = 0;
};

struct Totals {
  std::size_t events = 0;
  std::size_t bytes = 0;
  std::size_t errors = 0;
  Histogram delays;
};

/// One stream. HTTP/1.0, so that there are no chunks to decode.
class Stream {
 public:
  Stream(std::uint16_t port, const std::string& key, const std::string& guild)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot connect");
    }
    const std::string request = fmt::format(
        "GET /api/events HTTP/1.0\r\nHost: 127.0.0.1\r\nAuthorization: {}\r\nGuild: {}\r\n"
        "Accept: text/event-stream\r\n\r\n",
        key, guild);
    if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size())) {
      throw std::runtime_error("cannot send");
    }
  }
  ~Stream() { ::close(socket_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] int socket() const { return socket_; }
  [[nodiscard]] bool is_open() const { return is_open_; }

  /// False at the end of the stream.
  bool receive(Totals& totals) {
    static std::array<char, 1 << 18> buffer;
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count <= 0) return count < 0 && errno == EAGAIN;
    totals.bytes += static_cast<std::size_t>(count);
    std::string_view input(buffer.data(), static_cast<std::size_t>(count));
    if (!rest_.empty()) input = rest_ += input;
    const auto now = Clock::now();
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = input.find("\n\n", begin)) != std::string_view::npos;) {
      take(input.substr(begin, end - begin), now, totals);
      begin = end + 2;
    }
    rest_ = std::string(input.substr(begin));
    return true;
  }

 private:
  void take(std::string_view block, Clock::time_point now, Totals& totals) {
    if (!is_open_) {
      if (!block.starts_with("HTTP/1.1 200 ") && !block.starts_with("HTTP/1.0 200 ")) {
        throw std::runtime_error(fmt::format("a stream was refused: {}", block));
      }
      is_open_ = true;
      return;
    }
    if (!block.starts_with("id: ")) return;  // a comment
    ++totals.events;
    const std::int64_t id = number(block, 4);
    if (last_id_ != 0 && id != last_id_ + 1) ++totals.errors;
    last_id_ = id;
    if (const auto mark = block.find(change_mark); mark != std::string_view::npos) {
      const std::chrono::nanoseconds due(number(block, mark + change_mark.size()));
      totals.delays.add(now.time_since_epoch() - due);
    }
  }

  static std::int64_t number(std::string_view text, std::size_t begin) {
    std::int64_t value = 0;
    for (; begin < text.size() && text[begin] >= '0' && text[begin] <= '9'; ++begin) {
      value = value * 10 + (text[begin] - '0');
    }
    return value;
  }

  int socket_;
  bool is_open_ = false;
  std::int64_t last_id_ = 0;
  std::string rest_;
};

class Streams {
 public:
  explicit Streams(const Options& options) {
    const auto keys = lines_of(options.keys);
    if (keys.empty()) throw std::runtime_error("there is no key");
    for (int i = 0; i < options.streams; ++i) {
      const auto& key = keys[static_cast<std::size_t>(i) % keys.size()];
      streams_.push_back(
          std::make_unique<Stream>(options.port, key, guild_name(i % options.guilds + 1)));
      epoll_event event{.events = EPOLLIN, .data = {.ptr = streams_.back().get()}};
      ::epoll_ctl(poll_, EPOLL_CTL_ADD, streams_.back()->socket(), &event);
    }
  }
  ~Streams() { ::close(poll_); }
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  void run() {
    wait_until_open();
    std::cout << "open" << std::endl;
    const auto begin = last_arrival_ = Clock::now();
    while (ended_ < streams_.size()) {
      if (is_ended != 0 && Clock::now() > last_arrival_ + quiet_time) break;
      receive();
    }
    const std::chrono::duration<double> time = last_arrival_ - begin;
    std::cout << fmt::format(
        R"({{"streams": {}, "ended": {}, "events": {}, "bytes": {}, "errors": {}, "seconds": {}, )"
        R"("p50_ms": {}, "p99_ms": {}}})",
        streams_.size(), ended_, totals_.events, totals_.bytes, totals_.errors, time.count(),
        totals_.delays.share_ms(0.5), totals_.delays.share_ms(0.99));
    std::cout << std::endl;
  }

 private:
  void wait_until_open() {
    const auto end = Clock::now() + open_timeout;
    const auto is_open = [](const auto& stream) { return stream->is_open(); };
    while (!std::ranges::all_of(streams_, is_open)) {
      if (Clock::now() > end || ended_ > 0) throw std::runtime_error("the streams did not open");
      receive();
    }
  }

  void receive() {
    std::array<epoll_event, 256> events;
    const int count = ::epoll_wait(poll_, events.data(), events.size(), wait_ms);
    if (count > 0) last_arrival_ = Clock::now();
    for (int i = 0; i < count; ++i) {
      auto& stream = *static_cast<Stream*>(events[static_cast<std::size_t>(i)].data.ptr);
      if (stream.receive(totals_)) continue;
      ::epoll_ctl(poll_, EPOLL_CTL_DEL, stream.socket(), nullptr);
      ++ended_;
    }
  }

  int poll_ = ::epoll_create1(0);
  std::vector<std::unique_ptr<Stream>> streams_;
  Totals totals_;
  std::size_t ended_ = 0;
  Clock::time_point last_arrival_;
};

}  // namespace
}  // namespace blotter::bench

int main(int argument_count, char** arguments) {
  blotter::bench::Options options;
  CLI::App program("Holds streams of events open and measures how long events take.");
  program.add_option("--port", options.port)->required();
  program.add_option("--keys", options.keys, "File with keys, which are used in turn")->required();
  program.add_option("--guilds", options.guilds, "Guilds, which are used in turn");
  program.add_option("--streams", options.streams);
  CLI11_PARSE(program, argument_count, arguments);
  std::signal(SIGTERM, [](int) { blotter::bench::is_ended = 1; });
  try {
    blotter::bench::Streams(options).run();
  } catch (const std::exception& failure) {
    std::cerr << "streams: " << failure.what() << '\n';
    return EXIT_FAILURE;
  }
}
