// The client of the doctor and the health command; http_tls.cpp tests it over TLS.
#include "http_client.hpp"

#include "http/client.hpp"

namespace blotter::http::testing {
namespace {

class HttpClient : public HttpTest {
 protected:
  [[nodiscard]] ClientRequest request() const {
    return {.host = "127.0.0.1", .port = server_->port()};
  }
};

TEST_F(HttpClient, a_response_has_its_status_and_body) {
  handler_.on_request = [](const Request& request, Reply reply) {
    reply.send(text("at " + std::string(request.target), 404));
  };
  start();
  auto to_a_page = request();
  to_a_page.target = "/page";
  const auto response = http::get(to_a_page);
  EXPECT_EQ(response.status, 404U);
  EXPECT_EQ(response.body, "at /page");
  EXPECT_EQ(response.certificate_digest, "");
}

TEST_F(HttpClient, the_longest_body_is_accepted_and_one_byte_more_is_an_error) {
  std::size_t bytes = client_body_bytes_max;
  handler_.on_request = [&](const Request&, Reply reply) {
    reply.send(text(std::string(bytes, 'x')));
  };
  start();
  EXPECT_EQ(http::get(request()).body.size(), client_body_bytes_max);
  ++bytes;
  try {
    http::get(request());
    ADD_FAILURE() << "it was accepted";
  } catch (const ClientError& error) {
    EXPECT_EQ(error.cause(), ClientError::Cause::other) << error.what();
  }
}

TEST_F(HttpClient, the_request_names_host_and_port) {
  handler_.on_request = [](const Request& request, Reply reply) {
    reply.send(text(std::string(request.header("host"))));
  };
  start();
  EXPECT_EQ(http::get(request()).body, "127.0.0.1:" + std::to_string(server_->port()));
}

TEST(HttpClientHost, an_ipv6_address_has_brackets_and_the_default_port_is_omitted) {
  const auto host = [](std::string name, std::uint16_t port, Transport transport) {
    return host_header({.host = std::move(name), .port = port, .transport = transport});
  };
  EXPECT_EQ(host("::1", 8080, Transport::plain), "[::1]:8080");
  EXPECT_EQ(host("::1", 80, Transport::plain), "[::1]");
  EXPECT_EQ(host("localhost", 80, Transport::plain), "localhost");
  EXPECT_EQ(host("localhost", 443, Transport::plain), "localhost:443");
  EXPECT_EQ(host("localhost", 443, Transport::tls), "localhost");
  EXPECT_EQ(host("127.0.0.1", 80, Transport::tls), "127.0.0.1:80");
}

}  // namespace
}  // namespace blotter::http::testing
