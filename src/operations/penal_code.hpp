// The operations on the penal code.
#pragma once

#include "domain/penal_code.hpp"
#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/schema.hpp"

namespace blotter {

namespace fields {

Parsed<PenalCode> parse_penal_code(const MemberValue& value, const InputSettings& settings);
std::span<const PropertyInfo> offence_properties();

inline constexpr Field<PenalCode> penal_code{
    {.member = Member::entries,
     .type = JsonType::objects,
     .about = "the whole penal code, in the order in which it is shown; an empty array clears it",
     .example = R"([{"code":"TR-04","title":"Speeding, 20 over the limit","fine":250},)"
                R"({"code":"TH-01","title":"Petty theft","fine":400,"time":300}])",
     .properties = offence_properties,
     .objects_max = PenalCode::offences_max},
    parse_penal_code};

}  // namespace fields

struct NewPenalCode {
  PenalCode penal_code;
  static constexpr std::tuple members{required(fields::penal_code)};
};

namespace schema {

template <>
inline constexpr std::string_view text_example<OffenceCodeKind> = "TR-04";
template <>
inline constexpr std::string_view text_example<OffenceTitleKind> = "Speeding, 20 over the limit";
template <>
inline constexpr std::string_view name_of<Offence> = "PenalCodeEntry";

}  // namespace schema

namespace shape {

template <>
struct Of<Offence> {
  static constexpr std::tuple members{
      member("code", [](const Offence& o) -> auto& { return o.code; }),
      member("title", [](const Offence& o) -> auto& { return o.title; }),
      member("fine", [](const Offence& o) { return o.fine; }),
      member("time", [](const Offence& o) { return o.time; })};
};

/// The whole penal code: without the order, a change could not be taken back. It is limited, as the
/// body of the request is.
template <>
inline constexpr auto archive<PenalCode> =
    std::tuple{member("entries", [](const PenalCode& p) -> auto& { return p.offences(); })};

}  // namespace shape

namespace output {

inline constexpr auto offence_amount =
    member("amount", [](const auto& o) { return std::int64_t(o.penal_code.offences().size()); });
inline constexpr auto offences =
    member("entries", [](const auto& o) -> auto& { return o.penal_code.offences(); });

}  // namespace output

struct PenalCodeShown {
  const GuildId& guild;
  PenalCode penal_code;
  static constexpr std::tuple members{output::guild_id, output::offence_amount, output::offences};
};

struct PenalCodeChanged {
  const GuildId& guild;
  PenalCode penal_code;
  std::string_view success;
  static constexpr std::tuple members{output::guild_id, output::offence_amount, output::success,
                                      output::offences};
};

Result<PenalCodeShown> penal_code(ReadCall& call, const NoInput& in);
/// Sets `call.change`.
void set_penal_code(WriteCall& call, const PenalCode& penal_code);
Result<PenalCodeChanged> penal_code_set(WriteCall& call, const NewPenalCode& in);

}  // namespace blotter
