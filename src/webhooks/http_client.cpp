#include "webhooks/http_client.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <curl/curl.h>
#include <filesystem>
#include <stdexcept>

#include "domain/webhook.hpp"

namespace blotter::webhooks {
namespace {

using namespace std::chrono_literals;
using Milliseconds = std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr Milliseconds post_timeout = 15s;
constexpr Milliseconds connect_timeout = 10s;
// Whoever creates a webhook waits for it.
constexpr Milliseconds check_timeout = 3s;
// A receiver may send any amount; nobody reads more than a little of it.
constexpr std::size_t body_read_max = std::size_t{64} * 1024;
constexpr long connections_per_host_max = 8;
constexpr long connections_max = 256;

/// Libraries that were built elsewhere look for the certificates of the authorities where this
/// system may not have them.
std::string authorities() {
  if (const char* named = std::getenv("SSL_CERT_FILE")) return named;
  for (const char* file : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                           "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"}) {
    if (std::filesystem::exists(file)) return file;
  }
  return "";
}

struct FreeEasy {
  void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
};
struct FreeList {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

template <class Value>
void set(CURL* handle, CURLoption option, Value value) {
  if (curl_easy_setopt(handle, option, value) != CURLE_OK) {
    throw std::runtime_error("libcurl does not support an option");
  }
}

CURLM* make_multi() {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  CURLM* multi = ready == CURLE_OK ? curl_multi_init() : nullptr;
  if (multi == nullptr) throw std::runtime_error("libcurl cannot be used");
  curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections_per_host_max);
  curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections_max);
  return multi;
}

}  // namespace

/// One request, or the resolution of one name.
class HttpClient::Transfer {
 public:
  using Done = std::function<void(HttpReply, std::optional<IpAddress>)>;
  enum class Purpose : std::uint8_t { post, check };

  Transfer(const AddressGuard& guard, Purpose purpose, HttpPost post, Done done)
      : guard_(guard),
        purpose_(purpose),
        post_(std::move(post)),
        done_(std::move(done)),
        handle_(curl_easy_init()) {
    if (!handle_) throw std::runtime_error("libcurl cannot be used");
    set_common_options();
    purpose == Purpose::post ? set_post_options() : set_check_options();
  }

  [[nodiscard]] CURL* handle() const { return handle_.get(); }

  void end(CURLcode result) {
    reply_.took = std::chrono::duration_cast<Milliseconds>(SteadyClock::now() - began_);
    long status = 0;
    curl_easy_getinfo(handle(), CURLINFO_RESPONSE_CODE, &status);
    // A body that was cut off by us is no failure.
    const bool is_complete = result == CURLE_OK || (status != 0 && result == CURLE_WRITE_ERROR);
    if (is_complete) {
      reply_.status = static_cast<unsigned>(status);
      curl_off_t seconds = 0;
      curl_easy_getinfo(handle(), CURLINFO_RETRY_AFTER, &seconds);
      if (seconds > 0) reply_.retry_after = std::chrono::seconds(seconds);
      if (!reply_.is_success()) reply_.failure = "status " + std::to_string(status);
    } else {
      reply_.body.clear();
      reply_.failure = failure_text(result);
    }
    done_(std::move(reply_), has_permitted_ ? std::nullopt : forbidden_);
  }

 private:
  void set_common_options() {
    CURL* handle = this->handle();
    static const std::string authorities_file = authorities();
    set(handle, CURLOPT_URL, post_.url.c_str());
    set(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    set(handle, CURLOPT_FOLLOWLOCATION, 0L);
    set(handle, CURLOPT_PROXY, "");
    set(handle, CURLOPT_NOSIGNAL, 1L);
    // A name is resolved when it is needed; connections are kept longer than libcurl keeps names.
    set(handle, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
    // A program that ends must not wait for a name server.
    set(handle, CURLOPT_QUICK_EXIT, 1L);
    if (!authorities_file.empty()) set(handle, CURLOPT_CAINFO, authorities_file.c_str());
    set(handle, CURLOPT_ERRORBUFFER, error_.data());
    set(handle, CURLOPT_OPENSOCKETFUNCTION, &Transfer::open_socket);
    set(handle, CURLOPT_OPENSOCKETDATA, this);
    set(handle, CURLOPT_PRIVATE, this);
  }

  void set_post_options() {
    CURL* handle = this->handle();
    for (const std::string& line : post_.headers) add_header(line.c_str());
    // Nothing is gained by waiting for a permission to send.
    add_header("Expect:");
    set(handle, CURLOPT_HTTPHEADER, headers_.get());
    set(handle, CURLOPT_POST, 1L);
    set(handle, CURLOPT_POSTFIELDS, post_.body.data());
    set(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(post_.body.size()));
    set(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(post_timeout.count()));
    set(handle, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(connect_timeout.count()));
    set(handle, CURLOPT_WRITEFUNCTION, &Transfer::take_body);
    set(handle, CURLOPT_WRITEDATA, this);
    set(handle, CURLOPT_NOPROGRESS, 0L);
    set(handle, CURLOPT_XFERINFOFUNCTION, &Transfer::on_progress);
    set(handle, CURLOPT_XFERINFODATA, this);
  }

  void set_check_options() {
    CURL* handle = this->handle();
    set(handle, CURLOPT_CONNECT_ONLY, 1L);
    set(handle, CURLOPT_FRESH_CONNECT, 1L);
    set(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(check_timeout.count()));
  }

  void add_header(const char* line) {
    curl_slist* list = curl_slist_append(headers_.get(), line);
    if (list == nullptr) throw std::bad_alloc();
    if (!headers_) headers_.reset(list);  // later lines are appended to it
  }

  std::string failure_text(CURLcode result) const {
    if (forbidden_ && !has_permitted_) return "the URL " + forbidden_address(*forbidden_);
    if (result == CURLE_ABORTED_BY_CALLBACK) return "stopped";
    if (result == CURLE_OPERATION_TIMEDOUT) return "no response in time";
    return error_.front() != '\0' ? error_.data() : curl_easy_strerror(result);
  }

  /// The one place where a connection to an address begins.
  static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* address) {
    auto& transfer = *static_cast<Transfer*>(self);
    const auto ip = IpAddress::of(address->addr);
    if (!ip) return CURL_SOCKET_BAD;
    if (!transfer.guard_.permits(*ip)) {
      transfer.forbidden_ = *ip;
      return CURL_SOCKET_BAD;
    }
    transfer.has_permitted_ = true;
    // To check a name, all of its addresses are needed, but no connection.
    if (transfer.purpose_ == Purpose::check) return CURL_SOCKET_BAD;
    return ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
  }

  static std::size_t take_body(const char* bytes, std::size_t, std::size_t count, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    std::string& body = transfer.reply_.body;
    body.append(bytes, std::min(count, HttpReply::body_max - body.size()));
    transfer.body_read_ += count;
    return transfer.body_read_ > body_read_max ? 0 : count;
  }

  static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    const auto& is_cancelled = static_cast<Transfer*>(self)->post_.is_cancelled;
    return is_cancelled && *is_cancelled ? 1 : 0;
  }

