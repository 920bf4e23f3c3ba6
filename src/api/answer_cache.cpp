#include "api/answer_cache.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace blotter::api {
namespace {

constexpr std::size_t answer_bytes_max = std::size_t{16} * 1024;
constexpr std::size_t question_bytes_max = 1024;
// What an entry costs beside its text, as measured: its place, headers of blocks, the count of
// users.
constexpr std::size_t entry_bytes = 175;
constexpr std::size_t marks = std::size_t{1} << 16;

}  // namespace

Question::Question(std::string text)
    : text_(std::move(text)), hash_(std::hash<std::string>()(text_)) {}

AnswerCache::Known::Known(Basis basis, const Question& question, std::string_view answer)
    : basis(basis),
      question_bytes(static_cast<std::uint32_t>(question.text().size())),
      answer_bytes(static_cast<std::uint32_t>(answer.size())) {
  auto joined = std::make_shared_for_overwrite<char[]>(question.text().size() + answer.size());
  std::ranges::copy(answer, std::ranges::copy(question.text(), joined.get()).out);
  text = std::move(joined);
}

bool AnswerCache::Known::answers(const Question& question) const {
  return std::string_view(text.get(), question_bytes) == question.text();
}

std::string_view AnswerCache::Known::answer() const {
  return {text.get() + question_bytes, answer_bytes};
}

std::size_t AnswerCache::Known::bytes() const {
  return question_bytes + answer_bytes + entry_bytes;
}

AnswerCache::AnswerCache(std::size_t bytes_max)
    : bytes_max_(bytes_max), asked_(bytes_max > 0 ? marks : 0) {}

void AnswerCache::offer(const Question& question, Basis basis, std::string_view answer) {
  if (!is_worth_it(question, basis, answer.size())) return;
  shelf(question).put(question.hash(), Known(basis, question, answer),
                      bytes_max_ / shelves_.size());
}

bool AnswerCache::is_worth_it(const Question& question, Basis basis, std::size_t answer_bytes) {
  if (answer_bytes > answer_bytes_max || question.text().size() > question_bytes_max) return false;
  if (shelf(question).has_room_for(question.hash())) return true;
  auto& place = asked_[question.hash() / shelves_.size() % asked_.size()];
  const auto mark = static_cast<std::uint32_t>((question.hash() >> 32) + basis.version);
  return place.exchange(mark, std::memory_order_relaxed) == mark;
}

AnswerCache::Known AnswerCache::Shelf::look_up(std::uint64_t hash) {
  const std::scoped_lock lock(mutex_);
  const auto found = places_.find(hash);
  if (found == places_.end()) return {};
  found->second.is_wanted = true;
  return found->second.known;
}

bool AnswerCache::Shelf::has_room_for(std::uint64_t hash) {
  const std::scoped_lock lock(mutex_);
  return !is_full_ || places_.contains(hash);
}

void AnswerCache::Shelf::put(std::uint64_t hash, Known known, std::size_t bytes_max) {
  const std::scoped_lock lock(mutex_);
  // Now, for lack of memory must not leave a place that the hand never meets.
  if (round_.size() == round_.capacity()) round_.reserve(2 * round_.size() + 1);
  const auto [place, is_new] = places_.try_emplace(hash);
  if (is_new) {
    round_.push_back(hash);
  } else {
    bytes_ -= place->second.known.bytes();
  }
  bytes_ += known.bytes();
  place->second.known = std::move(known);
  while (bytes_ > bytes_max && places_.size() > 1) drop_one();
}

void AnswerCache::Shelf::drop_one() {
  is_full_ = true;
  while (true) {
    if (hand_ >= round_.size()) hand_ = 0;
    auto& hash = round_[hand_++];
    const auto place = places_.find(hash);
    if (std::exchange(place->second.is_wanted, false)) continue;
    bytes_ -= place->second.known.bytes();
    places_.erase(place);
    hash = round_.back();
    round_.pop_back();
    return;
  }
}

}  // namespace blotter::api
