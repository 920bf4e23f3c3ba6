#include "operations/penal_code.hpp"

#include <fmt/format.h>

namespace blotter {
namespace fields {
namespace {

/// A member of an entry.
template <class T>
struct Property {
  std::string_view name;
  Field<T> field;
};

constexpr Property<OffenceCode> code{
    "code", text<OffenceCode>(Member::entries, "short and unique, ignoring case", R"("TR-04")")};
constexpr Property<OffenceTitle> title{
    "title", text<OffenceTitle>(Member::entries, "the name of the offence",
                                R"("Speeding, 20 over the limit")")};
constexpr Property<double> fine{
    "fine", number(Member::entries, "the usual fine; default: 0, which means none", "250",
                   parse_cost, cost_bounds)};
constexpr Property<double> jail_time{
    "time",
    number(Member::entries, "the usual time in jail, in seconds; default: 0, which means none",
           "600", parse_cost, cost_bounds)};

template <class T>
PropertyInfo required(const Property<T>& property) {
  return {property.name, property.field.info, true};
}
template <class T>
PropertyInfo optional(const Property<T>& property) {
  return {property.name, property.field.info, false};
}

/// The rule that a value breaks begins with the name of the member.
template <class T>
Parsed<T> read(const Property<T>& property, const ObjectValue& entry,
               const InputSettings& settings) {
  const MemberValue value = entry[property.name];
  if (value.type == MemberValue::Type::missing) {
    return tl::make_unexpected(fmt::format("{} is required", property.name));
  }
  return property.field.parse(value, settings).map_error([&](const std::string& rule) {
    return fmt::format("{} {}", property.name, rule);
  });
}

Parsed<double> read_cost(const Property<double>& property, const ObjectValue& entry,
                         const InputSettings& settings) {
  if (entry[property.name].type == MemberValue::Type::missing) return 0.0;
  return read(property, entry, settings);
}

Parsed<Offence> parse_offence(const ObjectValue& entry, const InputSettings& settings) {
  auto its_code = read(code, entry, settings);
  if (!its_code) return tl::make_unexpected(std::move(its_code.error()));
  auto its_title = read(title, entry, settings);
  if (!its_title) return tl::make_unexpected(std::move(its_title.error()));
  auto its_fine = read_cost(fine, entry, settings);
  if (!its_fine) return tl::make_unexpected(std::move(its_fine.error()));
  auto its_time = read_cost(jail_time, entry, settings);
  if (!its_time) return tl::make_unexpected(std::move(its_time.error()));
  return Offence{std::move(*its_code), std::move(*its_title), *its_fine, *its_time};
}

}  // namespace

std::span<const PropertyInfo> offence_properties() {
  static const PropertyInfo properties[] = {required(code), required(title), optional(fine),
                                            optional(jail_time)};
  return properties;
}

Parsed<PenalCode> parse_penal_code(const MemberValue& value, const InputSettings& settings) {
  if (value.objects == nullptr) return must("be an array of objects");
  std::vector<Offence> offences;
  offences.reserve(value.objects->size());
  for (const ObjectValue& entry : *value.objects) {
    auto offence = parse_offence(entry, settings);
    if (!offence) {
      return must(fmt::format("be valid: in entry {}, {}", offences.size() + 1, offence.error()));
    }
    offences.push_back(std::move(*offence));
  }
  return PenalCode::of(std::move(offences));
}

}  // namespace fields

Result<PenalCodeShown> penal_code(ReadCall& call, const NoInput&) {
  return PenalCodeShown{call.records.guild(), call.records.penal_code()};
}

void set_penal_code(WriteCall& call, const PenalCode& penal_code) {
  const PenalCode before = call.records.penal_code();
  call.records.set_penal_code(penal_code);
  auto [old_entries, new_entries] =
      shape::differences(before, penal_code, shape::archive<PenalCode>);
  call.change = Change{.civilian = std::nullopt,
                       .civilian_name = "",
                       .subject = 0,
                       .actor = std::nullopt,
                       .before = std::move(old_entries),
                       .after = std::move(new_entries)};
}

Result<PenalCodeChanged> penal_code_set(WriteCall& call, const NewPenalCode& in) {
  // The insertion would fail only later, with the whole transaction.
  if (!call.records.has_guild()) return fail(ErrorId::unauthorised);
  set_penal_code(call, in.penal_code);
  return PenalCodeChanged{call.records.guild(), in.penal_code, "Updated penal code"};
}

}  // namespace blotter
