#include "operations/discord_message.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <simdjson.h>

#include "base/json_writer.hpp"

namespace blotter::discord {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::string_view ellipsis = "…";
constexpr std::int64_t ms_per_second = 1000;

enum Color : std::uint32_t {
  red = 0xd93025,
  amber = 0xe8a317,
  green = 0x2e9e5b,
  blue = 0x3b7dd8,
  gray = 0x7a828c
};

struct Look {
  std::string_view kind;
  std::string_view title;
  Color color;
};

// Kinds that are not listed show their own name.
constexpr Look looks[] = {
    {"civilian.created", "Civilian created", blue},
    {"civilian.edited", "Civilian edited", gray},
    {"civilian.deceased", "Civilian deceased", gray},
    {"civilian.deleted", "Civilian deleted", gray},
    {"vehicle.created", "Vehicle registered", blue},
    {"vehicle.edited", "Vehicle edited", gray},
    {"vehicle.deleted", "Vehicle deleted", gray},
    {"firearm.created", "Firearm registered", blue},
    {"firearm.edited", "Firearm edited", gray},
    {"firearm.deleted", "Firearm deleted", gray},
    {"leo.arrested", "Arrest", red},
    {"leo.cited", "Citation", amber},
    {"leo.fined", "Fine", amber},
    {"leo.voided", "Entry voided", gray},
    {"medical.admitted", "Hospital admission", blue},
    {"webhook.created", "Webhook created", gray},
    {"webhook.edited", "Webhook edited", gray},
    {"webhook.deleted", "Webhook deleted", gray},
    {"webhook.disabled", "Webhook disabled", red},
    {"key.created", "Key created", amber},
    {"key.invited", "Invitation created", amber},
    {"key.revoked", "Key revoked", gray},
    {"penalcode.changed", "Penal code changed", gray},
    {"test", "Test of this webhook", green},
};

struct Label {
  std::string_view member;  // or a path of members
  std::string_view text;
};

// The members of a record that people want to see, in this order.
constexpr Label labels[] = {
    {"civilianName", "Civilian"},
    {"boloReason", "Reason"},
    {"charges", "Charges"},
    {"amount", "Amount"},
    {"time", "Seconds"},
    {"injures", "Injuries"},
    {"plate", "Plate"},
    {"serialNumber", "Serial number"},
    {"model", "Model"},
    {"color", "Color"},
    {"impoundedFee", "Fee"},
    {"stolen", "Stolen"},
    {"registration", "Registration"},
    {"insurance", "Insurance"},
    {"civilianAge", "Age"},
    {"civilianDOB", "Date of birth"},
    {"civilianGender", "Gender"},
    {"civilianHairColor", "Hair color"},
    {"civilianHeight", "Height"},
    {"civilianWeight", "Weight"},
    {"civilianAddress", "Address"},
    {"civilianOccupation", "Occupation"},
    {"name", "Name"},
    {"keyName", "Key"},
    {"role", "Role"},
    {"url", "Receiver"},
    {"reason", "Reason"},
    {"kind", "Kind"},
    {"void/reason", "Reason"},
};

/// The length as Discord counts it.
std::size_t units(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // not the first byte of a character
    count += byte >= 0xF0U ? 2 : 1;
  }
  return count;
}

/// Cuts a text that is too long, between two characters.
std::string shortened(std::string text, std::size_t units_max) {
  if (units(text) <= units_max) return text;
  std::size_t used = units(ellipsis);
  std::size_t end = 0;
  while (end < text.size()) {
    std::size_t next = end + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0U) == 0x80U) ++next;
    used += units(std::string_view(text).substr(end, next - end));
    if (used > units_max) break;
    end = next;
  }
  text.resize(end);
  // An escape must not lose what it escapes.
  const std::size_t last = text.find_last_not_of('\\');
  if ((text.size() - (last == std::string::npos ? 0 : last + 1)) % 2 == 1) text.pop_back();
  return text += ellipsis;
}

/// Players' texts must not format messages or hide links.
std::string escaped(std::string_view text) {
  constexpr std::string_view special = "\\*_~`|<>[]#";
  std::string plain;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) plain += '\\';
    plain += c;
  }
  return plain;
}

std::string shown(element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::STRING: return escaped(std::string_view(value));
    case simdjson::dom::element_type::BOOL: return bool(value) ? "yes" : "no";
    case simdjson::dom::element_type::INT64: return std::to_string(std::int64_t(value));
    case simdjson::dom::element_type::DOUBLE: return fmt::format("{}", double(value));
    default: return "";
  }
}

/// The old and the new values of an event.
class Values {
 public:
  explicit Values(const std::optional<std::string>& json) {
    if (!json || parser_.parse(*json).get(object_) != simdjson::SUCCESS) return;
    is_present_ = true;
  }

