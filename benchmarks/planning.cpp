/// How long planning, simulating and composing take.
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/simulate/simulate.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

namespace {

using namespace causeway;

/// g(m) = start + m / rate
platform::Plogp plogp(double latency, double start, double rate) {
    constexpr double kMebi = 1 << 20;
    platform::Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear({{0.0, start}, {kMebi, start + kMebi / rate}});
    return result;
}

/// Clusters of hosts at 100 MB/s and 0.15 ms, joined by links of 20 MB/s and 5 to 12 ms.
platform::Platform grid(int clusters, int hosts) {
    platform::Platform result;
    for (int c = 0; c < clusters; ++c) {
        platform::Cluster cluster;
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = hosts;
        cluster.plogp = plogp(1.5e-4, 1e-5, 1e8);
        result.clusters.push_back(cluster);
        for (int to = 0; to < c; ++to) {
            platform::Link link;
            link.from = to;
            link.to = c;
            link.plogp = plogp(5e-3 * (c - to), 2e-5, 2e7);
            result.links.push_back(link);
        }
    }
    return result;
}

/// One whole decision: candidates, simulations, choice. Argument: bytes.
void plan_three_clusters_of_four_hosts(benchmark::State& state) {
    const platform::Platform platform = grid(3, 4);
    const platform::Placement placement = platform::full_placement(platform);
    planner::Request request;
    request.message = Bytes(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(planner::decide(platform, placement, request));
    }
}
BENCHMARK(plan_three_clusters_of_four_hosts)->Arg(1 << 10)->Arg(64 << 10)->Arg(4 << 20)->Unit(benchmark::kMicrosecond);

void plan_one_cluster_of_1000_processes(benchmark::State& state) {
    const platform::Platform platform = grid(1, 1000);
    const platform::Placement placement = platform::full_placement(platform);
    planner::Request request;
    request.message = Bytes(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(planner::decide(platform, placement, request));
    }
}
BENCHMARK(plan_one_cluster_of_1000_processes)->Arg(1 << 10)->Arg(4 << 20)->Unit(benchmark::kMillisecond);

void plan_fifty_clusters_of_four_hosts(benchmark::State& state) {
    const platform::Platform platform = grid(50, 4);
    const platform::Placement placement = platform::full_placement(platform);
    planner::Request request;
    request.message = Bytes(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(planner::decide(platform, placement, request));
    }
}
BENCHMARK(plan_fifty_clusters_of_four_hosts)->Arg(1 << 10)->Arg(4 << 20)->Unit(benchmark::kMillisecond);

plan::Tree chain_pipeline(Bytes message, Bytes segment) {
    const strategy::TunedStrategy chain = strategy::parse_tuned("segmented_chain", "benchmark");
    plan::Tree result;
    result.shape = plan::Shape::kPipeline;
    result.message = message;
    result.block = segment;
    result.local = {{0, chain, chain, segment}};
    return result;
}

/// A pipeline of 1000 segments along 100 processes; counts the transfers.
void simulate_a_pipeline(benchmark::State& state) {
    const platform::Platform platform = grid(1, 100);
    const platform::Placement placement = platform::full_placement(platform);
    const model::GridPlogp model(platform, placement);
    const plan::Tree plan = chain_pipeline(Bytes(1000 << 10), Bytes(1 << 10));
    const schedule::Schedule schedule = plan::compose(plan, placement);
    std::int64_t transfers = 0;
    for (auto _ : state) {
        transfers +=
            static_cast<std::int64_t>(simulate::run(schedule, model, {plan.message, plan.block}).transfers.size());
    }
    state.counters["transfers_per_second"] =
        benchmark::Counter(static_cast<double>(transfers), benchmark::Counter::kIsRate);
}
BENCHMARK(simulate_a_pipeline)->Unit(benchmark::kMillisecond);

/// What each rank does once per plan: its own program out of a job of 1000.
void compose_one_program_of_1000(benchmark::State& state) {
    const platform::Platform platform = grid(1, 1000);
    const platform::Placement placement = platform::full_placement(platform);
    const plan::Tree plan = chain_pipeline(Bytes(4 << 20), Bytes(16 << 10));
    for (auto _ : state) {
        benchmark::DoNotOptimize(plan::compose(plan, placement, 500));
    }
}
BENCHMARK(compose_one_program_of_1000)->Unit(benchmark::kMicrosecond);

}  // namespace
