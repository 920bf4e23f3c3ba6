#include "http/listener.hpp"

#include <algorithm>
#include <cctype>
#include <future>
#include <optional>
#include <stdexcept>
#include <utility>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>

namespace blotter::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Tcp = asio::ip::tcp;

/// The size of the accept queue: the largest burst of connections before we accept.
constexpr int backlog = 4096;
/// The delay before the next accept, when no descriptor or no handshake is free for a connection.
constexpr std::chrono::milliseconds retry_time{50};

std::string display(const std::string& address, std::uint16_t port) {
  const bool is_v6 = address.find(':') != std::string::npos;
  return (is_v6 ? "[" + address + "]" : address) + ":" + std::to_string(port);
}

[[noreturn]] void fail(const std::string& address, std::uint16_t port, const error_code& error) {
  auto cause = error.message();
  if (!cause.empty())
    cause[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(cause[0])));
  throw std::runtime_error("cannot listen on " + display(address, port) + ": " + cause);
}

template <class Acceptor>
void open_acceptor(Acceptor& acceptor, const std::string& address, std::uint16_t port) {
  error_code error;
  const auto endpoint = resolve(address, port, error);
  if (!error) acceptor.open(endpoint.protocol(), error);
  if (error) fail(address, port, error);
  // Allows a restart to bind while old connections are in TIME_WAIT. Unlike SO_REUSEPORT, on Linux
  // it does not allow two processes to listen on one port.
  acceptor.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(backlog, error);
  if (error) fail(address, port, error);
}

}  // namespace

Tcp::endpoint resolve(const std::string& address, std::uint16_t port, error_code& error) {
  error = {};
  // This name means the machine itself, even if no hosts file says so.
  if (address == "localhost") return {asio::ip::address_v4::loopback(), port};
  const auto literal = asio::ip::make_address(address, error);
  if (!error) return {literal, port};
  asio::io_context context;
  Tcp::resolver resolver(context);
  const auto found = resolver.resolve(address, std::to_string(port), Tcp::resolver::passive, error);
  if (!error && found.empty()) error = asio::error::host_not_found;
  if (error) return {};
  const auto v4 = std::find_if(found.begin(), found.end(), [](const auto& entry) {
    return entry.endpoint().address().is_v4();
  });
  return v4 != found.end() ? v4->endpoint() : found.begin()->endpoint();
}

void AddressCheck::add(const std::string& address, std::uint16_t port) {
  open_acceptor(acceptors_.emplace_back(context_), address, port);
}

Listener::Listener(const Workers& workers, ConnectionCount& connection_count,
                   asio::ssl::context* tls)
    : workers_(workers),
      connection_count_(connection_count),
      tls_(tls),
      acceptor_(workers.front()->context()),
      retry_timer_(workers.front()->context()) {}

void Listener::listen(const std::string& address, std::uint16_t port) {
  open_acceptor(acceptor_, address, port);
  error_code error;
  port_ = acceptor_.local_endpoint(error).port();
  if (error) fail(address, port, error);
}

void Listener::start() {
  asio::post(acceptor_.get_executor(), [this] { accept(); });
}

void Listener::stop() {
  std::promise<void> stopped;
  asio::post(acceptor_.get_executor(), [&] {
    error_code ignored;
    acceptor_.close(ignored);
    retry_timer_.cancel();
    stopped.set_value();
  });
  stopped.get_future().wait();
}

void Listener::accept() {
  if (!acceptor_.is_open()) return;
  if (tls_ != nullptr && !handshake_) {
    handshake_ = connection_count_.begin_handshake();
    if (!handshake_) {
      for (const auto& worker : workers_) worker->end_stalled_handshakes();
      return accept_later();
    }
  }
  auto& worker = *workers_[turn_ % workers_.size()];
  acceptor_.async_accept(worker.context(), [this](const error_code& error, Socket socket) {
    on_accept(error, std::move(socket));
  });
}

void Listener::on_accept(const error_code& error, Socket socket) {
  if (!acceptor_.is_open()) return;
  // An aborted connection is the client's doing; any other error means that a resource ran out.
  const bool is_lack = error && error != asio::error::connection_aborted;
  if (is_lack) return accept_later();
  try {
    if (!error) take_in(std::move(socket));
  } catch (const std::exception&) {
    // Out of memory for this one connection; its socket is closed. The next one may succeed.
  }
  accept();
}

void Listener::take_in(Socket socket) {
  auto decision = AdmissionDecision::serve;
  auto guard = connection_count_.admit();
  if (!guard) {
    decision = AdmissionDecision::reject;
    guard = connection_count_.reject();
  }
  if (!guard) return;
  Admission admission{decision, std::move(*guard), std::exchange(handshake_, std::nullopt)};
  error_code ignored;
  socket.set_option(Tcp::no_delay(true), ignored);

  const auto& worker = workers_[turn_++ % workers_.size()];
  asio::dispatch(worker->context(), [worker, tls = tls_, socket = std::move(socket),
                                     admission = std::move(admission)]() mutable {
    worker->adopt(make_session(std::move(socket), tls, worker, std::move(admission)));
  });
}

void Listener::accept_later() {
  retry_timer_.expires_after(retry_time);
  retry_timer_.async_wait([this](const error_code& error) {
    if (!error) accept();
  });
}

}  // namespace blotter::http
