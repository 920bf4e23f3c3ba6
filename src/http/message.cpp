#include "http/message.hpp"

#include <algorithm>

#include "base/header_list.hpp"

namespace blotter::http {
std::string_view Request::header(std::string_view name) const {
  for (const auto& [field, value] : headers) {
    if (same_name(field, name)) return value;
  }
  return {};
}

bool Request::has_header(std::string_view name) const {
  return std::any_of(headers.begin(), headers.end(),
                     [&](const auto& header) { return same_name(header.first, name); });
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
