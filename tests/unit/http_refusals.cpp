// What a proxy and this server might parse differently: 400, and the connection is closed.
#include "http_client.hpp"

namespace blotter::http::testing {
namespace {

struct Malformed {
  const char* name;
  std::string request;
};

void PrintTo(const Malformed& malformed, std::ostream* out) { *out << malformed.name; }

class HttpMalformed : public HttpTest, public ::testing::WithParamInterface<Malformed> {};

TEST_P(HttpMalformed, is_refused_with_400_and_closed) {
  bool reached_handler = false;
  handler_.on_request = [&](const Request&, Reply reply) {
    reached_handler = true;
    reply.send(text("oh"));
  };
  start();
  Client client = connect();
  const auto response = client.fetch(GetParam().request);
  EXPECT_EQ(response.status, 400U);
  EXPECT_TRUE(response.has("Connection: close"));
  EXPECT_FALSE(response.body.empty());
  EXPECT_TRUE(client.is_closed());
  EXPECT_FALSE(client.was_reset());
  client.close();
  EXPECT_TRUE(all_are_closed());
  EXPECT_FALSE(reached_handler);
}

/// A POST with these header lines and body.
std::string post(const std::string& headers, const std::string& body = "") {
  return "POST / HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n" + body;
}

std::string chunks(const std::string& body) { return post("Transfer-Encoding: chunked\r\n", body); }

INSTANTIATE_TEST_SUITE_P(
    , HttpMalformed,
    ::testing::Values(
        Malformed{"content_length_list", post("Content-Length: 2, 2\r\n", "ab")},
        Malformed{"content_length_twice", post("Content-Length: 2\r\nContent-Length: 2\r\n", "ab")},
        Malformed{"content_length_twice_and_different",
                  post("Content-Length: 2\r\nContent-Length: 3\r\n", "abc")},
        Malformed{"content_length_with_plus", post("Content-Length: +2\r\n", "ab")},
        Malformed{"content_length_negative", post("Content-Length: -2\r\n", "ab")},
        Malformed{"content_length_hexadecimal", post("Content-Length: 0x2\r\n", "ab")},
        Malformed{"content_length_with_garbage", post("Content-Length: 2a\r\n", "ab")},
        Malformed{"content_length_empty", post("Content-Length:\r\n")},
        Malformed{"content_length_overflow", post("Content-Length: 18446744073709551617\r\n", "a")},
        Malformed{"content_length_and_chunked",
                  post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        Malformed{"chunked_and_content_length",
                  post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n")},
        Malformed{"host_missing", "GET / HTTP/1.1\r\nX: y\r\n\r\n"},
        Malformed{"no_header_at_all", "GET / HTTP/1.1\r\n\r\n"},
        Malformed{"host_twice", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n"},
        Malformed{"folded_header", "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n b\r\n\r\n"},
        Malformed{"folded_header_with_tab", "GET / HTTP/1.1\r\nHost: h\r\nX: a\r\n\tb\r\n\r\n"},
        Malformed{"first_header_folded", "GET / HTTP/1.1\r\n Host: h\r\n\r\n"},
        Malformed{"transfer_encoding_gzip", post("Transfer-Encoding: gzip\r\n", "0\r\n\r\n")},
        Malformed{"transfer_encoding_gzip_chunked",
                  post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")},
        Malformed{
            "transfer_encoding_chunked_twice",
            post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        Malformed{"transfer_encoding_listed_twice",
                  post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n")},
        Malformed{"transfer_encoding_identity", post("Transfer-Encoding: identity\r\n")},
        Malformed{"transfer_encoding_misspelt", post("Transfer-Encoding: xchunked\r\n")},
        Malformed{"transfer_encoding_quoted", post("Transfer-Encoding: \"chunked\"\r\n")},
        Malformed{"transfer_encoding_empty", post("Transfer-Encoding:\r\n")},
        Malformed{"transfer_encoding_with_http_1_0",
                  "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"},
        Malformed{"space_before_colon", "GET / HTTP/1.1\r\nHost : h\r\n\r\n"},
        Malformed{"tab_before_colon", "GET / HTTP/1.1\r\nHost\t: h\r\n\r\n"},
        Malformed{"header_without_colon", "GET / HTTP/1.1\r\nHost: h\r\nnonsense\r\n\r\n"},
        Malformed{"header_without_name", "GET / HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n"},
        Malformed{"nul_in_value", std::string("GET / HTTP/1.1\r\nHost: h\r\nX: a\0b\r\n\r\n", 35)},
        Malformed{"nul_in_target", std::string("GET /\0 HTTP/1.1\r\nHost: h\r\n\r\n", 28)},
        Malformed{"control_byte_in_value", "GET / HTTP/1.1\r\nHost: h\r\nX: a\x01\r\n\r\n"},
        Malformed{"delete_byte_in_value", "GET / HTTP/1.1\r\nHost: h\r\nX: a\x7f\r\n\r\n"},
        Malformed{"bare_line_feeds", "GET / HTTP/1.1\nHost: h\n\n"},
        Malformed{"bare_line_feed_in_value", "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n"},
        Malformed{"bare_carriage_return", "GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n"},
        Malformed{"chunk_size_missing", chunks("\r\nab\r\n0\r\n\r\n")},
        Malformed{"chunk_size_negative", chunks("-1\r\nab\r\n0\r\n\r\n")},
        Malformed{"chunk_size_with_prefix", chunks("0x2\r\nab\r\n0\r\n\r\n")},
        Malformed{"chunk_size_no_number", chunks("zz\r\nab\r\n0\r\n\r\n")},
        Malformed{"chunk_size_overflow", chunks("10000000000000001\r\nab\r\n0\r\n\r\n")},
        Malformed{"chunk_longer_than_said", chunks("1\r\nab\r\n0\r\n\r\n")},
        Malformed{"chunk_line_with_bare_line_feed", chunks("2\nab\r\n0\r\n\r\n")},
        Malformed{"chunk_line_without_end", chunks("2;" + std::string(4000, 'x'))},
        Malformed{"trailers_without_end", chunks("0\r\nX: " + std::string(4000, 'x'))},
        Malformed{"content_length_in_trailer", chunks("0\r\nContent-Length: 5\r\n\r\n")},
        Malformed{"unknown_expectation", post("Expect: tea\r\nContent-Length: 2\r\n", "ab")},
        Malformed{"http_2_preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
        Malformed{"http_1_2", "GET / HTTP/1.2\r\nHost: h\r\n\r\n"},
        Malformed{"http_0_9", "GET /\r\n"},
        Malformed{"http_2_0", "GET / HTTP/2.0\r\nHost: h\r\n\r\n"},
        Malformed{"lower_case_version", "GET / http/1.1\r\nHost: h\r\n\r\n"},
        Malformed{"no_target", "GET  HTTP/1.1\r\nHost: h\r\n\r\n"},
        Malformed{"space_in_target", "GET /a b HTTP/1.1\r\nHost: h\r\n\r\n"},
        Malformed{"space_before_method", " GET / HTTP/1.1\r\nHost: h\r\n\r\n"},
        Malformed{"method_no_token", "G@T / HTTP/1.1\r\nHost: h\r\n\r\n"},
        Malformed{"tls_hello", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11)},
        Malformed{"binary_garbage", std::string("\xff\xfe\x00\x01", 4)},
        Malformed{"text_garbage", "hello\r\n"}),
    [](const auto& info) { return std::string(info.param.name); });

class HttpRefusals : public HttpTest {};

TEST_F(HttpRefusals, garbage_after_a_valid_request_is_refused_after_its_response) {
  start();
  Client client = connect();
  client.send("GET /good HTTP/1.1\r\nHost: h\r\n\r\n\x01garbage");
  EXPECT_EQ(client.read_response().body, "get /good []");
  EXPECT_EQ(client.read_response().status, 400U);
  EXPECT_TRUE(client.is_closed());
}

TEST_F(HttpRefusals, incomplete_request_is_refused) {
  start();
  for (const std::string_view part :
       {"GET / HT", "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab"}) {
    Client client = connect();
    client.send(part);
    client.shut_down_sending();
    EXPECT_EQ(client.read_response().status, 400U);
    EXPECT_TRUE(client.is_closed());
  }
}

TEST_F(HttpRefusals, refused_head_request_gets_no_body) {
  start();
  Client client = connect();
  client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\nHEAD / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n");
  EXPECT_EQ(client.read_response().status, 200U);
  EXPECT_EQ(client.read_response(false).status, 400U);
  EXPECT_TRUE(client.is_closed());
}

}  // namespace
}  // namespace blotter::http::testing
