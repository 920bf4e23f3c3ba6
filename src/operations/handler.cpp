#include "operations/handler.hpp"

namespace blotter::handler {

bool DossierRemainder::next(std::string& into) {
  const std::size_t full = into.size() + piece_bytes;
  while (into.size() < full) {
    if (section_ == sections_.size()) {
      into += '}';
      return false;
    }
    const Section& section = sections_[section_];
    if (!std::exchange(is_open_, true)) into.append(",\"").append(section.name).append("\":[");
    if (entry_ == nullptr || entry_->kind != section.kind) {
      into += ']';
      ++section_;
      written_ = 0;
      is_open_ = false;
      continue;
    }
    if (written_++ > 0) into += ',';
    JsonWriter json(into);
    section.write(json, *entry_);
    advance();
  }
  return true;
}

void DossierRemainder::advance() {
  if (entries_used_ < entries_.size()) {
    entry_ = &entries_[entries_used_++];
  } else {
    of_rest_ = rest_ ? rest_->next() : std::nullopt;
    entry_ = of_rest_ ? &*of_rest_ : nullptr;
  }
}

}  // namespace blotter::handler
