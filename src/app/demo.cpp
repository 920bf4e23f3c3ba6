#include "app/demo.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "app/demo_acts.hpp"
#include "app/demo_words.hpp"

namespace blotter::app {
namespace {

constexpr std::int64_t day_ms = std::int64_t{24} * 60 * 60 * 1000;
// How much happens on each day of the month, relative to the others. Integers, because sines are
// rounded differently from processor to processor.
constexpr std::array<std::int64_t, 30> daily_weight{5,  6,  9,  8,  12, 14, 9,  6,  5,  8,
                                                    9,  13, 15, 11, 7,  6,  10, 8,  9,  14,
                                                    13, 8,  5,  7,  9,  8,  12, 16, 10, 6};
constexpr std::int64_t month_ms = daily_weight.size() * day_ms;

/// Simulates the guild step by step. Each step is an ordinary operation at its own time.
class DemoSimulation {
 public:
  DemoSimulation(std::uint64_t seed, Timestamp now, const DemoSize& size)
      : acts_(seed),
        left_{size.civilians, size.vehicles, size.firearms, size.entries,
              size.bolos,     size.impounds, size.thefts,   size.deaths},
        steps_(std::accumulate(left_.begin(), left_.end(), 0)),
        begin_ms_(now.ms - month_ms) {}

  [[nodiscard]] bool is_over() const { return steps_done_ == steps_; }

  void step(Writer& records) {
    const std::int64_t ms = time_of(steps_done_);
    acts_.enter(records, {begin_ms_ + ms}, (month_ms - ms) / 1000);
    const Kind kind = next_kind();
    --left_[static_cast<std::size_t>(kind)];
    switch (kind) {
      case Kind::civilian: add_civilian(); break;
      case Kind::vehicle: add_vehicle(); break;
      case Kind::firearm: acts_.add_firearm(somebody()); break;
      case Kind::entry: acts_.add_entry(somebody()); break;
      case Kind::bolo: raise_bolo(); break;
      case Kind::impound: impound(); break;
      case Kind::theft: steal(); break;
      case Kind::death: die(); break;
    }
    ++steps_done_;
    // Last, so that the rest of the guild does not depend on it.
    if (is_over()) acts_.set_penal_code();
  }

 private:
  enum class Kind : std::uint8_t { civilian, vehicle, firearm, entry, bolo, impound, theft, death };
  struct Car {
    std::string plate;
    std::string owner;
  };

  /// The time of a step, from the beginning of the month. The steps of a day are evenly spread.
  [[nodiscard]] std::int64_t time_of(int step) const {
    std::int64_t left =
        step * std::accumulate(daily_weight.begin(), daily_weight.end(), std::int64_t{0});
    std::int64_t begin = 0;
    for (const std::int64_t weight : daily_weight) {
      const std::int64_t day = weight * steps_;
      if (left < day) return begin + left * day_ms / day;
      left -= day;
      begin += day_ms;
    }
    return begin;
  }

  /// A guild needs some people before anything can happen to them, and some cars to impound.
  Kind next_kind() {
    constexpr std::size_t civilians_min = 10;
    const auto remaining = [&](Kind kind) { return left_[static_cast<std::size_t>(kind)]; };
    if (living_.size() < civilians_min && remaining(Kind::civilian) > 0) return Kind::civilian;
    if (parked_.empty() && remaining(Kind::vehicle) > 0) return Kind::vehicle;
    auto ticket = static_cast<int>(below(static_cast<std::size_t>(steps_ - steps_done_)));
    for (std::size_t kind = 0; kind < left_.size(); ++kind) {
      if (ticket < left_[kind]) return static_cast<Kind>(kind);
      ticket -= left_[kind];
    }
    throw std::logic_error("the demo has no step left");
  }

  std::uint64_t below(std::size_t bound) { return acts_.random().below(bound); }
  std::string_view word(words::Words list) { return list[below(list.size())]; }
  const std::string& somebody() { return living_[below(living_.size())]; }

  bool is_taken(const std::string& name) const {
    return std::find(living_.begin(), living_.end(), name) != living_.end() ||
           std::find(dead_.begin(), dead_.end(), name) != dead_.end();
  }

  void add_civilian() {
    std::string name;
    do {
      const std::string_view first_name = word(words::first_names);
      const std::string_view last_name = word(words::last_names);
      name = fmt::format("{} {}", first_name, last_name);
      // A large guild runs out of names.
      if (living_.size() + dead_.size() > 300) name += fmt::format(" {}", below(1'000'000));
    } while (is_taken(name));
    acts_.add_civilian(name);
    living_.push_back(std::move(name));
  }

  std::string fresh_plate() {
    constexpr std::string_view letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
    std::string plate;
    for (int i = 0; i < 3; ++i) plate += letters[below(letters.size())];
    // The running number keeps plates unique without a lookup.
    ++plates_;
    return plate + fmt::format("{:05}", plates_);
  }

  void add_vehicle() {
    Car car{fresh_plate(), somebody()};
    acts_.add_vehicle(car.owner, car.plate);
    parked_.push_back(std::move(car));
  }

  void raise_bolo() {
    std::string name = somebody();
    while (std::find(wanted_.begin(), wanted_.end(), name) != wanted_.end()) name = somebody();
    acts_.raise_bolo(name);
    wanted_.push_back(std::move(name));
  }

  void impound() {
    const std::size_t which = below(parked_.size());
    acts_.impound(parked_[which].plate);
    parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  /// Only the living report a theft.
  void steal() {
    const auto is_reported = [&](const Car& car) {
      return std::find(living_.begin(), living_.end(), car.owner) != living_.end();
    };
    std::size_t which = below(parked_.size());
    while (!is_reported(parked_[which])) which = below(parked_.size());
    acts_.report_theft(parked_[which].owner, parked_[which].plate);
    parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  void die() {
    const std::size_t which = below(living_.size());
    acts_.die(living_[which]);
    dead_.push_back(living_[which]);
    living_.erase(living_.begin() + static_cast<std::ptrdiff_t>(which));
  }

  DemoActs acts_;
  std::array<int, 8> left_;
  int steps_;
  int steps_done_ = 0;
  std::int64_t begin_ms_;
  std::vector<std::string> living_;
  std::vector<std::string> dead_;
  std::vector<std::string> wanted_;
  std::vector<Car> parked_;  // neither impounded nor stolen
  int plates_ = 0;
};

}  // namespace

void fill_demo(Store& store, const GuildId& guild, std::uint64_t seed, Timestamp now,
               const DemoSize& size) {
  // The usual demo fits into one commit: the guild is filled completely or not at all.
  constexpr int steps_per_commit = 5000;
  DemoSimulation life(seed, now, size);
  while (!life.is_over()) {
    write_and_wait(store, guild, [&](Writer& records) {
      for (int i = 0; i < steps_per_commit && !life.is_over(); ++i) life.step(records);
      return WriteWork::Outcome::commit;
    });
  }
}

}  // namespace blotter::app
