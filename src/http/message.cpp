#include "http/message.hpp"

#include <algorithm>

namespace blotter::http {
namespace {

// Field names are ASCII; the C library's tolower would look up the locale for each letter.
char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
}

bool same_name(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  for (const auto& [field, value] : headers) {
    if (same_name(field, name)) return value;
  }
  return {};
}

Reply::Reply(std::shared_ptr<ReplySink> sink) : sink_(std::move(sink)) {}

Reply& Reply::operator=(Reply&& other) noexcept {
  if (this != &other) {
    abandon();
    sink_ = std::move(other.sink_);
  }
  return *this;
}

Reply::~Reply() { abandon(); }

void Reply::send(Response response) {
  // Moved out first: if the sink drops this reply in turn, the reply is already spent.
  if (const auto sink = std::move(sink_)) sink->respond(std::move(response));
}

void Reply::abandon() noexcept {
  try {
    if (const auto sink = std::move(sink_)) sink->on_no_response();
  } catch (const std::exception&) {
    // Out of memory while reporting this: the client waits until its own timeout.
  }
}

}  // namespace blotter::http
