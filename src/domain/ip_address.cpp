#include "domain/ip_address.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <cstring>
#include <netinet/in.h>

#include "base/header_list.hpp"

namespace blotter {
namespace {

constexpr std::size_t bits_per_byte = 8;

// The special-purpose addresses of the IANA registries.
constexpr std::string_view special_v4[] = {
    "0.0.0.0/8",        // this network
    "10.0.0.0/8",       // private
    "100.64.0.0/10",    // shared by customers of a provider (CGNAT)
    "127.0.0.0/8",      // loopback
    "169.254.0.0/16",   // link-local, with the metadata services of clouds
    "172.16.0.0/12",    // private
    "192.0.0.0/24",     // protocol assignments
    "192.0.2.0/24",     // documentation
    "192.88.99.0/24",   // 6to4 relays
    "192.168.0.0/16",   // private
    "198.18.0.0/15",    // benchmarks
    "198.51.100.0/24",  // documentation
    "203.0.113.0/24",   // documentation
    "224.0.0.0/4",      // multicast
    "240.0.0.0/4",      // reserved, with the broadcast address
};

// Everything else outside of this range is special too: loopback, unique local (ULA), link-local,
// multicast, NAT64 and the forms that contain an IPv4 address.
constexpr std::string_view global_v6 = "2000::/3";
constexpr std::string_view special_v6[] = {
    "2001::/23",      // protocol assignments, with Teredo
    "2001:db8::/32",  // documentation
    "2002::/16",      // 6to4
    "3fff::/20",      // documentation
};

template <std::size_t Count>
std::vector<AddressRange> ranges(const std::string_view (&texts)[Count]) {
  std::vector<AddressRange> parsed;
  for (const std::string_view text : texts) parsed.push_back(AddressRange::parse(text).value());
  return parsed;
}

bool is_any(const std::vector<AddressRange>& ranges, const IpAddress& address) {
  return std::ranges::any_of(ranges, [&](const auto& range) { return range.contains(address); });
}

}  // namespace

std::optional<IpAddress> IpAddress::parse(std::string_view text) {
  const std::string terminated(text);
  IpAddress address;
  if (inet_pton(AF_INET, terminated.c_str(), address.bytes_.data()) == 1) {
    address.size_ = v4_size;
    return address;
  }
  if (inet_pton(AF_INET6, terminated.c_str(), address.bytes_.data()) == 1) return address;
  return std::nullopt;
}

std::optional<IpAddress> IpAddress::of(const sockaddr& address) {
  IpAddress result;
  if (address.sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    std::memcpy(result.bytes_.data(), &v4.sin_addr, v4_size);
    result.size_ = v4_size;
    return result;
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    std::memcpy(result.bytes_.data(), &v6.sin6_addr, v6_size);
    return result;
  }
  return std::nullopt;
}

std::string IpAddress::str() const {
  std::array<char, INET6_ADDRSTRLEN> text{};
  inet_ntop(is_v4() ? AF_INET : AF_INET6, bytes_.data(), text.data(), text.size());
  return text.data();
}

Parsed<AddressRange> AddressRange::parse(std::string_view text) {
  const auto rule = [] {
    return must("be an IP address or a range of them, such as 127.0.0.1, 10.0.0.0/8 or fd00::/8");
  };
  const std::size_t slash = text.find('/');
  const auto first = IpAddress::parse(text.substr(0, slash));
  if (!first) return rule();
  const std::size_t bits_max = first->bytes().size() * bits_per_byte;
  if (slash == std::string_view::npos) return AddressRange(*first, bits_max);
  const std::string_view length = text.substr(slash + 1);
  std::size_t bits = 0;
  const auto [end, error] = std::from_chars(length.data(), length.data() + length.size(), bits);
  if (error != std::errc{} || end != length.data() + length.size() || bits > bits_max)
    return rule();
  return AddressRange(*first, bits);
}

bool AddressRange::contains(const IpAddress& address) const {
  const auto ours = first_.bytes();
  const auto theirs = address.bytes();
  if (ours.size() != theirs.size()) return false;
  const std::size_t whole = bits_ / bits_per_byte;
  if (!std::equal(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(whole), theirs.begin()))
    return false;
  const std::size_t rest = bits_ % bits_per_byte;
  if (rest == 0) return true;
  return (ours[whole] ^ theirs[whole]) >> (bits_per_byte - rest) == 0;
}

bool is_public(const IpAddress& address) {
  static const auto v4 = ranges(special_v4);
  static const auto v6 = ranges(special_v6);
  static const auto global = AddressRange::parse(global_v6).value();
  if (address.is_v4()) return !is_any(v4, address);
  return global.contains(address) && !is_any(v6, address);
}

Parsed<AddressGuard> AddressGuard::parse(std::string_view allowed) {
  AddressGuard guard;
  std::string error;
  any_part(allowed, ',', [&](std::string_view text) {
    auto range = AddressRange::parse(text);
    if (range) {
      guard.allowed_.push_back(*range);
    } else {
      error = std::move(range.error());
    }
    return !range;
  });
  if (!error.empty()) return tl::make_unexpected(std::move(error));
  return guard;
}

bool AddressGuard::permits(const IpAddress& address) const {
  return is_public(address) || is_any(allowed_, address);
}

}  // namespace blotter
