// What people in a demo guild do: the details are invented, the rest are ordinary operations.
#pragma once

#include <string>

#include "app/demo_words.hpp"
#include "base/ids.hpp"
#include "base/member.hpp"
#include "base/random.hpp"
#include "operations/input.hpp"
#include "storage/store.hpp"

namespace blotter::app {

/// The same acts for the same seed. Throws when an operation refuses, which means a mistake of the
/// caller: a name that is taken, or a person who does not exist.
class DemoActs {
 public:
  explicit DemoActs(std::uint64_t seed) : random_(seed) {}

  /// The store and the time of the acts that follow, and until the demo is ready.
  void enter(Writer& records, Timestamp now, std::int64_t seconds_left) {
    records_ = &records;
    now_ = now;
    seconds_left_ = seconds_left;
  }
  SeededRandom& random() { return random_; }

  void set_penal_code();
  void add_civilian(const std::string& name);
  void add_vehicle(const std::string& owner, const std::string& plate);
  void add_firearm(const std::string& owner);
  /// A citation, a fine, an arrest or an admission.
  void add_entry(const std::string& name);
  void raise_bolo(const std::string& name);
  void impound(const std::string& plate);
  void report_theft(const std::string& owner, const std::string& plate);
  void die(const std::string& name);

 private:
  using Members = std::initializer_list<std::pair<Member, MemberValue>>;
  void perform(std::string_view id, Members members);

  MemberValue number(std::uint64_t from, std::uint64_t below);
  MemberValue any(words::Words list);
  /// How long something lasts: if it is one of the latest, it ends some hours after the demo is
  /// ready.
  MemberValue lasting(std::int64_t latest_seconds, MemberValue otherwise);

  SeededRandom random_;
  IdSource ids_;
  Timestamp now_;
  std::int64_t seconds_left_ = 0;
  Writer* records_ = nullptr;
};

}  // namespace blotter::app
