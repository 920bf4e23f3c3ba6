// Computes match keys.
#include <benchmark/benchmark.h>

#include "base/text.hpp"

namespace blotter::bench {
namespace {

void match_name(benchmark::State& state, std::string_view typed) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(name_key(typed));
}
BENCHMARK_CAPTURE(match_name, plain, "Bramble  THISTLEWICK");
BENCHMARK_CAPTURE(match_name, accents, "Bjørn Müller-Größe");

void match_plate(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(code_key("ab 12 CDE"));
}
BENCHMARK(match_plate);

}  // namespace
}  // namespace blotter::bench
