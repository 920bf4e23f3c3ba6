#include "domain/api_key.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace blotter {

Scopes Scopes::standard() { return Scopes((1U << static_cast<unsigned>(Scope::admin)) - 1); }

Scopes Scopes::every() { return Scopes((1U << all_spellings<Scope>().size()) - 1); }

Parsed<Scopes> Scopes::parse(std::string_view list) {
  std::uint32_t bits = 0;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    const auto scope = find_spelling<Scope>(list.substr(0, comma));
    if (!scope) {
      return must(fmt::format("be a list of {}, separated by commas",
                              fmt::join(all_spellings<Scope>(), ", ")));
    }
    bits |= 1U << static_cast<unsigned>(*scope);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  if (bits == 0) return must("name at least one scope");
  return Scopes(bits);
}

std::vector<Scope> Scopes::all() const {
  std::vector<Scope> scopes;
  for (std::size_t i = 0; i < all_spellings<Scope>().size(); ++i) {
    if (has(static_cast<Scope>(i))) scopes.push_back(static_cast<Scope>(i));
  }
  return scopes;
}

std::string Scopes::str() const {
  std::string text;
  for (const Scope scope : all()) {
    if (!text.empty()) text += ',';
    text += spelling(scope);
  }
  return text;
}

namespace {

// The prefix lets secret scanners find a key that was committed or posted by mistake.
constexpr std::string_view secret_prefix = "blotter_";
constexpr std::size_t secret_digits = 64;

}  // namespace

KeySecret KeySecret::generate(Random& random) {
  std::string text(secret_prefix);
  for (int i = 0; i < 4; ++i) text += fmt::format("{:016x}", random.next());
  return KeySecret(std::move(text));
}

Parsed<KeySecret> KeySecret::parse(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  const bool is_well_formed =
      text.size() == secret_prefix.size() + secret_digits && text.starts_with(secret_prefix) &&
      text.find_first_not_of(digits, secret_prefix.size()) == std::string_view::npos;
  if (!is_well_formed) {
    return must(
        fmt::format("be {} followed by {} digits of 0-9 a-f", secret_prefix, secret_digits));
  }
  return KeySecret(std::string(text));
}

}  // namespace blotter
