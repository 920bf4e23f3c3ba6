#include "http/client.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <openssl/ssl.h>

#include "http/certificate.hpp"

namespace blotter::http {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;
using Tcp = asio::ip::tcp;

/// Runs asynchronous steps one after the other: starts each step, waits for its end or for the
/// deadline, and checks its error code.
class RequestRunner {
 public:
  explicit RequestRunner(const ClientRequest& request)
      : request_(request), deadline_(std::chrono::steady_clock::now() + request.time_max) {}

  ClientResponse run() {
    if (request_.transport == Transport::plain) {
      check_certificate("");
      beast::tcp_stream stream(io_);
      connect(stream);
      return send_and_receive(stream);
    }
    asio::ssl::context context(asio::ssl::context::tls_client);
    beast::ssl_stream<beast::tcp_stream> stream(io_, context);
    auto& tcp = beast::get_lowest_layer(stream);
    connect(tcp);
    // Some servers choose their certificate by this name (SNI).
    SSL_set_tlsext_host_name(stream.native_handle(), request_.host.c_str());
    step(tcp, [&](auto done) { stream.async_handshake(asio::ssl::stream_base::client, done); });
    std::string digest = peer_certificate_digest(stream.native_handle());
    check_certificate(digest);
    ClientResponse response = send_and_receive(stream);
    response.certificate_digest = std::move(digest);
    return response;
  }

 private:
  /// Not async_resolve: a lookup cannot be cancelled, so the io_context would wait for it anyway.
  void connect(beast::tcp_stream& tcp) {
    Tcp::resolver resolver(io_);
    error_code error;
    const auto endpoints = resolver.resolve(request_.host, std::to_string(request_.port), error);
    if (error) fail(error);
    step(tcp, [&](auto done) {
      tcp.async_connect(endpoints, [done](error_code code, const auto&) { done(code); });
    });
  }

  void check_certificate(const std::string& digest) const {
    if (!request_.certificate_digest) return;
    if (!digest.empty() && *request_.certificate_digest == digest) return;
    throw ClientError(ClientError::Cause::other_certificate, "the server has another certificate");
  }

  template <class Stream>
  ClientResponse send_and_receive(Stream& stream) {
    beast::http::request<beast::http::empty_body> request(beast::http::verb::get, request_.target,
                                                          11);
    request.set(beast::http::field::host, host_header(request_));
    request.set(beast::http::field::connection, "close");
    for (const auto& [name, value] : request_.headers) request.set(name, value);
    auto& tcp = beast::get_lowest_layer(stream);
    step(tcp, [&](auto done) {
      beast::http::async_write(stream, request,
                               [done](error_code code, std::size_t) { done(code); });
    });
    beast::flat_buffer buffer;
    beast::http::response_parser<beast::http::string_body> parser;
    parser.body_limit(client_body_bytes_max);
    step(tcp, [&](auto done) {
      beast::http::async_read(stream, buffer, parser,
                              [done](error_code code, std::size_t) { done(code); });
    });
    return {parser.get().result_int(), std::move(parser.get().body()), {}};
  }

  template <class Start>
  void step(beast::tcp_stream& tcp, Start start) {
    error_code outcome;
    tcp.expires_at(deadline_);
    start([&outcome](error_code code) { outcome = code; });
    io_.restart();
    io_.run();
    if (outcome) fail(outcome);
  }

  [[noreturn]] static void fail(error_code error) {
    using Cause = ClientError::Cause;
    if (error == beast::error::timeout) throw ClientError(Cause::timeout, "no response in time");
    if (error == asio::error::connection_refused) {
      throw ClientError(Cause::refused, "connection refused");
    }
    throw ClientError(Cause::other, error.message());
  }

  const ClientRequest& request_;
  const std::chrono::steady_clock::time_point deadline_;
  asio::io_context io_{1};
};

}  // namespace

std::string bracketed(const std::string& host) {
  const bool is_v6 = host.find(':') != std::string::npos;
  return is_v6 ? "[" + host + "]" : host;
}

std::string host_header(const ClientRequest& request) {
  constexpr std::uint16_t http_port = 80;
  constexpr std::uint16_t https_port = 443;
  const std::string host = bracketed(request.host);
  const bool is_usual =
      request.port == (request.transport == Transport::tls ? https_port : http_port);
  return is_usual ? host : host + ":" + std::to_string(request.port);
}

ClientResponse get(const ClientRequest& request) { return RequestRunner(request).run(); }

}  // namespace blotter::http
