/// How long characterizing and mapping take.
#include "causeway/mapping/method/method.hpp"
#include "causeway/traffic/characterization.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace causeway;

/// Everybody sends to everybody, to those of its own 64 processes ten times as much, no two pairs alike.
traffic::CommunicationTable dense_table(int num_processes) {
    std::mt19937_64 random(1);
    std::vector<traffic::Flow> flows;
    flows.reserve(static_cast<std::size_t>(num_processes) * static_cast<std::size_t>(num_processes));
    for (int from = 0; from < num_processes; ++from) {
        for (int to = 0; to < num_processes; ++to) {
            const double bytes = static_cast<double>(1 + random() % 1'000'000);
            flows.push_back({from, to, {1.0, from / 64 == to / 64 ? 10.0 * bytes : bytes}});
        }
    }
    return {num_processes, std::move(flows)};
}

/// A cube of processes that send to those beside, above and before them.
traffic::CommunicationTable halo_table(int x, int y, int z, bool is_uneven) {
    std::mt19937_64 random(1);
    std::vector<traffic::Flow> flows;
    const int size = x * y * z;
    const auto add = [&](int a, int b) {
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
            flows.push_back({from, to, {1.0, is_uneven ? static_cast<double>(1 + random() % 1'000'000) : 65536.0}});
        }
    };
    for (int p = 0; p < size; ++p) {
        if (p % x + 1 < x) {
            add(p, p + 1);
        }
        if (p / x % y + 1 < y) {
            add(p, p + x);
        }
        if (p / (x * y) + 1 < z) {
            add(p, p + x * y);
        }
    }
    return {size, std::move(flows)};
}

void characterize_a_dense_table(benchmark::State& state) {
    const traffic::CommunicationTable table = dense_table(static_cast<int>(state.range(0)));
    for (auto _ : state) {
        benchmark::DoNotOptimize(traffic::characterize(table, {}));
    }
}
BENCHMARK(characterize_a_dense_table)->Arg(64)->Arg(512)->Arg(4096)->Unit(benchmark::kMillisecond);

/// Argument: whether no two pairs are alike. Where they are, several orders are tried.
void characterize_a_halo_of_16384(benchmark::State& state) {
    const traffic::CommunicationTable table = halo_table(32, 32, 16, state.range(0) != 0);
    for (auto _ : state) {
        benchmark::DoNotOptimize(traffic::characterize(table, {}));
    }
}
BENCHMARK(characterize_a_halo_of_16384)->ArgName("uneven")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// Sites of hosts with 16 slots, joined each to each.
platform::Platform sites(int num_sites, int hosts) {
    const auto plogp = [](double latency, double rate) {
        constexpr double kFar = 1 << 20;
        platform::Plogp result;
        result.latency = Seconds(latency);
        result.gap = statistics::PiecewiseLinear({{0.0, 1e-5}, {kFar, 1e-5 + kFar / rate}});
        return result;
    };
    platform::Platform result;
    for (int s = 0; s < num_sites; ++s) {
        platform::Cluster cluster;
        cluster.name = "s" + std::to_string(s);
        cluster.num_hosts = hosts;
        cluster.plogp = plogp(5e-5, 1.1e8);
        cluster.within_host = plogp(1e-6, 5e9);
        for (int h = 0; h < hosts; ++h) {
            cluster.hosts.push_back(cluster.name + "-" + std::to_string(h));
            result.hosts.push_back({cluster.hosts.back(), s, 16});
        }
        for (int from = 0; from < s; ++from) {
            platform::Link link;
            link.from = from;
            link.to = s;
            link.plogp = plogp(5e-3 * (s - from), 2e7);
            result.links.push_back(link);
        }
        result.clusters.push_back(std::move(cluster));
    }
    return result;
}

/// A halo of 8 x 8 x N / 64 processes on four sites. Argument: N.
void map_a_halo(benchmark::State& state) {
    const auto size = static_cast<int>(state.range(0));
    const platform::Platform platform = sites(4, size / 64);
    const mapping::PlacementProblem problem = mapping::problem_of(halo_table(8, 8, size / 64, false), platform,
                                                                  platform::full_placement(platform), "benchmark");
    const mapping::Method& search = mapping::methods().at("search", "benchmark");
    Seconds cost;
    for (auto _ : state) {
        cost = mapping::cost_of(problem, search.place(problem, {})).objective();
    }
    const mapping::Method& identity = mapping::methods().at("identity", "benchmark");
    state.counters["of_identity"] = cost / mapping::cost_of(problem, identity.place(problem, {})).objective();
}
BENCHMARK(map_a_halo)->Arg(64)->Arg(512)->Arg(4096)->Unit(benchmark::kMillisecond);

}  // namespace
