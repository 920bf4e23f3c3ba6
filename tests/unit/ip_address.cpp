// Which addresses the server may connect to.
#include "domain/ip_address.hpp"

#include <gtest/gtest.h>

namespace blotter {
namespace {

IpAddress address(std::string_view text) { return IpAddress::parse(text).value(); }

TEST(IpAddress, public_addresses_are_public) {
  for (const std::string_view text :
       {"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1",
        "192.167.0.1", "223.255.255.255", "2606:4700:4700::1111", "2a00:1450:4001::1"}) {
    EXPECT_TRUE(is_public(address(text))) << text;
  }
}

TEST(IpAddress, special_addresses_are_not_public) {
  for (const std::string_view text : {"0.0.0.0",
                                      "0.1.2.3",
                                      "10.0.0.1",
                                      "10.255.255.255",
                                      "100.64.0.1",
                                      "100.127.255.255",
                                      "127.0.0.1",
                                      "127.255.0.1",
                                      "169.254.169.254",
                                      "172.16.0.1",
                                      "172.31.255.255",
                                      "192.0.0.1",
                                      "192.0.2.1",
                                      "192.88.99.1",
                                      "192.168.1.1",
                                      "198.18.0.1",
                                      "198.19.255.255",
                                      "198.51.100.1",
                                      "203.0.113.1",
                                      "224.0.0.1",
                                      "239.255.255.255",
                                      "240.0.0.1",
                                      "255.255.255.255",
                                      "::",
                                      "::1",
                                      "::127.0.0.1",
                                      "::ffff:127.0.0.1",
                                      "::ffff:8.8.8.8",
                                      "64:ff9b::7f00:1",
                                      "64:ff9b:1::1",
                                      "100::1",
                                      "2001::1",
                                      "2001:db8::1",
                                      "2002:7f00:1::",
                                      "3fff::1",
                                      "fc00::1",
                                      "fdff::1",
                                      "fe80::1",
                                      "fec0::1",
                                      "ff02::1"}) {
    EXPECT_FALSE(is_public(address(text))) << text;
  }
}

TEST(IpAddress, a_range_contains_the_addresses_with_its_prefix) {
  const auto range = AddressRange::parse("10.20.0.0/15").value();
  EXPECT_TRUE(range.contains(address("10.20.0.0")));
  EXPECT_TRUE(range.contains(address("10.21.255.255")));
  EXPECT_FALSE(range.contains(address("10.22.0.0")));
  EXPECT_FALSE(range.contains(address("::ffff:10.20.0.0")));
  EXPECT_TRUE(AddressRange::parse("0.0.0.0/0").value().contains(address("200.1.2.3")));
  EXPECT_TRUE(AddressRange::parse("::1").value().contains(address("::1")));
  EXPECT_FALSE(AddressRange::parse("::1").value().contains(address("::2")));
}

TEST(IpAddress, anything_else_is_no_range) {
  for (const std::string_view text : {"", "10", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/8x", "::/129",
                                      "10.0.0.0/-1", "localhost", "10.0.0.256"}) {
    EXPECT_FALSE(AddressRange::parse(text)) << text;
  }
}

TEST(IpAddress, the_guard_permits_public_and_allowed_addresses) {
  const auto guard = AddressGuard::parse("127.0.0.0/8, fd00::/8").value();
  EXPECT_TRUE(guard.permits(address("8.8.8.8")));
  EXPECT_TRUE(guard.permits(address("127.0.0.1")));
  EXPECT_TRUE(guard.permits(address("fd12::1")));
  EXPECT_FALSE(guard.permits(address("10.0.0.1")));
  EXPECT_FALSE(guard.permits(address("::1")));
  EXPECT_FALSE(AddressGuard().permits(address("127.0.0.1")));
  EXPECT_FALSE(AddressGuard::parse("127.0.0.0/8,nonsense"));
}

}  // namespace
}  // namespace blotter
