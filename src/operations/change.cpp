#include "operations/change.hpp"

#include <stdexcept>

#include "base/sealed_text.hpp"

namespace blotter {
namespace {

/// After a failure. False if the store does not respond; then the failure itself is reported.
bool is_without_guild(Writer& records) {
  try {
    return !records.has_guild();
  } catch (const std::exception&) {
    return false;
  }
}

/// The response of the earlier request with this name, or why there is none; empty if this is the
/// first one.
std::optional<Result<Rendered>> replay(WriteCall& call) {
  auto stored = call.records.stored_response(call.key->id, call.idempotent->name, call.now);
  if (!stored || stored->at.ms + idempotency_ms <= call.now.ms) return std::nullopt;
  if (stored->request != call.idempotent->request) return fail(ErrorId::idempotency_key_reused);
  auto body = std::optional(std::move(stored->body));
  if (const auto& key = call.idempotent->response_key) body = unseal(*body, *key);
  if (!body) throw std::runtime_error("a stored response cannot be decrypted");
  return Rendered{.body = std::move(*body), .rest = nullptr, .is_replay = true};
}

void store_response(WriteCall& call, const std::string& body) {
  const IdempotentRequest& request = *call.idempotent;
  call.records.store_response(
      call.key->id, request.name,
      {.request = request.request,
       .body = request.response_key ? seal(body, *request.response_key, call.random) : body,
       .at = call.now});
}

}  // namespace

Result<Rendered> run_change(const Operation& operation, const PreparedChange& prepared,
                            WriteCall& call) {
  // Comes first, so that changes of one guild wait for each other here and nowhere later.
  call.records.lock_guild();
  if (call.idempotent) {
    if (auto earlier = replay(call)) return std::move(*earlier);
  }
  Result<Rendered> rendered;
  try {
    rendered = prepared(call);
  } catch (const std::exception&) {
    // Without its guild no record can be stored; that is the cause to report.
    if (is_without_guild(call.records)) return fail(ErrorId::unauthorised);
    throw;
  }
  if (!call.records.has_guild()) return fail(ErrorId::unauthorised);
  if (!rendered) return rendered;
  if (!call.change) throw std::logic_error("a change left no event");
  if (!call.event_id) call.event_id = call.ids.next(call.now, call.random);
  call.records.append({.id = *call.event_id,
                       .kind = call.kind.value_or(operation.event),
                       .at = call.now,
                       .key = call.key ? std::optional(call.key->id) : std::nullopt,
                       .key_name = call.key ? call.key->name : "",
                       .change = std::move(*call.change),
                       .undoes = call.undoes});
  rendered->event_number = call.records.events().back()->seq;
  if (call.idempotent) store_response(call, rendered->body);
  return rendered;
}

}  // namespace blotter
