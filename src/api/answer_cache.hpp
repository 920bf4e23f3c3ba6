// Finished answers to look-ups, for the same question again. An answer carries the version of what
// it tells of, and counts only as long as the store knows no other: so it is never older than what
// a look-up would find.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "domain/civilian.hpp"
#include "http/message.hpp"

namespace blotter::api {

class Question {
 public:
  explicit Question(std::string text);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  std::string text_;
  std::uint64_t hash_;
};

/// What an answer depends on: one civilian with all that belongs to him, or else the whole guild.
struct Basis {
  std::optional<CivilianId> about;
  std::uint64_t version;
};

class AnswerCache {
 public:
  /// With 0 it keeps nothing.
  explicit AnswerCache(std::size_t bytes_max);

  [[nodiscard]] bool is_on() const { return bytes_max_ > 0; }

  /// `is_current` tells whether a basis still holds.
  template <class IsCurrent>
  std::optional<http::Body> find(const Question& question, IsCurrent is_current) {
    Shelf& shelf = this->shelf(question);
    const Known known = look_up(shelf, question.hash());
    if (!known.text) return std::nullopt;
    const bool is_good = known.answers(question) && is_current(known.basis);
    shelf.is_outdated.store(!is_good, std::memory_order_relaxed);
    if (!is_good) return std::nullopt;
    return http::Body(std::string_view(*known.text).substr(known.question_bytes), known.text);
  }
  /// Keeps the answer if that is worth it. It must be small. Where something else would have to go
  /// for it, or where answers have been outdated before they were asked for again, it must be asked
  /// for the second time.
  void offer(const Question& question, Basis basis, std::string_view answer);

 private:
  struct Known {
    Basis basis;
    std::size_t question_bytes;
    std::shared_ptr<const std::string> text;  // the question, then the answer

    [[nodiscard]] bool answers(const Question& question) const;
    [[nodiscard]] std::size_t bytes() const;
  };
  /// By the question's hash. Of two questions with one hash, the later one is known.
  using Answers = std::unordered_map<std::uint64_t, Known>;

  /// When `recent` is full it becomes `old`, and what was old goes; what is asked for moves back.
  struct Shelf {
    std::mutex mutex;
    Answers recent;
    Answers old;
    std::size_t recent_bytes = 0;
    std::atomic<bool> is_full{false};
    std::atomic<bool> is_outdated{false};  // as far as the last look at it showed
  };

  Shelf& shelf(const Question& question) { return shelves_[question.hash() % shelves_.size()]; }
  Known look_up(Shelf& shelf, std::uint64_t hash);
  bool is_worth_it(const Question& question, Basis basis, std::size_t answer_bytes);
  void put(Shelf& shelf, std::uint64_t hash, Known known);

  const std::size_t bytes_max_;
  std::array<Shelf, 64> shelves_;
  std::vector<std::atomic<std::uint32_t>> asked_;  // marks of questions, the last one of each place
};

}  // namespace blotter::api
