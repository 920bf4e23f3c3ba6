// The five operations on firearms.
#pragma once

#include "operations/call.hpp"
#include "operations/inputs.hpp"
#include "operations/output.hpp"

namespace blotter {

struct FirearmFound {
  const GuildId& guild;
  Firearm firearm;
  static constexpr std::tuple members{output::found, output::guild_id, output::firearm};
};

struct FirearmCreated {
  const GuildId& guild;
  Civilian civilian;
  Firearm firearm;
  std::string_view success;
  static constexpr std::tuple members{output::guild_id,  output::civilian_id, output::civilian_name,
                                      output::user_name, output::user_id,     output::success,
                                      output::firearm};
};

struct FirearmEdited {
  const GuildId& guild;
  Civilian civilian;
  Firearm firearm;
  std::string success;
  // A firearm has no plate, but the interface includes the member.
  static constexpr std::tuple members{
      output::guild_id,
      output::serial_number,
      output::civilian_name,
      output::civilian_id,
      output::user_id,
      output::user_name,
      shape::member("plate", [](const auto&) { return std::string_view(); }),
      output::success,
      output::firearm};
};

Result<FirearmFound> firearm_info(ReadCall& call, const FirearmSerial& in);
Result<output::Listed<Firearm>> firearm_list(ReadCall& call, const FirearmList& in);
Result<FirearmCreated> firearm_create(WriteCall& call, const NewFirearm& in);
Result<FirearmEdited> firearm_edit(WriteCall& call, const FirearmEdit& in);
Result<output::Deleted<FirearmId>> firearm_delete(WriteCall& call, const FirearmSerial& in);

}  // namespace blotter
