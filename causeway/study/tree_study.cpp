#include "causeway/study/tree_study.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/random.hpp"
#include "causeway/study/hierarchical_graphs.hpp"
#include "causeway/study/random_graphs.hpp"
#include "causeway/study/requirement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace causeway::study {

namespace {

constexpr std::string_view kTreesSource = "study of broadcast trees";

constexpr std::array kPlatforms{TreePlatform::kRandom, TreePlatform::kTiers30, TreePlatform::kTiers65};

void require_valid(const TreeStudy& study) {
    require(kTreesSource, study.runs >= 1, "runs", fmt::format("{}", study.runs), "at least 1");
    require(kTreesSource, study.steps >= 0, "steps", fmt::format("{}", study.steps), "at least 0");
    require(kTreesSource, !study.heuristics.empty() || !study.packings.empty(), "heuristics", "none", "at least one");
    for (const int trees : study.packings) {
        require(kTreesSource, trees >= 1, "trees", fmt::format("{}", trees), "at least 1");
    }
    if (study.platform == TreePlatform::kRandom) {
        require(kTreesSource, !study.nodes.empty() && !study.densities.empty(), "nodes and densities", "none",
                "at least one each");
    }
}

/// The graphs that make one row.
struct Kind {
    int nodes = 0;
    double density = 0.0;
};

std::vector<Kind> kinds_of(const TreeStudy& study) {
    switch (study.platform) {
        case TreePlatform::kRandom:
            break;
        case TreePlatform::kTiers30:
            return {{hierarchy_of_30().num_nodes(), 0.0}};
        case TreePlatform::kTiers65:
            return {{hierarchy_of_65().num_nodes(), 0.0}};
    }
    std::vector<int> nodes = study.nodes;
    std::sort(nodes.begin(), nodes.end());
    std::vector<Kind> result;
    for (const int count : nodes) {
        for (const double density : study.densities) {
            result.push_back({count, density});
        }
    }
    return result;
}

graph::Graph drawn(const TreeStudy& study, const Kind& kind, base::Random& random) {
    switch (study.platform) {
        case TreePlatform::kRandom:
            break;
        case TreePlatform::kTiers30:
            return hierarchical_graph(hierarchy_of_30(), random);
        case TreePlatform::kTiers65:
            return hierarchical_graph(hierarchy_of_65(), random);
    }
    return random_graph({.nodes = kind.nodes, .density = kind.density}, random);
}

/// What is kept of one graph.
struct RunResult {
    double density = 0.0;
    std::vector<double> heuristics;  ///< ratios
    std::vector<double> packings;
    std::vector<double> makespans;
    bool is_makespan_proved = false;
};

RunResult result_of(const TreeStudy& study, const Kind& kind, int run) {
    constexpr double kDensitySteps = 1e6;
    std::uint64_t seed = base::Random::stream(study.seed, static_cast<std::uint64_t>(kind.nodes));
    seed = base::Random::stream(seed, static_cast<std::uint64_t>(std::llround(kDensitySteps * kind.density)));
    seed = base::Random::stream(seed, static_cast<std::uint64_t>(run));
    base::Random random(seed);
    const graph::Graph graph = drawn(study, kind, random);
    const int source = random.below(graph.num_nodes());
    const TreeComparison comparison = compare(graph, graph::Resources(graph, study.port), source,
                                              {.heuristics = study.heuristics,
                                               .packings = study.packings,
                                               .effort = {.steps = study.steps, .seed = seed},
                                               .progress = nullptr});
    RunResult result;
    result.density = density(graph);
    for (const TreeAnswer& answer : comparison.trees) {
        result.heuristics.push_back(answer.ratio);
        const Seconds shortest = comparison.shortest_makespan();
        result.makespans.push_back(shortest > Seconds(0.0) ? answer.makespan / shortest : 1.0);
    }
    result.is_makespan_proved = comparison.least_makespan && comparison.least_makespan->is_proved;
    for (const PackingAnswer& answer : comparison.packings) {
        result.packings.push_back(answer.ratio);
    }
    return result;
}

/// Of `value_of` each.
template <typename ValueOf>
RatioSummary summary_of(const std::vector<RunResult>& results, const ValueOf& value_of) {
    const auto count = static_cast<double>(results.size());
    RatioSummary summary;
    summary.least = value_of(results.front());
    for (const RunResult& result : results) {
        summary.mean += value_of(result) / count;
        summary.least = std::min(summary.least, value_of(result));
        summary.ratios.push_back(value_of(result));
    }
    double squares = 0.0;
    for (const RunResult& result : results) {
        squares += (value_of(result) - summary.mean) * (value_of(result) - summary.mean);
    }
    summary.deviation = count > 1.0 ? std::sqrt(squares / (count - 1.0)) : 0.0;
    return summary;
}

TreeRow row_of(const TreeStudy& study, const Kind& kind, const std::vector<RunResult>& results) {
    TreeRow row;
    row.nodes = kind.nodes;
    row.mean_density = summary_of(results, [](const RunResult& result) { return result.density; }).mean;
    row.density = study.platform == TreePlatform::kRandom ? kind.density : row.mean_density;
    for (std::size_t h = 0; h < study.heuristics.size(); ++h) {
        row.heuristics.push_back(summary_of(results, [h](const RunResult& result) { return result.heuristics[h]; }));
        row.makespans.push_back(summary_of(results, [h](const RunResult& result) { return result.makespans[h]; }));
    }
    row.proved_makespans = static_cast<int>(std::count_if(
        results.begin(), results.end(), [](const RunResult& result) { return result.is_makespan_proved; }));
    for (std::size_t k = 0; k < study.packings.size(); ++k) {
        row.packings.push_back(summary_of(results, [k](const RunResult& result) { return result.packings[k]; }));
    }
    return row;
}

}  // namespace

std::string_view name_of(TreePlatform platform) {
    switch (platform) {
        case TreePlatform::kRandom:
            return "random";
        case TreePlatform::kTiers30:
            return "tiers-30";
        case TreePlatform::kTiers65:
            return "tiers-65";
    }
    return "unknown";
}

TreePlatform tree_platform_named(std::string_view name, std::string_view source) {
    std::vector<std::string> names;
    for (const TreePlatform platform : kPlatforms) {
        if (name == name_of(platform)) {
            return platform;
        }
        names.emplace_back(name_of(platform));
    }
    throw base::InputError({.source = std::string(source),
                            .place = {},
                            .found = fmt::format("the unknown platform '{}'", name),
                            .accepted = base::joined(names)});
}

std::vector<TreeRow> run(const TreeStudy& study, const ThreadTeam& team) {
    require_valid(study);
    const std::vector<Kind> kinds = kinds_of(study);
    std::vector<std::vector<RunResult>> results(kinds.size(),
                                                std::vector<RunResult>(static_cast<std::size_t>(study.runs)));
    // The largest graphs, which take longest, come first: at the end no thread waits long for another.
    team.share(static_cast<std::int64_t>(kinds.size()) * study.runs, [&](std::int64_t piece) {
        const std::size_t kind = kinds.size() - 1 - static_cast<std::size_t>(piece / study.runs);
        const auto run = static_cast<int>(piece % study.runs);
        results[kind][static_cast<std::size_t>(run)] = result_of(study, kinds[kind], run);
    });
    std::vector<TreeRow> rows;
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        rows.push_back(row_of(study, kinds[kind], results[kind]));
    }
    return rows;
}

}  // namespace causeway::study
