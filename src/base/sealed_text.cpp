#include "base/sealed_text.hpp"

#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

namespace blotter {
namespace {

// What GCM takes: a number that is never used twice with one key, and a checksum of the result.
constexpr std::size_t nonce_bytes = 12;
constexpr std::size_t tag_bytes = 16;

using Cipher = std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)>;

Cipher new_cipher() { return {EVP_CIPHER_CTX_new(), &EVP_CIPHER_CTX_free}; }

unsigned char* bytes_of(std::string& text, std::size_t offset = 0) {
  return reinterpret_cast<unsigned char*>(text.data()) + offset;
}
const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void check(int result) {
  if (result != 1) throw std::runtime_error("AES-256-GCM is not available");
}

std::string new_nonce(Random& random) {
  std::string nonce;
  while (nonce.size() < nonce_bytes) {
    const std::uint64_t number = random.next();
    for (unsigned shift = 0; shift < 64; shift += 8) nonce += static_cast<char>(number >> shift);
  }
  nonce.resize(nonce_bytes);
  return nonce;
}

}  // namespace

std::string seal(std::string_view text, const Digest& key, Random& random) {
  // Nonce, tag and the encrypted text.
  std::string sealed = new_nonce(random);
  sealed.resize(nonce_bytes + tag_bytes + text.size());
  const Cipher cipher = new_cipher();
  check(EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(), bytes_of(sealed)));
  int written = 0;
  unsigned char* const out = bytes_of(sealed, nonce_bytes + tag_bytes);
  check(EVP_EncryptUpdate(cipher.get(), out, &written, bytes_of(text),
                          static_cast<int>(text.size())));
  check(EVP_EncryptFinal_ex(cipher.get(), out + written, &written));
  check(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, tag_bytes,
                            bytes_of(sealed, nonce_bytes)));
  return to_base64(sealed);
}

std::optional<std::string> unseal(std::string_view sealed, const Digest& key) {
  std::string bytes = from_base64(sealed);
  if (bytes.size() < nonce_bytes + tag_bytes) return std::nullopt;
  const std::string_view hidden = std::string_view(bytes).substr(nonce_bytes + tag_bytes);
  std::string text(hidden.size(), '\0');
  const Cipher cipher = new_cipher();
  check(EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, key.data(), bytes_of(bytes)));
  check(EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, tag_bytes,
                            bytes_of(bytes, nonce_bytes)));
  int written = 0;
  check(EVP_DecryptUpdate(cipher.get(), bytes_of(text), &written, bytes_of(hidden),
                          static_cast<int>(hidden.size())));
  if (EVP_DecryptFinal_ex(cipher.get(), bytes_of(text) + written, &written) != 1) {
    return std::nullopt;
  }
  return text;
}

}  // namespace blotter
