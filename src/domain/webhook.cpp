#include "domain/webhook.hpp"

#include <algorithm>

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

#include "base/digest.hpp"

namespace blotter {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view secret_prefix = "whsec_";
constexpr std::size_t secret_bytes = 32;

// The delays after the first attempt, the second and so on.
constexpr std::chrono::seconds retry_delays[] = {5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h};
constexpr std::int64_t scatter_percent = 20;

bool is_graphic(char c) { return c > 0x20 && c < 0x7f; }

std::string host_of(const boost::urls::url_view& url) {
  std::string host = url.host();
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return host;
}

}  // namespace

Parsed<WebhookUrl> WebhookUrl::parse(std::string_view text, const AddressGuard& guard) {
  const auto rule = [] {
    return must("be an http or https URL, such as https://bot.example/hook");
  };
  if (text.size() > characters_max)
    return must(fmt::format("have at most {} characters", characters_max));
  if (!std::ranges::all_of(text, is_graphic)) return rule();
  // Boost.URL 1.81 searches for a terminating NUL.
  const std::string terminated(text);
  const auto url = boost::urls::parse_uri(terminated);
  if (!url || (url->scheme() != "http" && url->scheme() != "https")) return rule();
  const std::string host = host_of(*url);
  if (host.empty()) return rule();
  if (url->has_userinfo()) return must("have no user and no password");
  if (const auto address = IpAddress::parse(host); address && !guard.permits(*address)) {
    return tl::make_unexpected(forbidden_address(*address));
  }
  return WebhookUrl(terminated, host);
}

WebhookUrl WebhookUrl::stored(std::string_view text) {
  std::string terminated(text);
  const auto url = boost::urls::parse_uri(terminated);
  std::string host = url ? host_of(*url) : "";
  return {std::move(terminated), std::move(host)};
}

std::string WebhookUrl::origin() const {
  const std::size_t authority = text_.find("://") + 3;
  return text_.substr(0, text_.find_first_of("/?#", authority));
}

std::string forbidden_address(const IpAddress& address) {
  return fmt::format(
      "must not lead to {}, which is not a public address; a server that was started with "
      "--webhook-allow {} permits it",
      address.str(), address.str());
}

WebhookSecret WebhookSecret::generate(Random& random) {
  std::string bytes;
  while (bytes.size() < secret_bytes) {
    const std::uint64_t number = random.next();
    for (unsigned shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(number >> shift);
  }
  return WebhookSecret(std::string(secret_prefix) + to_base64(bytes));
}

std::string WebhookSecret::sign(std::string_view message) const {
  const std::string key = from_base64(std::string_view(text_).substr(secret_prefix.size()));
  const Digest digest = hmac_sha256(key, message);
  return "v1," + to_base64({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::optional<std::chrono::milliseconds> retry_delay(std::int64_t attempts, Random& random) {
  const std::int64_t index = std::max<std::int64_t>(attempts, 1) - 1;
  if (index >= std::ssize(retry_delays)) return std::nullopt;
  const std::chrono::milliseconds delay = retry_delays[index];
  const auto scatter = static_cast<std::uint64_t>(delay.count() * scatter_percent / 100);
  const auto shift = static_cast<std::int64_t>(random.below(2 * scatter + 1));
  return delay + std::chrono::milliseconds(shift - static_cast<std::int64_t>(scatter));
}

}  // namespace blotter
