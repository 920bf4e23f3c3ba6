#include "http/message.hpp"

#include <algorithm>

namespace blotter::http {
namespace {

// Field names are ASCII; the C library's tolower would ask the locale for each letter.
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
  // Taken first: should the sink end this reply in turn, it finds it spent.
  if (const auto sink = std::move(sink_)) sink->answer(std::move(response));
}

void Reply::abandon() noexcept {
  try {
    if (const auto sink = std::move(sink_)) sink->lose();
  } catch (const std::exception&) {
    // Lack of memory to say so: the client waits until it gives up.
  }
}

}  // namespace blotter::http
