// The addresses that a server listens on.
#include <gtest/gtest.h>

#include "app/address.hpp"

namespace blotter::app {
namespace {

TEST(Addresses, loopback_addresses_are_recognised) {
  for (const char* host : {"127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1", "localhost"}) {
    EXPECT_TRUE(is_loopback(host)) << host;
  }
  for (const char* host : {"127.example.org", "0.0.0.0", "::", "192.0.2.1", "db.example.org", ""}) {
    EXPECT_FALSE(is_loopback(host)) << host;
  }
}

TEST(Addresses, the_wildcard_address_is_recognised_in_every_spelling) {
  for (const char* host : {"0.0.0.0", "::", "0:0:0:0:0:0:0:0"}) {
    EXPECT_TRUE(is_every_address(host)) << host;
  }
  for (const char* host : {"127.0.0.1", "::1", "localhost", "0.example.org", ""}) {
    EXPECT_FALSE(is_every_address(host)) << host;
  }
}

TEST(Addresses, an_origin_has_brackets_around_ipv6) {
  EXPECT_EQ(origin_of(http::Transport::plain, "127.0.0.1", 8080), "http://127.0.0.1:8080");
  EXPECT_EQ(origin_of(http::Transport::tls, "::1", 8443), "https://[::1]:8443");
}

}  // namespace
}  // namespace blotter::app
