// Open-loop load: sends requests at a fixed rate and does not wait for responses. Latency counts
// from the time at which a request was due, including the wait for a free connection. wrk is
// closed-loop: it waits for a response before it sends the next request, so it hides stalls
// (coordinated omission). SIGTERM ends it early. Prints one line of JSON.
#include <algorithm>
#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <deque>
#include <iostream>
#include <netinet/tcp.h>
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

// Requests without a response this long after the end count as errors.
constexpr auto response_timeout = std::chrono::seconds(10);

volatile std::sig_atomic_t is_ended = 0;

struct Options {
  std::vector<std::uint16_t> ports;
  std::string keys;
  std::string request = "info";
  Population population;
  double rate = 1000;
  int seconds = 5;
  int connections = 64;
};

/// Creates requests for random civilians.
class Requests {
 public:
  explicit Requests(const Options& options)
      : keys_(lines_of(options.keys)),
        is_change_(options.request != "info"),
        is_marked_(options.request == "cite-marked"),
        draw_(options.population, false, std::random_device()()) {}

  std::string next(Clock::time_point due) {
    const int guild = draw_.guild();
    const std::string name = civilian_name(draw_.person());
    const std::string body =
        is_change_
            ? fmt::format(R"({{"name":"{}","officerName":"Officer Bumble","officerID":"204",)"
                          R"("charges":"{}","amount":250}})",
                          name, charges(due))
            : fmt::format(R"({{"name":"{}"}})", name);
    return fmt::format(
        "{} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {}\r\nGuild: {}\r\n"
        "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
        is_change_ ? "POST /api/leo/cite" : "GET /api/civilian/info",
        keys_.at(static_cast<std::size_t>(guild - 1)), guild_name(guild), body.size(), body);
  }

 private:
  [[nodiscard]] std::string charges(Clock::time_point due) const {
    if (!is_marked_) return "Speeding, 30 over the limit";
    const std::chrono::nanoseconds time = due.time_since_epoch();
    return fmt::format("{}{}", change_mark, time.count());
  }

  std::vector<std::string> keys_;
  bool is_change_;
  bool is_marked_;
  Draw draw_;
};

/// One keep-alive connection with at most one request in flight.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot connect");
    }
    const int yes = 1;
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  [[nodiscard]] int socket() const { return socket_; }
  [[nodiscard]] Clock::time_point due() const { return due_; }
  [[nodiscard]] bool is_success() const { return input_.substr(9, 1) == "2"; }

  void send(const std::string& request, Clock::time_point due) {
    due_ = due;
    input_.clear();
    if (::send(socket_, request.data(), request.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(request.size())) {
      throw std::runtime_error("cannot send");
    }
  }

  /// Reads received bytes; true when the response is complete.
  bool receive() {
    char piece[65536];
    const ssize_t count = ::recv(socket_, piece, sizeof piece, 0);
    if (count <= 0) throw std::runtime_error("the server has closed a connection");
    input_.append(piece, static_cast<std::size_t>(count));
    const std::size_t head = input_.find("\r\n\r\n");
    if (head == std::string::npos) return false;
    constexpr std::string_view name = "Content-Length: ";
    // Fastify writes it in lower case.
    const std::size_t length = std::min(input_.find(name), input_.find("content-length: "));
    if (length > head) throw std::runtime_error("a response without Content-Length");
    return input_.size() >= head + 4 + std::stoul(input_.substr(length + name.size(), 20));
  }

 private:
  int socket_;
  std::string input_;
  Clock::time_point due_;
};

