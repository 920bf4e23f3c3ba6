// From members to the typed input of an operation.
#include <benchmark/benchmark.h>

#include "api/request_members.hpp"
#include "operations/operation.hpp"
#include "samples.hpp"
#include "unit/padded_body.hpp"

namespace blotter::bench {
namespace {

const Operation& operation(std::string_view id) {
  for (const Operation& row : operations()) {
    if (row.id == id) return row;
  }
  throw std::logic_error("there is no such operation");
}

void validate(benchmark::State& state, std::string_view id, std::string_view text) {
  const testing::PaddedBody body(text);
  const Operation& row = operation(id);
  api::RequestMembers members;
  if (!members.read_body(body.view())) throw std::logic_error("the body is wrong");
  for ([[maybe_unused]] auto _ : state) {
    auto prepared = row.handler.prepare(members.values(), {});
    if (!prepared) throw std::logic_error("the members are wrong");
    benchmark::DoNotOptimize(prepared);
  }
}
BENCHMARK_CAPTURE(validate, civilian_info, "civilian.info", info_body);
BENCHMARK_CAPTURE(validate, civilian_create, "civilian.create", create_body);

}  // namespace
}  // namespace blotter::bench
