/// How long bounds take.
#include "causeway/steady_state/bound.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace causeway;

void bound_of_random_platform(benchmark::State& state) {
    const int nodes = static_cast<int>(state.range(0));
    const double density = static_cast<double>(state.range(1)) / 1000.0;
    const graph::Graph graph = steady_state::random_graphs::of_density(nodes, density, 1);
    const graph::Resources resources(graph, static_cast<graph::PortModel>(state.range(2)));
    double gap = 0.0;
    for (auto _ : state) {
        gap = steady_state::broadcast_bound(graph, resources, 0).gap;
    }
    state.counters["edges"] = graph.num_edges();
    state.counters["gap"] = gap;
}
BENCHMARK(bound_of_random_platform)
    ->ArgNames({"nodes", "permille", "port"})
    ->ArgsProduct({{50}, {200}, {0, 1, 2}})
    ->ArgsProduct({{200}, {41}, {0, 1, 2}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