class Load {
 public:
  explicit Load(const Options& options) : options_(options), requests_(options) {
    for (int i = 0; i < options.connections; ++i) {
      const auto which = static_cast<std::size_t>(i) % options.ports.size();
      clients_.push_back(std::make_unique<Client>(options.ports[which]));
      free_.push_back(clients_.back().get());
      epoll_event event{.events = EPOLLIN, .data = {.ptr = clients_.back().get()}};
      ::epoll_ctl(poll_, EPOLL_CTL_ADD, clients_.back()->socket(), &event);
    }
  }
  ~Load() { ::close(poll_); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  void run() {
    const auto begin = Clock::now();
    auto end = begin + std::chrono::seconds(options_.seconds);
    const std::chrono::duration<double> interval(1 / options_.rate);
    const auto due = [&](std::size_t number) {
      return begin + std::chrono::duration_cast<Clock::duration>(interval * number);
    };
    std::size_t sent = 0;
    while (Clock::now() < end + response_timeout) {
      if (is_ended != 0) end = std::min(end, Clock::now());
      for (; due(sent) < end && due(sent) <= Clock::now(); ++sent) waiting_.push_back(due(sent));
      while (!waiting_.empty() && !free_.empty()) send_next();
      const bool is_over = due(sent) >= end;
      if (is_over && waiting_.empty() && free_.size() == clients_.size()) break;
      wait_until(is_over ? end + response_timeout : due(sent));
    }
    report(sent, end - begin);
  }

 private:
  void send_next() {
    // Those that were freed first, so that all are used.
    free_.front()->send(requests_.next(waiting_.front()), waiting_.front());
    free_.pop_front();
    waiting_.pop_front();
  }

  void wait_until(Clock::time_point moment) {
    const auto left = std::max<Clock::duration>(moment - Clock::now(), Clock::duration::zero());
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(left);
    const timespec time{whole.count(), std::chrono::nanoseconds(left - whole).count()};
    epoll_event events[64];
    const int count = ::epoll_pwait2(poll_, events, std::size(events), &time, nullptr);
    for (int i = 0; i < count; ++i) take(*static_cast<Client*>(events[i].data.ptr));
  }

  void take(Client& client) {
    if (!client.receive()) return;
    const std::chrono::duration<double, std::milli> latency = Clock::now() - client.due();
    latencies_.push_back(latency.count());
    if (!client.is_success()) ++errors_;
    free_.push_back(&client);
  }

  void report(std::size_t sent, std::chrono::duration<double> time) {
    std::sort(latencies_.begin(), latencies_.end());
    const auto share = [&](double part) {
      if (latencies_.empty()) return 0.0;
      return latencies_[static_cast<std::size_t>(part *
                                                 static_cast<double>(latencies_.size() - 1))];
    };
    std::cout << fmt::format(
        R"({{"sent": {}, "received": {}, "errors": {}, "seconds": {}, "p50_ms": {}, "p99_ms": {}, "max_ms": {}}})",
        sent, latencies_.size(), errors_, time.count(), share(0.5), share(0.99), share(1));
    std::cout << std::endl;
  }

  const Options& options_;
  Requests requests_;
  int poll_ = ::epoll_create1(0);
  std::vector<std::unique_ptr<Client>> clients_;
  std::deque<Client*> free_;
  std::deque<Clock::time_point> waiting_;
  std::vector<double> latencies_;
  std::size_t errors_ = 0;
};

}  // namespace
}  // namespace blotter::bench

int main(int argument_count, char** arguments) {
  blotter::bench::Options options;
  CLI::App program("Sends requests at a fixed rate, without waiting for responses.");
  program.add_option("--port", options.ports, "Several share the load")->required();
  program.add_option("--keys", options.keys, "File with one key per guild")->required();
  program.add_option("--request", options.request)
      ->check(CLI::IsMember({"info", "cite", "cite-marked"}));
  program.add_option("--guilds", options.population.guilds);
  program.add_option("--civilians", options.population.civilians);
  program.add_option("--rate", options.rate, "Requests per second");
  program.add_option("--seconds", options.seconds);
  program.add_option("--connections", options.connections);
  CLI11_PARSE(program, argument_count, arguments);
  std::signal(SIGTERM, [](int) { blotter::bench::is_ended = 1; });
  try {
    blotter::bench::Load(options).run();
  } catch (const std::exception& failure) {
    std::cerr << "paced: " << failure.what() << '\n';
    return EXIT_FAILURE;
  }
}
