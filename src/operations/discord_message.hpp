// Events as messages for a webhook of Discord: one embed each.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "domain/audit.hpp"

namespace blotter::discord {

// The limits of Discord, in UTF-16 code units where they concern text.
inline constexpr std::size_t embeds_max = 10;
inline constexpr std::size_t embed_text_max = 6000;  // of all embeds of a message
inline constexpr std::size_t title_max = 256;
inline constexpr std::size_t description_max = 4096;
inline constexpr std::size_t fields_max = 25;
inline constexpr std::size_t field_name_max = 256;
inline constexpr std::size_t field_value_max = 1024;
inline constexpr std::size_t footer_max = 2048;

/// The message with the first events, as many as fit, and their number.
std::pair<std::string, std::size_t> message(std::span<const AuditedEvent> events);

}  // namespace blotter::discord
