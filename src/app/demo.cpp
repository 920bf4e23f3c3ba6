#include "app/demo.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <boost/url/encode.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <fmt/format.h>

#include "app/demo_words.hpp"
#include "operations/operation.hpp"

namespace blotter::app {
namespace {

constexpr std::int64_t month_ms = std::int64_t{30} * 24 * 60 * 60 * 1000;
constexpr std::string_view demo_guild = "demo";
constexpr std::string_view demo_key_name = "demo";

const Operation& operation(std::string_view id) {
  for (const Operation& row : operations()) {
    if (row.id == id) return row;
  }
  throw std::logic_error("there is no operation " + std::string(id));
}

/// Plays the guild's life step by step, each step an ordinary operation at its own time.
class Life {
 public:
  Life(std::uint64_t seed, Timestamp now, const DemoSize& size)
      : random_(seed),
        left_{size.civilians, size.vehicles, size.firearms, size.entries,
              size.bolos,     size.impounds, size.thefts,   size.deaths},
        steps_(std::accumulate(left_.begin(), left_.end(), 0)),
        begin_ms_(now.ms - month_ms) {}

  [[nodiscard]] bool is_over() const { return steps_done_ == steps_; }

  void step(Writer& records) {
    records_ = &records;
    now_ = {begin_ms_ + month_ms * steps_done_ / steps_};
    const Kind kind = next_kind();
    --left_[static_cast<std::size_t>(kind)];
    switch (kind) {
      case Kind::civilian: add_civilian(); break;
      case Kind::vehicle: add_vehicle(); break;
      case Kind::firearm: add_firearm(); break;
      case Kind::entry: add_entry(); break;
      case Kind::bolo: raise_bolo(); break;
      case Kind::impound: impound(); break;
      case Kind::theft: steal(); break;
      case Kind::death: die(); break;
    }
    ++steps_done_;
  }

 private:
  enum class Kind : std::uint8_t { civilian, vehicle, firearm, entry, bolo, impound, theft, death };
  struct Car {
    std::string plate;
    std::string owner;
  };
  using Members = std::initializer_list<std::pair<Member, MemberValue>>;

  /// A guild must have some people before anything can happen to them, and some cars to impound.
  Kind next_kind() {
    constexpr std::size_t settlers = 10;
    const auto remaining = [&](Kind kind) { return left_[static_cast<std::size_t>(kind)]; };
    if (living_.size() < settlers && remaining(Kind::civilian) > 0) return Kind::civilian;
    if (parked_.empty() && remaining(Kind::vehicle) > 0) return Kind::vehicle;
    auto ticket = static_cast<int>(random_.below(static_cast<std::uint64_t>(steps_ - steps_done_)));
    for (std::size_t kind = 0; kind < left_.size(); ++kind) {
      if (ticket < left_[kind]) return static_cast<Kind>(kind);
      ticket -= left_[kind];
    }
    throw std::logic_error("the demo has no step left");
  }

  void perform(std::string_view id, Members members) {
    MemberValues values;
    for (const auto& [member, value] : members) values[member] = value;
    const Operation& row = operation(id);
    const auto prepared = row.handler.prepare(values, {});
    if (!prepared) throw std::logic_error("the demo: " + prepared.error().hint());
    WriteCall call{.records = *records_, .now = now_, .key = {}, .ids = ids_, .random = random_};
    const auto done = run_change(row, std::get<PreparedWrite>(*prepared), call);
    if (!done) throw std::logic_error("the demo: " + done.error().details());
  }

  static MemberValue text(std::string_view words) { return MemberValue::of(words); }
  MemberValue number(std::uint64_t from, std::uint64_t below) {
    return MemberValue::of(static_cast<double>(from + random_.below(below - from)));
  }
  std::string_view word(words::Words list) { return list[random_.below(list.size())]; }
  MemberValue any(words::Words list) { return text(word(list)); }
  template <class Enum>
  MemberValue any_of() {
    return any(all_spellings<Enum>());
  }
  const std::string& somebody() { return living_[random_.below(living_.size())]; }

  void add_civilian() {
    std::string name;
    do {
      name = fmt::format("{} {}", word(words::first_names), word(words::last_names));
      // A large guild runs out of names.
      if (living_.size() + dead_.size() > 300) name += fmt::format(" {}", random_.below(1'000'000));
    } while (std::find(living_.begin(), living_.end(), name) != living_.end() ||
             std::find(dead_.begin(), dead_.end(), name) != dead_.end());
    const std::string user = fmt::format("{}", 100'000'000'000'000'000 + random_.below(1ULL << 56));
    const std::string user_name = fmt::format("player{}", 1 + random_.below(80));
    const std::string address = fmt::format("{} {}", 1 + random_.below(200), word(words::streets));
    const std::uint64_t age = 18 + random_.below(60);
    const std::string dob =
        fmt::format("{}-{:02}-{:02}", 2026 - age, 1 + random_.below(12), 1 + random_.below(28));
    perform("civilian.create", {{Member::user_id, text(user)},
                                {Member::user_name, text(user_name)},
                                {Member::name, text(name)},
                                {Member::age, MemberValue::of(static_cast<double>(age))},
                                {Member::dob, text(dob)},
                                {Member::gender, any_of<Gender>()},
                                {Member::hair, any(words::hair_colors)},
                                {Member::weight, number(50, 120)},
                                {Member::height, number(150, 205)},
                                {Member::address, text(address)},
                                {Member::occupation, any(words::occupations)}});
    living_.push_back(std::move(name));
  }

  std::string fresh_plate() {
    constexpr std::string_view letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
    const auto letter = [&] { return letters[random_.below(letters.size())]; };
    // The running number keeps plates apart without a look at the others.
    return fmt::format("{}{}{}{:05}", letter(), letter(), letter(), ++plates_);
  }

  void add_vehicle() {
    Car car{fresh_plate(), somebody()};
    perform("vehicle.create", {{Member::name, text(car.owner)},
                               {Member::plate, text(car.plate)},
                               {Member::model, any(words::vehicles)},
                               {Member::color, any(words::colors)},
                               {Member::color_type, any_of<ColorType>()},
                               {Member::registration, any_of<Registration>()},
                               {Member::insurance, any_of<Insurance>()}});
    parked_.push_back(std::move(car));
  }

  void add_firearm() {
    perform("firearm.create", {{Member::name, text(somebody())},
                               {Member::model, any(words::firearms)},
                               {Member::color, any(words::colors)}});
  }

  void add_entry() {
    const std::string& name = somebody();
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
                 {Member::time, number(60, 3600)}});
  }

