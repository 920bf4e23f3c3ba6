// Webhooks: receivers of a guild's events, over HTTP.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/ids.hpp"
#include "base/random.hpp"
#include "domain/enumeration.hpp"
#include "domain/event_filter.hpp"
#include "domain/guild.hpp"
#include "domain/ip_address.hpp"
#include "domain/text_types.hpp"

namespace blotter {

using WebhookId = Id<struct WebhookTag>;

inline constexpr std::int64_t webhooks_max = 50;  // of a guild
/// Only so many events are examined to count those that wait for a webhook: there may be millions.
inline constexpr std::int64_t events_waiting_max = 100;

enum class WebhookFormat : std::uint8_t { standard, discord };
template <>
struct Spellings<WebhookFormat> {
  static constexpr std::array<std::string_view, 2> spellings{"standard", "discord"};
};

enum class WebhookState : std::uint8_t { active, failing, disabled };
template <>
struct Spellings<WebhookState> {
  static constexpr std::array<std::string_view, 3> spellings{"active", "failing", "disabled"};
};

/// An http or https URL without user and password.
class WebhookUrl {
 public:
  static constexpr std::size_t characters_max = 2000;

  /// Refuses a URL whose host is an address that the guard does not permit. A name is checked when
  /// it is resolved.
  static Parsed<WebhookUrl> parse(std::string_view text, const AddressGuard& guard);
  static WebhookUrl stored(std::string_view text);

  [[nodiscard]] const std::string& str() const { return text_; }
  /// A name or an address, without brackets.
  [[nodiscard]] const std::string& host() const { return host_; }
  /// Without path and query, which may contain a secret.
  [[nodiscard]] std::string origin() const;

  bool operator==(const WebhookUrl&) const = default;

 private:
  WebhookUrl(std::string text, std::string host) : text_(std::move(text)), host_(std::move(host)) {}

  std::string text_;
  std::string host_;
};

/// Why a URL is refused: where the address lies, and what the operator can do.
std::string forbidden_address(const IpAddress& address);

/// The key that signs what is sent. It cannot be printed by accident.
class WebhookSecret {
 public:
  /// whsec_ and 32 random bytes in base64.
  static WebhookSecret generate(Random& random);
  static WebhookSecret stored(std::string_view text) { return WebhookSecret(std::string(text)); }

  [[nodiscard]] const std::string& reveal() const { return text_; }
  /// The signature of a message: v1, and base64.
  [[nodiscard]] std::string sign(std::string_view message) const;

 private:
  explicit WebhookSecret(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

/// How the deliveries of a webhook go.
struct WebhookHealth {
  /// Since when no delivery has succeeded; empty if the last one has.
  std::optional<Timestamp> failing_since = std::nullopt;
  std::optional<Timestamp> last_success = std::nullopt;
  std::optional<Timestamp> last_failure = std::nullopt;
  std::string last_error = {};
};

struct Webhook {
  WebhookId id;
  std::string name;
  WebhookUrl url;
  EventKinds kinds;
  WebhookFormat format;
  /// Empty for Discord.
  WebhookSecret secret;
  Timestamp created;
  bool is_active = true;
  /// All events up to this number were sent, need not be sent, or wait for a retry.
  std::int64_t position = 0;
  WebhookHealth health = {};

  [[nodiscard]] WebhookState state() const {
    if (!is_active) return WebhookState::disabled;
    return health.failing_since ? WebhookState::failing : WebhookState::active;
  }
};

/// A webhook as it was before it was edited or deleted.
struct KeptWebhook {
  Webhook webhook;
  /// The URL after an edit.
  std::string next_url;
  /// When it was edited or deleted.
  Timestamp since;
};

/// An event that was not delivered and will be sent again.
struct WebhookRetry {
  std::int64_t seq;
  /// Of the attempts so far; 0 if somebody has requested that it be sent again.
  std::int64_t attempts;
  Timestamp due;
};

/// One attempt to deliver an event.
struct WebhookAttempt {
  std::int64_t id;
  std::int64_t seq;
  std::string kind;
  Timestamp at;
  /// 1 for the first one.
  std::int64_t number;
  /// Of the response; 0 if there was none.
  std::int64_t status;
  std::int64_t took_ms;
  bool is_delivered;
  /// Why it failed.
  std::string error;
  /// The beginning of the response's body.
  std::string reply;
};

/// After this time without a success a webhook is disabled.
inline constexpr std::chrono::hours webhook_failing_max{5 * 24};
/// How long attempts are kept, and how many of one webhook.
inline constexpr std::chrono::hours webhook_attempts_kept{7 * 24};
inline constexpr std::int64_t webhook_attempts_max = 10'000;

/// When an event is sent again after so many attempts. Empty if it is given up.
std::optional<std::chrono::milliseconds> retry_delay(std::int64_t attempts, Random& random);

}  // namespace blotter
