// The bytes of an answer, made without Beast's serializer: it costs more than the request itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace blotter::http {

/// How the client learns where a body ends.
enum class Framing : std::uint8_t { length, chunked, until_close };

/// What the Connection header must say.
enum class Connection : std::uint8_t { implied, keep_alive, close };

inline constexpr std::string_view continue_answer = "HTTP/1.1 100 Continue\r\n\r\n";
inline constexpr std::string_view chunk_end = "\r\n";
inline constexpr std::string_view last_chunk = "0\r\n\r\n";
inline constexpr std::string_view chunk_end_and_last = "\r\n0\r\n\r\n";

void append_head(std::string& out, const Response& response, Framing framing,
                 Connection connection);
void append_chunk_begin(std::string& out, std::size_t bytes);

/// 204 and 304 end with their head, whatever the response holds.
[[nodiscard]] bool status_allows_body(unsigned status);

}  // namespace blotter::http
