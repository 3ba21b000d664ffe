/// How long ordering the transfers between clusters takes.
#include "causeway/base/random.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/study/random_grids.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace causeway;
using inter_cluster::Answer;
using inter_cluster::ClusterProblem;
using inter_cluster::Completion;
using inter_cluster::Heuristic;
using inter_cluster::OrderEffort;

inter_cluster::ClusterProblem grid(int clusters, std::uint64_t seed) {
    base::Random random(seed);
    return study::random_grid(study::GridRanges{}, clusters, random);
}

double makespan(const ClusterProblem& problem, const Answer& answer, Completion completion) {
    return inter_cluster::evaluate(problem, answer.sends, completion).makespan.value();
}

/// One schedule of 1000 clusters, each joined to each.
void order_1000_clusters(benchmark::State& state, const Heuristic& heuristic) {
    const ClusterProblem problem = grid(1000, 1);
    for (auto _ : state) {
        benchmark::DoNotOptimize(heuristic.order(problem));
    }
}

/// Proving optima, one instance after another; counts the bounds computed.
void prove_the_optimum(benchmark::State& state, int clusters, Completion completion) {
    OrderEffort effort;
    effort.completion = completion;
    effort.steps = std::numeric_limits<std::int64_t>::max();
    const Heuristic& optimal = inter_cluster::heuristics().at("optimal", "benchmark");
    std::uint64_t seed = 0;
    std::int64_t steps = 0;
    for (auto _ : state) {
        state.PauseTiming();
        const ClusterProblem problem = grid(clusters, ++seed);
        state.ResumeTiming();
        steps += inter_cluster::solve(optimal, problem, effort).steps;
    }
    state.counters["bounds"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kAvgIterations);
}

/// A search of 50 clusters for a time in milliseconds. below_ecef_la: by how much its mean makespan is below
/// that of ecef-la on the same grids.
void search_50_clusters(benchmark::State& state) {
    const Heuristic& search = inter_cluster::heuristics().at("search", "benchmark");
    const Heuristic& ecef_la = inter_cluster::heuristics().at("ecef-la", "benchmark");
    const Completion completion = state.range(1) == 0 ? Completion::kSequential : Completion::kOverlapped;
    std::uint64_t seed = 0;
    double searched = 0.0;
    double looked_ahead = 0.0;
    std::int64_t steps = 0;
    for (auto _ : state) {
        const ClusterProblem problem = grid(50, ++seed);
        const OrderEffort effort =
            inter_cluster::effort_of(completion, Seconds(static_cast<double>(state.range(0)) * 1e-3), seed);
        const Answer answer = inter_cluster::solve(search, problem, effort);
        steps += answer.steps;
        searched += makespan(problem, answer, completion);
        looked_ahead += makespan(problem, inter_cluster::solve(ecef_la, problem, effort), completion);
    }
    state.counters["below_ecef_la_%"] = 100.0 * (1.0 - searched / looked_ahead);
    state.counters["steps_per_second"] = benchmark::Counter(static_cast<double>(steps), benchmark::Counter::kIsRate);
}
BENCHMARK(search_50_clusters)
    ->ArgNames({"milliseconds", "overlapped"})
    ->Args({10, 0})
    ->Args({50, 0})
    ->Args({50, 1})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(200);
BENCHMARK(search_50_clusters)
    ->ArgNames({"milliseconds", "overlapped"})
    ->Args({2000, 0})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(20);

const int kRegistered = [] {
    for (const Heuristic* heuristic : inter_cluster::heuristics().members()) {
        if (heuristic->improve == nullptr) {
            benchmark::RegisterBenchmark(
                ("order_1000_clusters/" + std::string(heuristic->name)).c_str(),
                [heuristic](benchmark::State& state) { order_1000_clusters(state, *heuristic); })
                ->Unit(benchmark::kMillisecond);
        }
    }
    for (const int clusters : {8, 12, 16, 20}) {
        for (const Completion completion : {Completion::kSequential, Completion::kOverlapped}) {
            const std::string name =
                "prove_the_optimum/" + std::to_string(clusters) + "/" + std::string(inter_cluster::name_of(completion));
            benchmark::RegisterBenchmark(
                name.c_str(),
                [clusters, completion](benchmark::State& state) { prove_the_optimum(state, clusters, completion); })
                ->Unit(benchmark::kMillisecond)
                ->Iterations(200);
        }
    }
    return 0;
}();

}  // namespace
