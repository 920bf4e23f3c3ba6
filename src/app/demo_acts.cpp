#include "app/demo_acts.hpp"

#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "operations/change.hpp"

namespace blotter::app {
namespace {

const Operation& operation(std::string_view id) {
  for (const Operation& row : operations()) {
    if (row.id == id) return row;
  }
  throw std::logic_error("there is no operation " + std::string(id));
}

constexpr std::int64_t day_seconds = std::int64_t{24} * 60 * 60;

MemberValue text(std::string_view words) { return MemberValue::of(words); }

}  // namespace

void DemoActs::perform(std::string_view id, Members members) {
  MemberValues values;
  for (const auto& [member, value] : members) values[member] = value;
  const Operation& row = operation(id);
  const auto prepared = row.handler.prepare(values, {});
  if (!prepared) throw std::logic_error("the demo: " + prepared.error().hint());
  const NoHeaders headers;
  WriteCall call{.records = *records_,
                 .now = now_,
                 .key = nullptr,
                 .ids = ids_,
                 .random = random_,
                 .headers = headers};
  const auto done = run_change(row, std::get<PreparedChange>(*prepared), call);
  if (!done) throw std::logic_error("the demo: " + done.error().details());
}

MemberValue DemoActs::number(std::uint64_t from, std::uint64_t below) {
  return MemberValue::of(static_cast<double>(from + random_.below(below - from)));
}

MemberValue DemoActs::any(words::Words list) { return text(list[random_.below(list.size())]); }

MemberValue DemoActs::lasting(std::int64_t latest_seconds, MemberValue otherwise) {
  constexpr std::uint64_t hours_max = 5;
  if (seconds_left_ > latest_seconds) return otherwise;
  const auto more = static_cast<std::int64_t>(60 * (10 + random_.below(60 * hours_max)));
  return MemberValue::of(static_cast<double>(seconds_left_ + more));
}

void DemoActs::set_penal_code() {
  std::vector<ObjectValue> entries;
  for (const auto& [code, title, fine, seconds] : words::penal_code) {
    entries.push_back({{{"code", text(code)},
                        {"title", text(title)},
                        {"fine", MemberValue::of(fine)},
                        {"time", MemberValue::of(seconds)}}});
  }
  perform("penalcode.set", {{Member::entries, MemberValue::of_objects(entries)}});
}

void DemoActs::add_civilian(const std::string& name) {
  const std::string user = fmt::format("{}", 100'000'000'000'000'000 + random_.below(1ULL << 56));
  const std::string user_name = fmt::format("player{}", 1 + random_.below(80));
  const std::uint64_t house = 1 + random_.below(200);
  const std::string address =
      fmt::format("{} {}", house, words::streets[random_.below(words::streets.size())]);
  const std::uint64_t age = 18 + random_.below(60);
  const std::uint64_t month = 1 + random_.below(12);
  const std::uint64_t day = 1 + random_.below(28);
  const std::string dob = fmt::format("{}-{:02}-{:02}", 2026 - age, month, day);
  perform("civilian.create", {{Member::user_id, text(user)},
                              {Member::user_name, text(user_name)},
                              {Member::name, text(name)},
                              {Member::age, MemberValue::of(static_cast<double>(age))},
                              {Member::dob, text(dob)},
                              {Member::gender, any(all_spellings<Gender>())},
                              {Member::hair, any(words::hair_colors)},
                              {Member::weight, number(50, 120)},
                              {Member::height, number(150, 205)},
                              {Member::address, text(address)},
                              {Member::occupation, any(words::occupations)}});
}

void DemoActs::add_vehicle(const std::string& owner, const std::string& plate) {
  perform("vehicle.create", {{Member::name, text(owner)},
                             {Member::plate, text(plate)},
                             {Member::model, any(words::vehicles)},
                             {Member::color, any(words::colors)},
                             {Member::color_type, any(all_spellings<ColorType>())},
                             {Member::registration, any(all_spellings<Registration>())},
                             {Member::insurance, any(all_spellings<Insurance>())}});
}

void DemoActs::add_firearm(const std::string& owner) {
  perform("firearm.create", {{Member::name, text(owner)},
                             {Member::model, any(words::firearms)},
                             {Member::color, any(words::colors)}});
}

void DemoActs::add_entry(const std::string& name) {
  const std::string author_id = fmt::format("{}", 200 + random_.below(40));
  const std::uint64_t kind = random_.below(10);
  if (kind == 9) {
    const std::string seconds = fmt::format("{}", 60 * (1 + random_.below(30)));
    perform("medical.admit", {{Member::name, text(name)},
                              {Member::time, text(seconds)},
                              {Member::injures, any(words::injuries)},
                              {Member::unit_name, any(words::units)},
                              {Member::unit_id, text(author_id)}});
    return;
  }
  const std::string_view id = kind < 5 ? "leo.cite" : kind < 7 ? "leo.fine" : "leo.arrest";
  perform(id, {{Member::name, text(name)},
               {Member::officer_name, any(words::officers)},
               {Member::officer_id, text(author_id)},
               {Member::charges, any(words::charges)},
               {Member::amount, number(50, 5000)},
               {Member::time, lasting(2 * day_seconds, number(60, 3600))}});
}

void DemoActs::raise_bolo(const std::string& name) {
  perform("civilian.bolo", {{Member::name, text(name)},
                            {Member::bolo, MemberValue::of(true)},
                            {Member::reason, any(words::bolo_reasons)},
                            {Member::expires_in, lasting(10 * day_seconds, {})}});
}

void DemoActs::impound(const std::string& plate) {
  perform("leo.impound", {{Member::plate, text(plate)},
                          {Member::impound, MemberValue::of(true)},
                          {Member::fee, number(100, 2000)},
                          {Member::release_in, lasting(10 * day_seconds, {})}});
}

void DemoActs::report_theft(const std::string& owner, const std::string& plate) {
  perform("vehicle.edit", {{Member::name, text(owner)},
                           {Member::field, text("stole")},
                           {Member::value, MemberValue::of(true)},
                           {Member::plate, text(plate)}});
}

void DemoActs::die(const std::string& name) {
  perform("civilian.deceased",
          {{Member::name, text(name)}, {Member::deceased, MemberValue::of(true)}});
}

}  // namespace blotter::app
