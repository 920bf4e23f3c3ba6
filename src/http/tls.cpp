#include "http/tls.hpp"

#include <stdexcept>
#include <string>

#include <openssl/err.h>
#include <openssl/ssl.h>

namespace blotter::http {
namespace {

namespace ssl = boost::asio::ssl;

/// OpenSSL queues the cause first and its consequences after it; the cause is more useful.
std::string first_cause() {
  const auto code = ERR_get_error();
  ERR_clear_error();
  if (ERR_SYSTEM_ERROR(code)) return std::generic_category().message(ERR_GET_REASON(code));
  const char* reason = ERR_reason_error_string(code);
  return reason != nullptr ? reason : "unknown error";
}

void load(ssl::context& context, const TlsFiles& files) {
  auto* const native = context.native_handle();
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(native, files.certificate.c_str()) != 1) {
    throw std::runtime_error("cannot use TLS certificate " + files.certificate + ": " +
                             first_cause());
  }
  if (SSL_CTX_use_PrivateKey_file(native, files.key.c_str(), SSL_FILETYPE_PEM) != 1) {
    throw std::runtime_error("cannot use TLS key " + files.key + " with certificate " +
                             files.certificate + ": " + first_cause());
  }
}

}  // namespace

ssl::context make_tls_context(const TlsFiles& files) {
  ssl::context context(ssl::context::tls_server);
  auto* const native = context.native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  // Only forward secrecy and authenticated encryption; TLS 1.3 has nothing else.
  if (SSL_CTX_set_cipher_list(native, "ECDHE+AESGCM:ECDHE+CHACHA20") != 1) {
    throw std::runtime_error("OpenSSL has no cipher suites with forward secrecy");
  }
  // Renegotiation lets a client waste our CPU time, and no client needs it.
  SSL_CTX_set_options(
      native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  // An idle connection frees its record buffers: 34 KB each.
  SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
  // Without this OpenSSL would ask for a passphrase on the terminal, where no operator sits.
  SSL_CTX_set_default_passwd_cb(native, [](char*, int, int, void*) { return 0; });
  load(context, files);
  return context;
}

}  // namespace blotter::http
