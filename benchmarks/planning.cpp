/// How long planning, simulating and composing take.
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/compose.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/several_trees/propose_trees.hpp"
#include "causeway/simulate/simulate.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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
void plan_broadcasts(benchmark::State& state, const platform::Platform& platform) {
    const platform::Placement placement = platform::full_placement(platform);
    planner::Request request;
    request.message = Bytes(state.range(0));
    for (auto _ : state) {
        benchmark::DoNotOptimize(planner::decide(platform, placement, request));
    }
}

void plan_three_clusters_of_four_hosts(benchmark::State& state) {
    plan_broadcasts(state, grid(3, 4));
}
BENCHMARK(plan_three_clusters_of_four_hosts)->Arg(1 << 10)->Arg(64 << 10)->Arg(4 << 20)->Unit(benchmark::kMicrosecond);

void plan_one_cluster_of_1000_processes(benchmark::State& state) {
    plan_broadcasts(state, grid(1, 1000));
}
BENCHMARK(plan_one_cluster_of_1000_processes)->Arg(1 << 10)->Arg(4 << 20)->Unit(benchmark::kMillisecond);

void plan_fifty_clusters_of_four_hosts(benchmark::State& state) {
    plan_broadcasts(state, grid(50, 4));
}
BENCHMARK(plan_fifty_clusters_of_four_hosts)->Arg(1 << 10)->Arg(4 << 20)->Unit(benchmark::kMillisecond);

/// Sites of LANs of hosts, 2 to 12 ms apart, 0.6 ms inside a site; uplinks of 80 MB/s of a LAN, 20 to 60 of a site.
platform::Platform nested_grid(int sites, int lans, int hosts) {
    platform::Platform result;
    const auto site_of = [lans](int cluster) { return cluster / lans; };
    for (int c = 0; c < sites * lans; ++c) {
        platform::Cluster cluster;
        cluster.name = "s" + std::to_string(site_of(c)) + "l" + std::to_string(c % lans);
        cluster.num_hosts = hosts;
        for (int host = 0; host < hosts; ++host) {
            cluster.hosts.push_back(cluster.name + "h" + std::to_string(host));
        }
        cluster.plogp = plogp(5e-5, 1e-5, 1.1e8);
        cluster.uplink_capacity = BytesPerSecond(8e7);
        cluster.downlink_capacity = BytesPerSecond(8e7);
        result.clusters.push_back(cluster);
        for (int to = 0; to < c; ++to) {
            platform::Link link;
            link.from = to;
            link.to = c;
            const int apart = site_of(c) - site_of(to);
            link.plogp = apart == 0 ? plogp(6e-4, 1e-5, 8e7) : plogp(2e-3 + 1e-2 * apart / sites, 2e-5, 2e7);
            result.links.push_back(link);
        }
    }
    platform::Level& level = result.levels.emplace_back();
    level.name = "site";
    for (int site = 0; site < sites; ++site) {
        platform::LevelCluster& group = level.clusters.emplace_back();
        group.name = "s" + std::to_string(site);
        for (int c = site * lans; c < (site + 1) * lans; ++c) {
            const std::vector<std::string>& own = result.clusters[static_cast<std::size_t>(c)].hosts;
            group.hosts.insert(group.hosts.end(), own.begin(), own.end());
        }
        group.uplink_capacity = BytesPerSecond(2e7 * (1 + site % 3));
        group.downlink_capacity = group.uplink_capacity;
    }
    return result;
}

/// 1024 processes in 32 LANs of eight sites, between which a flow takes half or a third of what uplinks carry.
void plan_broadcast_with_limited_flows(benchmark::State& state) {
    platform::Platform platform = nested_grid(8, 4, 32);
    for (platform::Link& link : platform.links) {
        link.per_flow_limit = link.plogp->rate();
        link.shared_capacity = BytesPerSecond(6e7);
    }
    plan_broadcasts(state, platform);
}
BENCHMARK(plan_broadcast_with_limited_flows)->Arg(64 << 10)->Arg(4 << 20)->Unit(benchmark::kMillisecond);

/// The floors of planning: each operation on a nested grid, trees proposed where they may gain. Arguments: sites, LANs,
/// hosts, the operation, bytes.
void plan_nested(benchmark::State& state) {
    const auto number = [&state](std::size_t index) { return static_cast<int>(state.range(index)); };
    const platform::Platform platform = nested_grid(number(0), number(1), number(2));
    const platform::Placement placement = platform::full_placement(platform);
    planner::Request request;
    request.operation = static_cast<scheme::Operation>(number(3));
    request.message = Bytes(request.operation == scheme::Operation::kBarrier ? 0 : state.range(4));
    state.SetLabel(std::string(scheme::name_of(request.operation)));
    for (auto _ : state) {
        planner::Request whole = request;
        if (planner::may_gain_from_trees(request.operation, platform, placement, request.message)) {
            whole.trees = several_trees::propose_trees(platform, placement, request.operation, 0);
        }
        benchmark::DoNotOptimize(planner::decide(platform, placement, whole));
    }
}
BENCHMARK(plan_nested)
    ->ArgsProduct({{3}, {1}, {4}, benchmark::CreateDenseRange(0, 9, 1), {1 << 10, 64 << 10, 4 << 20}})
    ->ArgsProduct({{10}, {5}, {20}, benchmark::CreateDenseRange(0, 9, 1), {1 << 10, 64 << 10, 4 << 20}})
    ->ArgsProduct({{20}, {10}, {50}, {0, 1, 2}, {64 << 10}})
    ->Unit(benchmark::kMillisecond);

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
