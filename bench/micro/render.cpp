// Writes records as JSON responses.
#include <benchmark/benchmark.h>

#include "operations/civilian.hpp"
#include "operations/handler.hpp"
#include "samples.hpp"

namespace blotter::bench {
namespace {

void render_file(benchmark::State& state) {
  const GuildId guild = GuildId::stored("guild-0001");
  const Dossier sample = dossier();
  std::size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Rendered rendered = handler::render(CivilianFile{sample, guild});
    benchmark::DoNotOptimize(rendered.body);
    bytes += rendered.body.size();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(render_file);

void render_list_row(benchmark::State& state) {
  const Civilian civilian = dossier().civilian;
  std::string out;
  std::size_t bytes = 0;
  for ([[maybe_unused]] auto _ : state) {
    out.clear();
    JsonWriter json(out);
    shape::write(json, civilian);
    benchmark::DoNotOptimize(out);
    bytes += out.size();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes));
}
BENCHMARK(render_list_row);

}  // namespace
}  // namespace blotter::bench
