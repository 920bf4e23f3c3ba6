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
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

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
  std::uint64_t version = 0;
};

class AnswerCache {
 public:
  /// With 0 it keeps nothing.
  explicit AnswerCache(std::size_t bytes_max);

  [[nodiscard]] bool is_on() const { return bytes_max_ > 0; }

  /// `is_current` tells whether a basis still holds.
  template <class IsCurrent>
  std::optional<http::Body> find(const Question& question, IsCurrent is_current) {
    Known known = shelf(question).look_up(question.hash());
    if (!known.text || !known.answers(question) || !is_current(known.basis)) return std::nullopt;
    const std::string_view answer = known.answer();  // before the text is moved away
    return http::Body(answer, std::move(known.text));
  }
  /// Keeps the answer if that is worth it. It must be small. Where something else would have to go
  /// for it, it must be asked for the second time.
  void offer(const Question& question, Basis basis, std::string_view answer);

 private:
  struct Known {
    Basis basis;
    std::uint32_t question_bytes = 0;
    std::uint32_t answer_bytes = 0;
    std::shared_ptr<const char[]> text;  // the question, then the answer

    Known() = default;
    Known(Basis basis, const Question& question, std::string_view answer);
    [[nodiscard]] bool answers(const Question& question) const;
    [[nodiscard]] std::string_view answer() const;
    [[nodiscard]] std::size_t bytes() const;
  };

  /// By the question's hash; of two questions with one hash, the later one is known. When it is
  /// full, a hand goes round: who was asked for since it came by last may stay once more.
  class Shelf {
   public:
    Known look_up(std::uint64_t hash);
    /// Whether nothing has to go for an answer to this.
    bool has_room_for(std::uint64_t hash);
    void put(std::uint64_t hash, Known known, std::size_t bytes_max);

   private:
    struct Place {
      Known known;
      bool is_wanted = false;
    };
    void drop_one();

    std::mutex mutex_;
    boost::unordered_flat_map<std::uint64_t, Place> places_;
    std::vector<std::uint64_t> round_;  // all hashes, as the hand comes by
    std::size_t hand_ = 0;
    std::size_t bytes_ = 0;
    bool is_full_ = false;
  };

  Shelf& shelf(const Question& question) { return shelves_[question.hash() % shelves_.size()]; }
  bool is_worth_it(const Question& question, Basis basis, std::size_t answer_bytes);

  const std::size_t bytes_max_;
  std::array<Shelf, 64> shelves_;
  std::vector<std::atomic<std::uint32_t>> asked_;  // marks of questions, the last one of each place
};

}  // namespace blotter::api
