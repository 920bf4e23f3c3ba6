// The streams that are open: counted, limited, and ended when their key is no longer valid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/body_stream.hpp"
#include "domain/api_key.hpp"
#include "domain/guild.hpp"

namespace blotter::api {

/// A stream may outlive this object.
class LiveStreams {
 public:
  static constexpr std::size_t of_key_max = 64;
  static constexpr std::size_t default_streams_max = 5'000;

  explicit LiveStreams(std::size_t streams_max)
      : streams_(std::make_shared<Streams>(streams_max)) {}

  /// Counts the stream until it is destroyed. Null if the process or the key has too many.
  [[nodiscard]] std::unique_ptr<BodyStream> admit(std::unique_ptr<BodyStream> stream, KeyId key,
                                                  const GuildId& guild);
  /// Ends the streams whose key and guild do not pass the check, which must be quick and must not
  /// use this object.
  void end_unless(const std::function<bool(KeyId, const GuildId&)>& may_read);
  [[nodiscard]] std::size_t count() const;

 private:
  class Watched;
  struct Streams {
    explicit Streams(std::size_t most) : streams_max(most) {}
    const std::size_t streams_max;
    std::mutex mutex;
    /// By key and guild, so that a check of all need not visit each.
    std::map<std::pair<std::int64_t, std::string>, std::unordered_set<std::shared_ptr<Watched>>>
        open;
    std::unordered_map<std::int64_t, std::size_t> of_key;
    std::size_t count = 0;
  };
  class Handle;

  const std::shared_ptr<Streams> streams_;
};

}  // namespace blotter::api
