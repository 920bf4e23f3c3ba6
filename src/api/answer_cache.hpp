// Finished answers to look-ups, for the same question again. An answer carries the version of its
// guild from before it was looked up, and counts only as long as the store knows no other: so it is
// never older than what a look-up would find.
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

namespace blotter::api {

/// A question as text, and the version of the guild that it is about.
class Question {
 public:
  Question(std::string text, std::uint64_t version);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }

 private:
  std::string text_;
  std::uint64_t version_;
  std::uint64_t hash_;
};

class AnswerCache {
 public:
  /// With 0 it keeps nothing.
  explicit AnswerCache(std::size_t bytes_max);

  [[nodiscard]] bool is_on() const { return bytes_max_ > 0; }

  std::optional<std::string> find(const Question& question);
  /// Keeps the answer if that is worth it. It must be small. Where something else would have to go
  /// for it, or where answers have been outdated before they were asked for again, it must be asked
  /// for the second time.
  void offer(const Question& question, std::string_view answer);

 private:
  struct Known {
    std::uint64_t version;
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
  bool is_worth_it(const Question& question, std::size_t answer_bytes);
  void put(Shelf& shelf, std::uint64_t hash, Known known);

  const std::size_t bytes_max_;
  std::array<Shelf, 64> shelves_;
  std::vector<std::atomic<std::uint32_t>> asked_;  // marks of questions, the last one of each place
};

}  // namespace blotter::api
