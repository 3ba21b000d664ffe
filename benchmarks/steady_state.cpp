/// How long bounds and packings take, and how near packings come to the bound.
#include "causeway/steady_state/packing.hpp"
#include "causeway/steady_state/throughput_bound.hpp"
#include "tests/steady_state/random_graphs.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

using namespace causeway;

void bound_of_random_platform(benchmark::State& state) {
    const int nodes = static_cast<int>(state.range(0));
    const double density = static_cast<double>(state.range(1)) / 1000.0;
    const graph::Graph graph = steady_state::random_graphs::of_density(nodes, density, 1);
    const graph::Resources resources(graph, static_cast<graph::PortModel>(state.range(2)));
    double gap = 0.0;
    for (auto _ : state) {
        gap = steady_state::throughput_bound(graph, resources, 0).gap;
    }
    state.counters["edges"] = graph.num_edges();
    state.counters["gap"] = gap;
}
BENCHMARK(bound_of_random_platform)
    ->ArgNames({"nodes", "permille", "port"})
    ->ArgsProduct({{50}, {200}, {0, 1, 2}})
    ->ArgsProduct({{200}, {41}, {0, 1, 2}})
    ->Unit(benchmark::kMillisecond);

/// What the preloaded library asks for at the start of a job of so many clusters, each joined to each: the bound, and
/// packings of 1, 2, 4 and 8 trees.
void propose_for_clusters(benchmark::State& state) {
    const auto clusters = static_cast<int>(state.range(0));
    std::vector<graph::Graph> graphs;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        graphs.push_back(steady_state::random_graphs::of_density(clusters, 1.0, seed));
    }
    for (auto _ : state) {
        for (const graph::Graph& graph : graphs) {
            const graph::Resources resources(graph, graph::PortModel::kMultiPort);
            const steady_state::ThroughputBound bound = steady_state::throughput_bound(graph, resources, 0);
            for (const int most_trees : {1, 2, 4, 8}) {
                benchmark::DoNotOptimize(
                    steady_state::pack(graph, resources, 0, bound, {.most_trees = most_trees}).throughput);
            }
        }
    }
    state.counters["each"] =
        benchmark::Counter(static_cast<double>(graphs.size()),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(propose_for_clusters)->ArgName("clusters")->Arg(4)->Arg(10)->Unit(benchmark::kMillisecond);

/// At most so many trees on each of the source's random platforms: 10 to 50 nodes, density 0.04 to 0.20, 10 draws each.
void pack_random_platforms(benchmark::State& state) {
    const int most_trees = static_cast<int>(state.range(0));
    const auto port = static_cast<graph::PortModel>(state.range(1));
    double least = 1.0;
    double sum = 0.0;
    int platforms = 0;
    for (auto _ : state) {
        for (int nodes = 10; nodes <= 50; nodes += 10) {
            for (int percent = 4; percent <= 20; percent += 4) {
                for (int draw = 0; draw < 10; ++draw) {
                    state.PauseTiming();
                    const auto seed = static_cast<std::uint64_t>((nodes * 100 + percent) * 100 + draw);
                    const graph::Graph graph =
                        steady_state::random_graphs::of_density(nodes, static_cast<double>(percent) / 100.0, seed);
                    const graph::Resources resources(graph, port);
                    const steady_state::ThroughputBound bound = steady_state::throughput_bound(graph, resources, 0);
                    state.ResumeTiming();
                    const double ratio =
                        steady_state::pack(graph, resources, 0, bound, {.most_trees = most_trees}).throughput /
                        bound.throughput;
                    least = std::min(least, ratio);
                    sum += ratio;
                    ++platforms;
                }
            }
        }
    }
    state.counters["platforms"] = platforms;
    state.counters["least_ratio"] = least;
    state.counters["mean_ratio"] = sum / platforms;
}
BENCHMARK(pack_random_platforms)
    ->ArgNames({"trees", "port"})
    ->ArgsProduct({{1, 2, 4, 8}, {0}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
