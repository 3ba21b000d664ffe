/// The study of broadcast trees on random platforms: Beaumont, Marchal and Robert, section "Simulations".
///
/// For each kind of platform many graphs are drawn; on each, every heuristic's throughput is divided by the bound.
#pragma once

#include "causeway/graph/resources.hpp"
#include "causeway/study/thread_team.hpp"
#include "causeway/study/tree_comparison.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace causeway::study {

enum class TreePlatform {
    kRandom,   ///< random_graphs.hpp: "random"
    kTiers30,  ///< hierarchical_graphs.hpp, 30 nodes: "tiers-30"
    kTiers65,  ///< the same, 65 nodes: "tiers-65"
};

[[nodiscard]] std::string_view name_of(TreePlatform platform);
/// Throws InputError naming `source`, with the names there are.
[[nodiscard]] TreePlatform tree_platform_named(std::string_view name, std::string_view source);

struct TreeStudy {
    TreePlatform platform = TreePlatform::kRandom;
    /// Of random platforms: every number of nodes with every density.
    std::vector<int> nodes{10, 20, 30, 40, 50};
    std::vector<double> densities{0.04, 0.08, 0.12, 0.16, 0.20};
    int runs = 10;  ///< graphs of each kind
    std::uint64_t seed = 1;
    graph::PortModel port = graph::PortModel::kOnePort;
    std::vector<const tree::Heuristic*> heuristics;
    std::vector<int> packings{1, 2, 4, 8};  ///< at most so many trees
    std::int64_t steps = tree::TreeEffort::kUsualSteps;
};

/// Of ratios, to the bound if nothing else is said, over the graphs of one kind.
struct RatioSummary {
    double mean = 0.0;
    double deviation = 0.0;  ///< standard deviation, of one graph; 0 for a single one
    double least = 0.0;
    std::vector<double> ratios;  ///< [run]
};

struct TreeRow {
    int nodes = 0;
    double density = 0.0;                  ///< asked for; of Tiers platforms, the mean of what came out
    double mean_density = 0.0;             ///< of what came out: graphs are made connected
    std::vector<RatioSummary> heuristics;  ///< [index in TreeStudy::heuristics]
    std::vector<RatioSummary> packings;    ///< [index in TreeStudy::packings]
    /// [index in TreeStudy::heuristics]: the makespan of one slice by itself, over the least that is known.
    std::vector<RatioSummary> makespans;
    int proved_makespans = 0;  ///< graphs of which the least is proved to be the optimum
};

/// Rows by rising nodes, then density as listed; the same for a seed, however many threads there are: the graphs of a
/// kind do not depend on which other kinds, port models and heuristics are studied. The source is a random node.
/// Throws InputError for a study without graphs, and what `compare` throws.
[[nodiscard]] std::vector<TreeRow> run(const TreeStudy& study, const ThreadTeam& team);

/// What the mean ratios are drawn over.
enum class TreeFigureAxis { kNodes, kDensity };

struct TreeCurvePoint {
    double at = 0.0;     ///< nodes or density
    double ratio = 0.0;  ///< mean over all rows there
};

/// The mean ratios of one heuristic or packing, `summary_of(row)`, over nodes or density.
template <typename SummaryOf>
[[nodiscard]] std::vector<TreeCurvePoint> curve_over(TreeFigureAxis axis, const std::vector<TreeRow>& rows,
                                                     const SummaryOf& summary_of) {
    std::vector<TreeCurvePoint> result;
    std::vector<int> counts;
    for (const TreeRow& row : rows) {
        const double at = axis == TreeFigureAxis::kNodes ? row.nodes : row.density;
        std::size_t place = 0;
        while (place < result.size() && result[place].at < at) {
            ++place;
        }
        if (place == result.size() || result[place].at != at) {
            result.insert(result.begin() + static_cast<std::ptrdiff_t>(place), {at, 0.0});
            counts.insert(counts.begin() + static_cast<std::ptrdiff_t>(place), 0);
        }
        result[place].ratio += summary_of(row).mean;
        ++counts[place];
    }
    for (std::size_t place = 0; place < result.size(); ++place) {
        result[place].ratio /= counts[place];
    }
    return result;
}

}  // namespace causeway::study