  [[nodiscard]] bool is_present() const { return is_present_; }
  [[nodiscard]] std::string text(std::string_view member) const {
    element value;
    const std::string path = fmt::format("/{}", member);
    if (!is_present_ || object_.at_pointer(path).get(value) != simdjson::SUCCESS) return "";
    return shown(value);
  }
  [[nodiscard]] bool is_true(std::string_view member) const {
    bool flag = false;
    return is_present_ && object_[member].get(flag) == simdjson::SUCCESS && flag;
  }

 private:
  simdjson::dom::parser parser_;
  object object_;
  bool is_present_ = false;
};

struct Field {
  std::string name;
  std::string value;
};

struct Embed {
  std::string title;
  std::string description;
  std::string footer;
  std::string timestamp;
  Color color;
  std::vector<Field> fields;

  [[nodiscard]] std::size_t text_units() const {
    std::size_t count = units(title) + units(description) + units(footer);
    for (const Field& field : fields) count += units(field.name) + units(field.value);
    return count;
  }
};

Look look_of(const AuditedEvent& event, const Values& after) {
  if (event.kind == "civilian.bolo") {
    return after.is_true("bolo") ? Look{event.kind, "BOLO raised", red}
                                 : Look{event.kind, "BOLO ended", green};
  }
  if (event.kind == "vehicle.impounded") {
    return after.is_true("impounded") ? Look{event.kind, "Vehicle impounded", amber}
                                      : Look{event.kind, "Vehicle released", green};
  }
  const auto* found = std::ranges::find(looks, event.kind, &Look::kind);
  return found == std::end(looks) ? Look{event.kind, event.kind, gray} : *found;
}

std::vector<Field> fields_of(const AuditedEvent& event, const Values& before, const Values& after) {
  std::vector<Field> fields;
  const auto add = [&](std::string_view name, std::string value) {
    if (value.empty() || fields.size() == fields_max) return;
    fields.push_back({shortened(std::string(name), field_name_max),
                      shortened(std::move(value), field_value_max)});
  };
  add("By", escaped(event.actor));
  const bool is_edit = before.is_present() && after.is_present();
  for (const auto& [member, label] : labels) {
    // The description names the civilian already.
    if (member == "civilianName" && !is_edit) continue;
    const std::string old_text = before.text(member);
    const std::string new_text = after.text(member);
    if (is_edit && !old_text.empty() && !new_text.empty() && old_text != new_text) {
      add(label, fmt::format("{} → {}", old_text, new_text));
    } else {
      add(label, new_text.empty() ? old_text : new_text);
    }
  }
  return fields;
}

Embed embed_of(const AuditedEvent& event) {
  const Values before(event.before);
  const Values after(event.after);
  const Look look = look_of(event, after);
  std::string name = event.civilian_name.empty() ? "" : escaped(event.civilian_name);
  if (name.empty()) name = before.text("civilianName");
  // The reader's own program shows how long ago that was.
  const std::string time = fmt::format("<t:{}:R>", event.at.ms / ms_per_second);
  Embed embed{.title = shortened(std::string(look.title), title_max),
              .description = name.empty() ? time : fmt::format("**{}** · {}", name, time),
              .footer = event.seq == 0 ? "Blotter" : fmt::format("Blotter · event {}", event.seq),
              .timestamp = to_string(event.at),
              .color = look.color,
              .fields = fields_of(event, before, after)};
  // The longest texts may fill a message alone.
  while (embed.text_units() > embed_text_max) embed.fields.pop_back();
  return embed;
}

void write(JsonWriter& json, const Embed& embed) {
  json.begin_object();
  json.member("title", embed.title);
  json.member("description", embed.description);
  json.member("color", static_cast<std::int64_t>(embed.color));
  json.key("fields");
  json.begin_array();
  for (const Field& field : embed.fields) {
    // Short values stand side by side.
    constexpr std::size_t inline_max = 40;
    json.begin_object();
    json.member("name", field.name);
    json.member("value", field.value);
    json.member("inline", units(field.value) <= inline_max);
    json.end_object();
  }
  json.end_array();
  json.key("footer");
  json.begin_object();
  json.member("text", embed.footer);
  json.end_object();
  json.member("timestamp", embed.timestamp);
  json.end_object();
}

}  // namespace

std::pair<std::string, std::size_t> message(std::span<const AuditedEvent> events) {
  std::string body;
  JsonWriter json(body);
  json.begin_object();
  json.key("embeds");
  json.begin_array();
  std::size_t count = 0;
  std::size_t text_units = 0;
  for (const AuditedEvent& event : events.first(std::min(events.size(), embeds_max))) {
    const Embed embed = embed_of(event);
    text_units += embed.text_units();
    if (count > 0 && text_units > embed_text_max) break;
    write(json, embed);
    ++count;
  }
  json.end_array();
  // Whatever players write, nobody is notified.
  json.key("allowed_mentions");
  json.raw(R"({"parse":[]})");
  json.end_object();
  return {std::move(body), count};
}

}  // namespace blotter::discord