  const AddressGuard& guard_;
  const Purpose purpose_;
  const HttpPost post_;
  const Done done_;
  const SteadyClock::time_point began_ = SteadyClock::now();
  std::unique_ptr<curl_slist, FreeList> headers_;
  std::array<char, CURL_ERROR_SIZE> error_{};
  HttpReply reply_;
  std::size_t body_read_ = 0;
  std::optional<IpAddress> forbidden_;
  bool has_permitted_ = false;
  std::unique_ptr<CURL, FreeEasy> handle_;
};

HttpClient::HttpClient(AddressGuard guard)
    : guard_(std::move(guard)), multi_(make_multi()), thread_([this] { run(); }) {}

HttpClient::~HttpClient() {
  stop();
  curl_multi_cleanup(static_cast<CURLM*>(multi_));
}

void HttpClient::stop() {
  {
    const std::scoped_lock lock(mutex_);
    is_stopping_ = true;
  }
  curl_multi_wakeup(static_cast<CURLM*>(multi_));
  if (thread_.joinable()) thread_.join();
}

void HttpClient::post(HttpPost post, std::function<void(HttpReply)> done) {
  begin(std::make_unique<Transfer>(
      guard_, Transfer::Purpose::post, std::move(post),
      [done = std::move(done)](HttpReply reply, const auto&) { done(std::move(reply)); }));
}

void HttpClient::check(std::string url, std::function<void(std::optional<IpAddress>)> done) {
  begin(std::make_unique<Transfer>(
      guard_, Transfer::Purpose::check, HttpPost{.url = std::move(url), .headers = {}, .body = {}},
      [done = std::move(done)](const HttpReply&, const auto& forbidden) { done(forbidden); }));
}

void HttpClient::begin(std::unique_ptr<Transfer> transfer) {
  {
    const std::scoped_lock lock(mutex_);
    if (!is_stopping_) {
      new_.push_back(std::move(transfer));
      curl_multi_wakeup(static_cast<CURLM*>(multi_));
      return;
    }
  }
  transfer->end(CURLE_ABORTED_BY_CALLBACK);
}

void HttpClient::run() {
  constexpr int wait_ms = 1000;
  auto* multi = static_cast<CURLM*>(multi_);
  while (true) {
    {
      const std::scoped_lock lock(mutex_);
      if (is_stopping_) break;
    }
    start_new();
    int still_running = 0;
    curl_multi_perform(multi, &still_running);
    end_finished();
    curl_multi_poll(multi, nullptr, 0, wait_ms, nullptr);
  }
  start_new();
  end_all();
}

void HttpClient::start_new() {
  Transfers fresh;
  {
    const std::scoped_lock lock(mutex_);
    fresh.swap(new_);
  }
  for (auto& transfer : fresh) {
    curl_multi_add_handle(static_cast<CURLM*>(multi_), transfer->handle());
    running_.push_back(std::move(transfer));
  }
}

void HttpClient::end_finished() {
  auto* multi = static_cast<CURLM*>(multi_);
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi, &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    const CURLcode result = message->data.result;
    CURL* handle = message->easy_handle;  // the message is gone when the handle is removed
    const auto found =
        std::ranges::find(running_, handle, [](auto& each) { return each->handle(); });
    const auto transfer = std::move(*found);
    running_.erase(found);
    curl_multi_remove_handle(multi, handle);
    transfer->end(result);
  }
}

void HttpClient::end_all() {
  for (auto& transfer : running_) {
    curl_multi_remove_handle(static_cast<CURLM*>(multi_), transfer->handle());
    transfer->end(CURLE_ABORTED_BY_CALLBACK);
  }
  running_.clear();
}

}  // namespace blotter::webhooks
