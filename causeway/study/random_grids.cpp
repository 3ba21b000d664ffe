#include "causeway/study/random_grids.hpp"

#include "causeway/base/error.hpp"
#include "causeway/study/requirement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace causeway::study {

namespace {

constexpr std::string_view kGridsSource = "study of random grids";

using inter_cluster::ClusterProblem;
using inter_cluster::Heuristic;
using inter_cluster::OrderEffort;

/// The same sums in another order may differ in their last bits: that is no worse.
constexpr double kAsGood = 1.0 + 1e-12;

void require_range(const base::SecondsRange& range, std::string_view place) {
    require(kGridsSource, range.least >= Seconds(0.0) && range.least <= range.most && std::isfinite(range.most.value()),
            place, fmt::format("{} to {} s", range.least.value(), range.most.value()),
            "times >= 0, the second no less than the first");
}

void require_valid(const GridStudy& study) {
    require(kGridsSource, study.fewest_clusters >= 1 && study.fewest_clusters <= study.most_clusters, "clusters",
            fmt::format("{} to {}", study.fewest_clusters, study.most_clusters),
            "numbers >= 1, the second no less than the first");
    require(kGridsSource, study.runs >= 1, "runs", fmt::format("{}", study.runs), "at least 1");
    require(kGridsSource, study.steps >= 0, "steps", fmt::format("{}", study.steps), "at least 0");
    require(kGridsSource, !study.heuristics.empty(), "heuristics", "none", "at least one");
    require_range(study.ranges.latency, "latency");
    require_range(study.ranges.gap, "gap");
    require_range(study.ranges.local_time, "local time");
}

Seconds drawn(const base::SecondsRange& range, base::Random& random) {
    return Seconds(random.between(range.least.value(), range.most.value()));
}

/// [heuristic]: the makespan on the given grid.
std::vector<Seconds> makespans(const GridStudy& study, int clusters, std::int64_t run) {
    const std::uint64_t of_size = base::Random::stream(study.seed, static_cast<std::uint64_t>(clusters));
    const std::uint64_t seed = base::Random::stream(of_size, static_cast<std::uint64_t>(run));
    base::Random random(seed);
    const ClusterProblem problem = random_grid(study.ranges, clusters, random);
    OrderEffort effort;
    effort.completion = study.completion;
    effort.steps = study.steps;
    effort.seed = seed;
    std::vector<Seconds> result;
    for (const Heuristic* heuristic : study.heuristics) {
        const std::vector<inter_cluster::Send> sends = solve(*heuristic, problem, effort).sends;
        result.push_back(evaluate(problem, sends, study.completion).makespan);
    }
    return result;
}

/// `makespans`: [run][heuristic].
GridRow row_of(int clusters, const std::vector<std::vector<Seconds>>& makespans) {
    const std::size_t heuristics = makespans.front().size();
    const auto runs = static_cast<double>(makespans.size());
    GridRow row;
    row.clusters = clusters;
    for (std::size_t h = 0; h < heuristics; ++h) {
        Seconds sum;
        int hits = 0;
        for (const std::vector<Seconds>& one : makespans) {
            sum += one[h];
            hits += one[h] <= kAsGood * *std::min_element(one.begin(), one.end()) ? 1 : 0;
        }
        HeuristicResult result;
        result.mean = sum / runs;
        result.hit_rate = hits / runs;
        double squares = 0.0;
        for (const std::vector<Seconds>& one : makespans) {
            const double off = (one[h] - result.mean).value();
            squares += off * off;
        }
        result.standard_error = Seconds(runs > 1.0 ? std::sqrt(squares / (runs - 1.0) / runs) : 0.0);
        row.results.push_back(result);
    }
    return row;
}

}  // namespace

ClusterProblem random_grid(const GridRanges& ranges, int num_clusters, base::Random& random) {
    ClusterProblem problem;
    problem.gap = base::SquareMatrix<Seconds>(num_clusters, Seconds::infinity());
    problem.latency = base::SquareMatrix<Seconds>(num_clusters, Seconds::infinity());
    for (int i = 0; i < num_clusters; ++i) {
        for (int j = 0; j < num_clusters; ++j) {
            if (i != j) {
                problem.latency(i, j) = drawn(ranges.latency, random);
                problem.gap(i, j) = drawn(ranges.gap, random);
            }
        }
        problem.local_time.push_back(drawn(ranges.local_time, random));
    }
    return problem;
}

std::vector<GridRow> run(const GridStudy& study, const ThreadTeam& team) {
    require_valid(study);
    // The largest grids take longest by far: progress counts clusters squared.
    const auto weight = [](int clusters) { return static_cast<double>(clusters) * clusters; };
    double all = 0.0;
    for (int clusters = study.fewest_clusters; clusters <= study.most_clusters; ++clusters) {
        all += weight(clusters);
    }
    double before = 0.0;
    std::vector<GridRow> rows;
    for (int clusters = study.fewest_clusters; clusters <= study.most_clusters; ++clusters) {
        ThreadTeam row_team = team;
        if (team.progress) {
            row_team.progress = [&](double share) { team.progress((before + share * weight(clusters)) / all); };
        }
        std::vector<std::vector<Seconds>> results(static_cast<std::size_t>(study.runs));
        row_team.share(study.runs, [&](std::int64_t run) {
            results[static_cast<std::size_t>(run)] = makespans(study, clusters, run);
        });
        rows.push_back(row_of(clusters, results));
        before += weight(clusters);
    }
    return rows;
}

}  // namespace causeway::study
