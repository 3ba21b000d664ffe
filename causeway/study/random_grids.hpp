/// The study of heuristics on random grids: Steffenel, section 6, figures 7 and 8.
///
/// For each number of clusters, many grids are drawn; every heuristic orders each of them, and its makespans are
/// averaged.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/base/text.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/study/thread_team.hpp"

#include <cstdint>
#include <vector>

namespace causeway::study {

/// What times are drawn from, uniformly, the upper end left out. Steffenel, Table 3: averages over Grid'5000, for 1 MB.
struct GridRanges {
    base::SecondsRange latency{Seconds(0.001), Seconds(0.015)};
    base::SecondsRange gap{Seconds(0.100), Seconds(0.600)};
    base::SecondsRange local_time{Seconds(0.020), Seconds(3.000)};
};

/// A grid whose directed links are drawn independently; root 0.
[[nodiscard]] inter_cluster::ClusterProblem random_grid(const GridRanges& ranges, int num_clusters,
                                                        base::Random& random);

struct GridStudy {
    GridRanges ranges;
    int fewest_clusters = 2;
    int most_clusters = 50;
    int runs = 10000;  ///< grids of each size
    std::uint64_t seed = 1;
    std::vector<const inter_cluster::Heuristic*> heuristics;
    inter_cluster::Completion completion = inter_cluster::Completion::kSequential;
    /// Of those heuristics that search, on each grid.
    std::int64_t steps = inter_cluster::OrderEffort::kPlanningSteps;
};

/// What one heuristic makes of the grids of one size.
struct HeuristicResult {
    Seconds mean;            ///< of the makespans
    Seconds standard_error;  ///< of the mean
    double hit_rate = 0.0;   ///< share of the grids on which no other heuristic of the study is better
};

struct GridRow {
    int clusters = 0;
    std::vector<HeuristicResult> results;  ///< [index in GridStudy::heuristics]
};

/// Rows by rising number of clusters; the same for a seed, however many threads there are. Throws InputError for
/// sizes, runs or ranges that make no grid.
[[nodiscard]] std::vector<GridRow> run(const GridStudy& study, const ThreadTeam& team);

}  // namespace causeway::study
