// Writes response heads without Beast's serializer, which costs more than the request itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/message.hpp"

namespace blotter::http {

/// How the client learns where a body ends.
enum class Framing : std::uint8_t { length, chunked, until_close };

/// The value of the Connection header; `implied` writes none.
enum class Connection : std::uint8_t { implied, keep_alive, close };

inline constexpr std::string_view continue_response = "HTTP/1.1 100 Continue\r\n\r\n";
inline constexpr std::string_view chunk_end = "\r\n";
inline constexpr std::string_view last_chunk = "0\r\n\r\n";
inline constexpr std::string_view chunk_end_and_last = "\r\n0\r\n\r\n";

void append_head(std::string& out, const Response& response, Framing framing,
                 Connection connection);
void append_chunk_begin(std::string& out, std::size_t bytes);

/// 204 and 304 have no body, even if the response holds one.
[[nodiscard]] bool status_allows_body(unsigned status);

}  // namespace blotter::http
