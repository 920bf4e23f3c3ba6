#include "api/answer_cache.hpp"

#include <functional>
#include <utility>

namespace blotter::api {
namespace {

constexpr std::size_t answer_bytes_max = std::size_t{16} * 1024;
constexpr std::size_t question_bytes_max = 1024;
// What an entry costs beside its text: nodes, headers of blocks, the pointer's count.
constexpr std::size_t entry_bytes = 150;
constexpr std::size_t marks = std::size_t{1} << 16;

}  // namespace

Question::Question(std::string text)
    : text_(std::move(text)), hash_(std::hash<std::string>()(text_)) {}

bool AnswerCache::Known::answers(const Question& question) const {
  return std::string_view(*text).substr(0, question_bytes) == question.text();
}

std::size_t AnswerCache::Known::bytes() const { return text->size() + entry_bytes; }

AnswerCache::AnswerCache(std::size_t bytes_max)
    : bytes_max_(bytes_max), asked_(bytes_max > 0 ? marks : 0) {}

AnswerCache::Known AnswerCache::look_up(Shelf& shelf, std::uint64_t hash) {
  const std::scoped_lock lock(shelf.mutex);
  if (const auto found = shelf.recent.find(hash); found != shelf.recent.end()) return found->second;
  auto old = shelf.old.extract(hash);
  if (!old) return {};
  put(shelf, hash, old.mapped());
  return std::move(old.mapped());
}

void AnswerCache::offer(const Question& question, Basis basis, std::string_view answer) {
  if (!is_worth_it(question, basis, answer.size())) return;
  std::string text;
  text.reserve(question.text().size() + answer.size());
  text.append(question.text()).append(answer);
  Known known{basis, question.text().size(), std::make_shared<const std::string>(std::move(text))};
  Shelf& shelf = this->shelf(question);
  const std::scoped_lock lock(shelf.mutex);
  put(shelf, question.hash(), std::move(known));
}

bool AnswerCache::is_worth_it(const Question& question, Basis basis, std::size_t answer_bytes) {
  if (answer_bytes > answer_bytes_max || question.text().size() > question_bytes_max) return false;
  const Shelf& shelf = this->shelf(question);
  if (!shelf.is_full && !shelf.is_outdated) return true;
  auto& place = asked_[question.hash() / shelves_.size() % asked_.size()];
  const auto mark = static_cast<std::uint32_t>((question.hash() >> 32) + basis.version);
  return place.exchange(mark, std::memory_order_relaxed) == mark;
}

void AnswerCache::put(Shelf& shelf, std::uint64_t hash, Known known) {
  const std::size_t bytes = known.bytes();
  auto& place = shelf.recent[hash];
  if (place.text) shelf.recent_bytes -= place.bytes();
  place = std::move(known);
  shelf.recent_bytes += bytes;
  if (shelf.recent_bytes < bytes_max_ / shelves_.size() / 2) return;
  shelf.is_full = !shelf.old.empty();
  shelf.old = std::exchange(shelf.recent, {});
  shelf.recent_bytes = 0;
}

}  // namespace blotter::api
