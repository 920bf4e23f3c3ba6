// IP addresses, and those that the server may connect to on behalf of a guild.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

struct sockaddr;

namespace blotter {

class IpAddress {
 public:
  static std::optional<IpAddress> parse(std::string_view text);
  /// Empty if it is not an IP address.
  static std::optional<IpAddress> of(const sockaddr& address);

  [[nodiscard]] bool is_v4() const { return size_ == v4_size; }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {bytes_.data(), size_}; }
  [[nodiscard]] std::string str() const;

 private:
  static constexpr std::size_t v4_size = 4;
  static constexpr std::size_t v6_size = 16;

  std::array<std::uint8_t, v6_size> bytes_{};
  std::size_t size_ = v6_size;
};

/// Addresses with a common prefix, written as 10.0.0.0/8; a single address has no length.
class AddressRange {
 public:
  static Parsed<AddressRange> parse(std::string_view text);
  [[nodiscard]] bool contains(const IpAddress& address) const;

 private:
  AddressRange(IpAddress first, std::size_t bits) : first_(first), bits_(bits) {}

  IpAddress first_;
  std::size_t bits_;
};

/// Whether the address is one of the public internet. Loopback, private, link-local, shared,
/// multicast and reserved ones are not, nor those that only carry another address.
bool is_public(const IpAddress& address);

/// Where connections may go: to public addresses, and to those that the operator has allowed.
class AddressGuard {
 public:
  AddressGuard() = default;
  /// `allowed` are ranges, separated by commas.
  static Parsed<AddressGuard> parse(std::string_view allowed);

  [[nodiscard]] bool permits(const IpAddress& address) const;

 private:
  std::vector<AddressRange> allowed_;
};

}  // namespace blotter
