// From bytes to members: the head of a request, and its body.
#include <benchmark/benchmark.h>

#include "api/request_members.hpp"
#include "http/head_scan.hpp"
#include "http/parser.hpp"
#include "samples.hpp"
#include "unit/padded_body.hpp"

namespace blotter::bench {
namespace {

void parse_head(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    http::HeadScan scan;
    benchmark::DoNotOptimize(scan.scan(head));
    http::Request request;
    std::string body;
    http::RequestParser parser(request, body, http::Limits{});
    benchmark::DoNotOptimize(parser.read_head(head.substr(0, scan.head_bytes())));
    benchmark::DoNotOptimize(request);
  }
}
BENCHMARK(parse_head);

void parse_body(benchmark::State& state, std::string_view text) {
  const testing::PaddedBody body(text);
  for ([[maybe_unused]] auto _ : state) {
    api::RequestMembers members;
    benchmark::DoNotOptimize(members.read_body(body.view()));
    benchmark::DoNotOptimize(members.values());
  }
}
BENCHMARK_CAPTURE(parse_body, civilian_info, info_body);
BENCHMARK_CAPTURE(parse_body, civilian_create, create_body);

void parse_query(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    api::RequestMembers members;
    benchmark::DoNotOptimize(members.read_query("name=Civilian%20Number%200000007"));
    benchmark::DoNotOptimize(members.values());
  }
}
BENCHMARK(parse_query);

}  // namespace
}  // namespace blotter::bench
