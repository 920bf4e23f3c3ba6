// The HTTP engine over TLS.
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "http/certificate.hpp"
#include "http/client.hpp"
#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

constexpr std::string_view get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";

/// Writes a self-signed certificate and its key.
void write_certificate(const std::string& certificate_file, const std::string& key_file,
                       EVP_PKEY* key = EVP_EC_gen("P-256")) {
  X509* const certificate = X509_new();
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  auto* const name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
  X509_set_issuer_name(certificate, name);
  X509_sign(certificate, key, EVP_sha256());

  std::FILE* file = std::fopen(certificate_file.c_str(), "w");
  PEM_write_X509(file, certificate);
  std::fclose(file);
  file = std::fopen(key_file.c_str(), "w");
  PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

class HttpTls : public HttpTest {
 protected:
  HttpTls() {
    folder_ =
        std::filesystem::path(::testing::TempDir()) / ("http_tls_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    write_certificate(file("cert.pem"), file("key.pem"));
    options_.tls = TlsFiles{file("cert.pem"), file("key.pem")};
  }
  ~HttpTls() override {
    server_.reset();
    std::filesystem::remove_all(folder_);
  }

  [[nodiscard]] std::string file(const std::string& name) const {
    return (folder_ / name).string();
  }

  void use_certificate(EVP_PKEY* key) { write_certificate(file("cert.pem"), file("key.pem"), key); }

  std::string start_error() {
    try {
      start();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

TEST_F(HttpTls, requests_get_responses) {
  start();
  Client client = connect();
  ASSERT_TRUE(client.start_tls());
  for (int round = 0; round < 3; ++round) EXPECT_EQ(client.fetch(get).body, "get / []");
  client.send(
      "POST /1 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nabGET /2 HTTP/1.1\r\nHost: "
      "h\r\n\r\n");
  EXPECT_EQ(client.read_response().body, "post /1 [ab]");
  EXPECT_EQ(client.read_response().body, "get /2 []");
}

TEST_F(HttpTls, a_request_is_sent_only_if_the_certificate_is_the_expected_one) {
  std::atomic<int> requests = 0;
  handler_.on_request = [&](const Request&, Reply reply) {
    ++requests;
    reply.send(text("secret"));
  };
  start();
  const std::string digest = inspect_certificate(file("cert.pem")).digest;
  ClientRequest request{.host = "127.0.0.1", .port = server_->port(), .transport = Transport::tls};
  EXPECT_EQ(http::get(request).certificate_digest, digest);
  request.certificate_digest = digest;
  EXPECT_EQ(http::get(request).body, "secret");
  EXPECT_EQ(requests, 2);

  const auto is_withheld = [&] {
    try {
      http::get(request);
    } catch (const ClientError& error) {
      return error.cause() == ClientError::Cause::other_certificate;
    }
    return false;
  };
  write_certificate(file("other.pem"), file("other-key.pem"));
  request.certificate_digest = inspect_certificate(file("other.pem")).digest;
  EXPECT_TRUE(is_withheld());
  for (const Transport transport : {Transport::tls, Transport::plain}) {
    request.transport = transport;
    request.certificate_digest = "";
    EXPECT_TRUE(is_withheld());
  }
  EXPECT_EQ(requests, 2);
}

TEST_F(HttpTls, large_responses_and_bodies_arrive) {
  const std::string large(1'000'000, 'y');
  handler_.on_request = [&](const Request& request, Reply reply) {
    reply.send(text(large + std::to_string(request.body.size())));
  };
  start();
  Client client = connect();
  ASSERT_TRUE(client.start_tls());
  EXPECT_EQ(client
                .fetch("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 50000\r\n\r\n" +
                       std::string(50'000, 'x'))
                .body,
            large + "50000");
}

TEST_F(HttpTls, connection_is_closed_on_request) {
  start();
  Client client = connect();
  ASSERT_TRUE(client.start_tls());
  EXPECT_EQ(client.fetch("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n").status, 200U);
  EXPECT_TRUE(client.is_closed());
  client.end_tls();
  client.close();
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpTls, client_that_keeps_sending_still_gets_413) {
  start();
  Client client = connect();
  ASSERT_TRUE(client.start_tls());
  client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 500000\r\n\r\n");
  EXPECT_TRUE(client.send(std::string(500'000, 'x')));
  EXPECT_EQ(client.read_response().status, 413U);
}

TEST_F(HttpTls, slow_head_is_408) {
  options_.limits.read_timeout = 2s;  // long enough for the handshake, even on a busy machine
  start();
  Client client = connect();
  ASSERT_TRUE(client.start_tls());
  EXPECT_EQ(client.fetch("GET / HT").status, 408U);
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpTls, connection_above_the_limit_is_503) {
  options_.limits.connections_max = 1;
  start();
  Client first = connect();
  ASSERT_TRUE(first.start_tls());
  EXPECT_EQ(first.fetch(get).status, 200U);
  Client second = connect();
  ASSERT_TRUE(second.start_tls());
  EXPECT_EQ(second.fetch(get).status, 503U);
}

TEST_F(HttpTls, connection_without_a_handshake_is_closed) {
  options_.limits.read_timeout = 150ms;
  start();
  Client client = connect();
  EXPECT_TRUE(client.is_closed());
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpTls, plain_http_is_closed_quickly) {
  start();
  Client client = connect();
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(client.fetch(get).status, 0U);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);
  EXPECT_TRUE(all_are_closed());
}

TEST_F(HttpTls, versions_before_1_2_are_refused) {
  start();
  EXPECT_FALSE(connect().start_tls(TLS1_1_VERSION));
  EXPECT_TRUE(connect().start_tls(TLS1_2_VERSION));
  EXPECT_TRUE(connect().start_tls(TLS1_3_VERSION));
}

TEST_F(HttpTls, only_suites_with_forward_secrecy_and_aead_are_accepted) {
  start();
  for (const char* suite : {"ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-CHACHA20-POLY1305"}) {
    EXPECT_TRUE(connect().start_tls(TLS1_2_VERSION, suite)) << suite;
  }
  for (const char* suite : {"ECDHE-ECDSA-AES128-SHA256", "ECDHE-ECDSA-AES256-SHA"}) {
    EXPECT_FALSE(connect().start_tls(TLS1_2_VERSION, suite)) << suite;
  }
  use_certificate(EVP_RSA_gen(2048));
  start();
  EXPECT_TRUE(connect().start_tls(TLS1_2_VERSION, "ECDHE-RSA-AES128-GCM-SHA256"));
  for (const char* suite : {"AES128-GCM-SHA256", "AES128-SHA", "ECDHE-RSA-AES128-SHA"}) {
    EXPECT_FALSE(connect().start_tls(TLS1_2_VERSION, suite)) << suite;
  }
}

TEST_F(HttpTls, waiting_handshakes_do_not_block_others) {
  options_.limits.handshakes_max = 4;
  start();
  std::vector<std::unique_ptr<Client>> silent;
  for (int count = 0; count < 12; ++count) {
    silent.push_back(std::make_unique<Client>(server_->port()));
  }
  const auto begin = std::chrono::steady_clock::now();
  Client client = connect();
  ASSERT_TRUE(client.start_tls());
  EXPECT_EQ(client.fetch(get).status, 200U);
  // Three rounds of half a second each. If stalled handshakes were not ended, it would take the
  // read timeout of ten seconds.
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);
  EXPECT_LE(server_->open_connections(), 1 + options_.limits.handshakes_max);
}

TEST_F(HttpTls, stop_finishes_requests_in_flight) {
  std::promise<Reply> taken;
  handler_.on_request = [&](const Request&, Reply reply) { taken.set_value(std::move(reply)); };
  start();
  Client idle = connect();
  Client client = connect();
  ASSERT_TRUE(idle.start_tls());
  ASSERT_TRUE(client.start_tls());
  client.send(get);
  auto reply = taken.get_future().get();
  std::thread stopper([&] { server_->stop(5s); });
  EXPECT_TRUE(idle.is_closed());
  reply.send(text("finished"));
  EXPECT_EQ(client.read_response().body, "finished");
  client.close();
  stopper.join();
}

TEST_F(HttpTls, missing_file_is_named) {
  options_.tls->certificate = file("missing.pem");
  std::string failure = start_error();
  EXPECT_EQ(failure,
            "cannot use TLS certificate " + file("missing.pem") + ": No such file or directory");
  options_.tls = TlsFiles{file("cert.pem"), file("gone.pem")};
  failure = start_error();
  EXPECT_EQ(failure, "cannot use TLS key " + file("gone.pem") + " with certificate " +
                         file("cert.pem") + ": No such file or directory");
}

TEST_F(HttpTls, file_without_a_certificate_is_named) {
  std::ofstream(file("cert.pem")) << "nothing of use\n";
  EXPECT_TRUE(start_error().starts_with("cannot use TLS certificate " + file("cert.pem")));
}

TEST_F(HttpTls, key_of_another_certificate_is_refused) {
  write_certificate(file("other_cert.pem"), file("other_key.pem"));
  options_.tls->key = file("other_key.pem");
  const auto failure = start_error();
  EXPECT_TRUE(failure.starts_with("cannot use TLS key " + file("other_key.pem"))) << failure;
  EXPECT_NE(failure.find("key values mismatch"), std::string::npos) << failure;
}

}  // namespace
}  // namespace blotter::http::testing
