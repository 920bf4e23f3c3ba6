#include <stdexcept>

#include <fmt/format.h>

#include "app/address.hpp"
#include "app/doctor/checks.hpp"
#include "app/doctor/file_mode.hpp"
#include "http/certificate.hpp"

namespace blotter::app::doctor {
namespace {

constexpr std::int64_t day_ms = 86'400'000;
constexpr std::int64_t days_left_low = 30;

Check check_no_tls(const ServeOptions& options) {
  if (is_loopback(parse_listen(options.listen, "--listen").host)) {
    return {"tls", Status::ok, "off; only this machine can reach the server"};
  }
  return {"tls", Status::warning,
          fmt::format("off, and {} can be reached over the network: keys travel unencrypted",
                      options.listen),
          "set --tls-cert and --tls-key, or put a reverse proxy in front"};
}

std::string day_text(Timestamp time) { return to_string(day_of(time)); }

Check check_dates(const http::CertificateFacts& facts, Timestamp now) {
  const std::string who = fmt::format("{} (issued by {})", facts.subject, facts.issuer);
  if (now.ms < facts.not_before.ms) {
    return {"certificate", Status::error,
            fmt::format("{} is valid only from {}", who, day_text(facts.not_before)),
            "check the clock, or wait"};
  }
  if (now.ms >= facts.not_after.ms) {
    return {"certificate", Status::error,
            fmt::format("{} expired on {}", who, day_text(facts.not_after)),
            "renew it and restart the server"};
  }
  const std::int64_t days = (facts.not_after.ms - now.ms) / day_ms;
  if (days < days_left_low) {
    return {"certificate", Status::warning,
            fmt::format("{} expires in {} day{}, on {}", who, days, days == 1 ? "" : "s",
                        day_text(facts.not_after)),
            "renew it and restart the server"};
  }
  return {"certificate", Status::ok,
          fmt::format("{}, valid until {}", who, day_text(facts.not_after))};
}

Check check_chain(const http::CertificateFacts& facts) {
  switch (facts.chain) {
    case http::Chain::complete: break;
    case http::Chain::self_signed:
      return {"chain", Status::warning, "the certificate is self-signed",
              "configure clients to trust it, or get one from a certificate authority"};
    case http::Chain::broken:
      return {"chain", Status::error, "a certificate in the file is not signed by the next one",
              "put the server's certificate first, then its issuer, then the issuer's issuer"};
    case http::Chain::incomplete:
      return {"chain", Status::warning,
              fmt::format("the issuer {} is neither in the file nor known to this machine",
                          facts.missing_issuer),
              "append the issuer's certificate: fullchain.pem instead of cert.pem"};
  }
  return {"chain", Status::ok, "complete"};
}

Check check_private_key(const ServeOptions& options) {
  const auto problem = http::key_problem({options.tls_cert, options.tls_key});
  if (problem) {
    return {"tls key", Status::error, fmt::format("{}: {}", options.tls_key, *problem),
            "use the private key of this certificate, without a passphrase"};
  }
  const auto file = status_of(options.tls_key);
  if (const auto advice = file ? secret_file_advice(options.tls_key, *file) : std::nullopt) {
    return {"tls key", Status::warning,
            fmt::format("{} has mode {}", options.tls_key, mode_text(file->st_mode)), *advice};
  }
  return {"tls key", Status::ok, "belongs to the certificate"};
}

}  // namespace

Checks check_tls(const ServeOptions& options, const RunningServer& server, Timestamp now) {
  if (options.tls_cert.empty()) return {check_no_tls(options)};
  Checks checks;
  try {
    const auto facts = http::inspect_certificate(options.tls_cert);
    checks.push_back(check_dates(facts, now));
    const bool is_outdated =
        !server.certificate_digest.empty() && server.certificate_digest != facts.digest;
    if (is_outdated && checks.back().status == Status::ok) {
      checks.back().status = Status::warning;
      checks.back().found += ", but the running server still uses another one";
      checks.back().advice = "restart it";
    }
    checks.push_back(check_chain(facts));
    checks.push_back(check_private_key(options));
  } catch (const std::runtime_error& error) {
    checks.push_back({"certificate", Status::error,
                      fmt::format("{}: {}", options.tls_cert, error.what()),
                      "use a PEM file with the certificate and its chain"});
  }
  return checks;
}

}  // namespace blotter::app::doctor
