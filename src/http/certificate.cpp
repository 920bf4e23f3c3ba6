#include "http/certificate.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include "base/digest.hpp"

namespace blotter::http {
namespace {

template <auto Free>
struct End {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};
using OpenFile = std::unique_ptr<std::FILE, End<std::fclose>>;
using Certificate = std::unique_ptr<X509, End<X509_free>>;
using PrivateKey = std::unique_ptr<EVP_PKEY, End<EVP_PKEY_free>>;
using TrustStore = std::unique_ptr<X509_STORE, End<X509_STORE_free>>;
using Verification = std::unique_ptr<X509_STORE_CTX, End<X509_STORE_CTX_free>>;

struct StackEnd {
  void operator()(STACK_OF(X509) * stack) const { sk_X509_free(stack); }
};
using Stack = std::unique_ptr<STACK_OF(X509), StackEnd>;

OpenFile open(const std::string& path) {
  OpenFile file(std::fopen(path.c_str(), "re"));
  if (!file) throw std::runtime_error(std::strerror(errno));
  return file;
}

std::vector<Certificate> read_chain(const std::string& path) {
  const OpenFile file = open(path);
  std::vector<Certificate> chain;
  while (X509* next = PEM_read_X509(file.get(), nullptr, nullptr, nullptr))
    chain.emplace_back(next);
  ERR_clear_error();
  if (chain.empty()) throw std::runtime_error("it contains no certificate");
  return chain;
}

/// The common name, which people know; the full name if there is none.
std::string shown(X509_NAME* name) {
  std::string text(256, '\0');
  const int length =
      X509_NAME_get_text_by_NID(name, NID_commonName, text.data(), static_cast<int>(text.size()));
  if (length > 0) return text.substr(0, static_cast<std::size_t>(length));
  return X509_NAME_oneline(name, text.data(), static_cast<int>(text.size()));
}

Timestamp to_timestamp(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) throw std::runtime_error("it contains an invalid date");
  return {std::int64_t{timegm(&parts)} * 1000};
}

std::string digest_of(X509* certificate) {
  unsigned char* bytes = nullptr;
  const int length = i2d_X509(certificate, &bytes);
  if (length <= 0) return {};
  const std::string der(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
  OPENSSL_free(bytes);
  return to_hex(sha256(der));
}

bool is_issued_by(X509* certificate, X509* issuer) {
  return X509_check_issued(issuer, certificate) == X509_V_OK &&
         X509_verify(certificate, X509_get0_pubkey(issuer)) == 1;
}

/// Whether this machine trusts the issuer of the last certificate, ignoring the dates.
bool leads_to_trust(const std::vector<Certificate>& chain) {
  const TrustStore trusted(X509_STORE_new());
  const Verification verification(X509_STORE_CTX_new());
  const Stack others(sk_X509_new_null());
  for (const Certificate& certificate : chain) sk_X509_push(others.get(), certificate.get());
  X509_STORE_set_default_paths(trusted.get());
  X509_STORE_set_flags(trusted.get(), X509_V_FLAG_NO_CHECK_TIME);
  X509_STORE_CTX_init(verification.get(), trusted.get(), chain.front().get(), others.get());
  const bool is_trusted = X509_verify_cert(verification.get()) == 1;
  ERR_clear_error();
  return is_trusted;
}

Chain chain_of(const std::vector<Certificate>& chain) {
  for (std::size_t i = 1; i < chain.size(); ++i) {
    if (!is_issued_by(chain[i - 1].get(), chain[i].get())) return Chain::broken;
  }
  const bool ends_in_itself = X509_self_signed(chain.back().get(), 1) == 1;
  ERR_clear_error();
  if (ends_in_itself) return chain.size() == 1 ? Chain::self_signed : Chain::complete;
  // A file that holds one issuer usually holds all of them but the root. Clients have the root
  // themselves; this machine may not.
  if (chain.size() > 1 || leads_to_trust(chain)) return Chain::complete;
  return Chain::incomplete;
}

}  // namespace

CertificateFacts inspect_certificate(const std::string& path) {
  const auto chain = read_chain(path);
  X509* first = chain.front().get();
  CertificateFacts facts;
  facts.subject = shown(X509_get_subject_name(first));
  facts.issuer = shown(X509_get_issuer_name(first));
  facts.not_before = to_timestamp(X509_get0_notBefore(first));
  facts.not_after = to_timestamp(X509_get0_notAfter(first));
  facts.chain = chain_of(chain);
  if (facts.chain == Chain::incomplete) {
    facts.missing_issuer = shown(X509_get_issuer_name(chain.back().get()));
  }
  facts.digest = digest_of(first);
  return facts;
}

std::optional<std::string> key_problem(const TlsFiles& files) {
  try {
    const auto chain = read_chain(files.certificate);
    const OpenFile file = open(files.key);
    // Without a callback OpenSSL would ask for a passphrase on the terminal.
    const PrivateKey key(PEM_read_PrivateKey(
        file.get(), nullptr, [](char*, int, int, void*) { return 0; }, nullptr));
    ERR_clear_error();
    if (!key) return "it contains no private key without a passphrase";
    const bool fits = X509_check_private_key(chain.front().get(), key.get()) == 1;
    ERR_clear_error();
    if (!fits) return "it does not belong to the certificate";
    return std::nullopt;
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

std::string peer_certificate_digest(ssl_st* connection) {
  const Certificate certificate(SSL_get1_peer_certificate(connection));
  return certificate ? digest_of(certificate.get()) : "";
}

}  // namespace blotter::http