  void raise_bolo() {
    std::string name = somebody();
    while (std::find(wanted_.begin(), wanted_.end(), name) != wanted_.end()) name = somebody();
    perform("civilian.bolo", {{Member::name, text(name)},
                              {Member::bolo, MemberValue::of(true)},
                              {Member::reason, any(words::bolo_reasons)}});
    wanted_.push_back(std::move(name));
  }

  void impound() {
    const std::size_t which = random_.below(parked_.size());
    perform("leo.impound", {{Member::plate, text(parked_[which].plate)},
                            {Member::impound, MemberValue::of(true)},
                            {Member::fee, number(100, 2000)}});
    parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  /// Only the living report a theft.
  void steal() {
    const auto is_reported = [&](const Car& car) {
      return std::find(living_.begin(), living_.end(), car.owner) != living_.end();
    };
    std::size_t which = random_.below(parked_.size());
    while (!is_reported(parked_[which])) which = random_.below(parked_.size());
    perform("vehicle.edit", {{Member::name, text(parked_[which].owner)},
                             {Member::field, text("stole")},
                             {Member::value, MemberValue::of(true)},
                             {Member::plate, text(parked_[which].plate)}});
    parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  void die() {
    const std::size_t which = random_.below(living_.size());
    perform("civilian.deceased",
            {{Member::name, text(living_[which])}, {Member::deceased, MemberValue::of(true)}});
    dead_.push_back(living_[which]);
    living_.erase(living_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  SeededRandom random_;
  IdSource ids_;
  std::array<int, 8> left_;
  int steps_;
  int steps_done_ = 0;
  std::int64_t begin_ms_;
  Timestamp now_;
  Writer* records_ = nullptr;
  std::vector<std::string> living_;
  std::vector<std::string> dead_;
  std::vector<std::string> wanted_;
  std::vector<Car> parked_;  // neither impounded nor stolen
  int plates_ = 0;
};

/// Empty when nobody lives there.
std::string first_civilian(Store& store, const GuildId& guild) {
  std::string name;
  read_and_wait(store, guild, [&](Reader& records) {
    if (const auto first = records.living().next()) name = first->name.str();
  });
  return name;
}

}  // namespace

void fill_demo(Store& store, const GuildId& guild, std::uint64_t seed, Timestamp now,
               const DemoSize& size) {
  // The usual demo fits into one commit: a guild is filled whole or not at all.
  constexpr int steps_per_commit = 5000;
  Life life(seed, now, size);
  while (!life.is_over()) {
    write_and_wait(store, guild, [&](Writer& records) {
      for (int i = 0; i < steps_per_commit && !life.is_over(); ++i) life.step(records);
      return WriteWork::Verdict::keep;
    });
  }
}

DemoAccess prepare_demo(Store& store, std::uint64_t seed, Timestamp now) {
  const GuildId guild = GuildId::stored(demo_guild);
  SystemRandom random;
  const KeySecret secret = KeySecret::generate(random);
  store.administer([&](Accounts& accounts) {
    accounts.create_guild({guild, now});
    for (const auto& [key, digest] : accounts.keys()) {
      const bool is_ours = key.name == demo_key_name && key.guilds == std::vector{guild};
      if (is_ours) accounts.revoke_key(key.id, now);
    }
    const ApiKey key{.id = {IdSource().next(now, random)},
                     .name = std::string(demo_key_name),
                     .guilds = {guild},
                     .created = now};
    accounts.create_key(key, secret.digest());
  });
  bool is_new = false;
  read_and_wait(store, guild, [&](Reader& records) { is_new = !records.has_civilians(); });
  if (is_new) fill_demo(store, guild, seed, now);
  return {guild, secret.reveal(), first_civilian(store, guild)};
}

void print_welcome(std::ostream& out, const DemoAccess& access, const std::string& url) {
  // The line is meant for a shell, and the name is whatever somebody has typed.
  const std::string name = boost::urls::encode(access.civilian, boost::urls::unreserved_chars);
  const std::string_view trust = url.starts_with("https") ? "-k " : "";
  out << fmt::format(
      "\n  Guild  {0}\n  Key    {1}\n\nLook somebody up:\n\n"
      "  curl -sw '\\n' {2}-H 'Authorization: {1}' -H 'Guild: {0}' "
      "'{3}/api/civilian/info?name={4}'\n\n"
      "Stop with Ctrl-C; the records stay.\n",
      access.guild.str(), access.key, trust, url, name);
}

}  // namespace blotter::app
