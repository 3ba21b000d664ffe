/// The levels of the network without a tolerance: average linkage, cut where the distances jump.
///
/// Hosts join by increasing mean distance (linkage.hpp). Where the next join is much farther than the last one, all
/// that was joined so far is a level: LANs, then sites, then continents, as many as there are.
///
///     hosts   a b c d e f g h                    distances of the joins, sorted
///              |  |   |  |                       1.9 2.0 2.1 2.2 | 19 20 | 310
///     LANs    ab cd   ef gh   <- gap 19/2.2 = 8.6
///     sites    abcd   efgh    <- gap 310/20 = 15.5
///     all     abcdefgh
///
/// A level's stability tells a gap of the network from a gap by chance: each distance is moved at random, by as much as
/// the distances of its level scatter about the mean of their join, the levels are found anew, and the best agreement
/// (adjusted Rand index) with one of them is noted; the stability is the mean over the trials. The random numbers
/// depend on the names of the hosts alone: equal input, equal answer, in whatever order the hosts come.
///
/// O(trials N^2). Source: average linkage: Sokal and Michener (1958); stability by perturbed copies of the data: von
/// Luxburg, "Clustering stability: an overview" (2010).
#include "causeway/base/digest.hpp"
#include "causeway/base/random.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/clustering/linkage.hpp"
#include "causeway/clustering/rand_index.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace causeway::clustering {

namespace {

/// What two measurements of one distance may be apart when each may be 20 % off: 1.2 / 0.8. A smaller gap is none.
constexpr double kLeastGap = 1.5;
/// A level has at most so many clusters for each one of the level below. Among many noisy distances some pair is always
/// much nearer than the rest; a level is one for a part of the network that counts.
constexpr double kMostOfTheFiner = 0.9;
/// A level that is lost more than it is found is chance.
constexpr double kLeastStability = 0.5;
/// Levels this little less stable than the best are as stable: so much the mean of 20 trials wavers.
constexpr double kSameStability = 0.05;
constexpr int kMostTrials = 20;
constexpr int kLeastTrials = 5;
/// Pairs looked at in all trials together, about two seconds; beyond there are fewer trials.
constexpr double kPairsInTrials = 5e7;

/// Numbers of joins after which a level is complete, ascending; the last is all joins.
std::vector<std::size_t> cuts_of(const std::vector<Join>& joins, int num_hosts) {
    std::vector<std::size_t> cuts;
    const double least_gap = std::log(kLeastGap);
    double finer = num_hosts;
    for (std::size_t k = 1; k < joins.size(); ++k) {
        const double num_clusters = num_hosts - static_cast<double>(k);
        if (joins[k].log_distance - joins[k - 1].log_distance >= least_gap && num_clusters <= kMostOfTheFiner * finer) {
            cuts.push_back(k);
            finer = num_clusters;
        }
    }
    cuts.push_back(joins.size());
    return cuts;
}

std::vector<Partition> partitions_at(const std::vector<Join>& joins, const std::vector<std::size_t>& cuts,
                                     int num_hosts) {
    std::vector<Partition> result;
    for (const std::size_t cut : cuts) {
        result.push_back(partition_after(std::span(joins).first(cut), num_hosts));
    }
    return result;
}

/// How the distances of each level scatter.
struct Scatter {
    base::SquareMatrix<int> level_of;  ///< [a][b], a < b: the level whose joins brought the two together; -1: none
    std::vector<double> deviation;     ///< [level]: standard deviation of the logarithm about the mean of its join
};

Scatter scatter_of(const base::SquareMatrix<double>& log_distance, const std::vector<Join>& joins,
                   const std::vector<std::size_t>& cuts) {
    const int n = log_distance.size();
    Scatter result{base::SquareMatrix<int>(n, -1), std::vector<double>(cuts.size(), 0.0)};
    std::vector<std::vector<int>> members(static_cast<std::size_t>(n));
    std::vector<int> cluster_of(static_cast<std::size_t>(n));
    std::iota(cluster_of.begin(), cluster_of.end(), 0);
    for (int host = 0; host < n; ++host) {
        members[static_cast<std::size_t>(host)] = {host};
    }
    std::vector<double> num_known(cuts.size(), 0.0);
    std::size_t level = 0;
    for (std::size_t k = 0; k < joins.size(); ++k) {
        level += k == cuts[level] ? 1 : 0;
        const int kept = cluster_of[static_cast<std::size_t>(joins[k].left)];
        const int dropped = cluster_of[static_cast<std::size_t>(joins[k].right)];
        std::vector<int>& left = members[static_cast<std::size_t>(kept)];
        std::vector<int>& right = members[static_cast<std::size_t>(dropped)];
        for (const int a : left) {
            for (const int b : right) {
                if (log_distance(a, b) != kUnknown) {
                    const double off = log_distance(a, b) - joins[k].log_distance;
                    result.level_of(std::min(a, b), std::max(a, b)) = static_cast<int>(level);
                    result.deviation[level] += off * off;
                    num_known[level] += 1.0;
                }
            }
        }
        for (const int host : right) {
            cluster_of[static_cast<std::size_t>(host)] = kept;
        }
        left.insert(left.end(), right.begin(), right.end());
        right.clear();
    }
    for (std::size_t l = 0; l < cuts.size(); ++l) {
        result.deviation[l] = num_known[l] > 0.0 ? std::sqrt(result.deviation[l] / num_known[l]) : 0.0;
    }
    return result;
}

/// Every known distance off by a random factor, as far as those of its level scatter.
base::SquareMatrix<double> moved(const base::SquareMatrix<double>& log_distance, const Scatter& scatter,
                                 const std::vector<std::uint64_t>& digest_of_name, int trial) {
    base::SquareMatrix<double> result = log_distance;
    const double reach = std::sqrt(3.0);  // of a uniform number with standard deviation 1
    for (int a = 0; a < log_distance.size(); ++a) {
        for (int b = a + 1; b < log_distance.size(); ++b) {
            const int level = scatter.level_of(a, b);
            if (level >= 0) {
                const std::uint64_t pair =
                    digest_of_name[static_cast<std::size_t>(a)] + digest_of_name[static_cast<std::size_t>(b)];
                base::Random random(base::Random::stream(pair, static_cast<std::uint64_t>(trial)));
                result(a, b) += scatter.deviation[static_cast<std::size_t>(level)] * random.between(-reach, reach);
                result(b, a) = result(a, b);
            }
        }
    }
    return result;
}

/// [level]
std::vector<double> stabilities(const platform::DistanceMatrix& matrix, const base::SquareMatrix<double>& log_distance,
                                const Scatter& scatter, const std::vector<Partition>& levels) {
    const int n = matrix.size();
    const double pairs = std::max(1.0, 0.5 * static_cast<double>(n) * static_cast<double>(n));
    const int num_trials = static_cast<int>(
        std::clamp(kPairsInTrials / pairs, static_cast<double>(kLeastTrials), static_cast<double>(kMostTrials)));
    std::vector<std::uint64_t> digest_of_name;
    for (const std::string& name : matrix.names) {
        digest_of_name.push_back(base::digest(name).value);
    }
    std::vector<double> result(levels.size(), 0.0);
    for (int trial = 0; trial < num_trials; ++trial) {
        const std::vector<Join> joins = average_linkage(moved(log_distance, scatter, digest_of_name, trial));
        const std::vector<Partition> found = partitions_at(joins, cuts_of(joins, n), n);
        for (std::size_t l = 0; l < levels.size(); ++l) {
            double best = 0.0;
            for (const Partition& partition : found) {
                best = std::max(best, adjusted_rand_index(levels[l], partition));
            }
            result[l] += best;
        }
    }
    for (double& sum : result) {
        sum /= num_trials;
    }
    return result;
}

/// Among the most stable levels the one with the widest gap; levels come first that leave at most half as many clusters
/// as hosts. The last level where no other has a gap.
std::size_t most_stable_of(const std::vector<HierarchyLevel>& levels, int num_hosts) {
    for (const double most_clusters : {0.5 * num_hosts, static_cast<double>(num_hosts)}) {
        double best_stability = -1.0;
        for (const HierarchyLevel& level : levels) {
            if (level.gap() && static_cast<double>(level.clusters.size()) <= most_clusters) {
                best_stability = std::max(best_stability, level.stability);
            }
        }
        std::size_t best = levels.size();
        for (std::size_t l = 0; l < levels.size(); ++l) {
            if (levels[l].gap() && static_cast<double>(levels[l].clusters.size()) <= most_clusters &&
                levels[l].stability >= best_stability - kSameStability &&
                (best == levels.size() || *levels[l].gap() > *levels[best].gap())) {
                best = l;
            }
        }
        if (best < levels.size()) {
            return best;
        }
    }
    return levels.size() - 1;
}

Hierarchy hierarchy(const platform::DistanceMatrix& matrix) {
    const int n = matrix.size();
    const base::SquareMatrix<double> log_distance = log_distances(matrix);
    const std::vector<Join> joins = average_linkage(log_distance);
    const std::vector<std::size_t> cuts = cuts_of(joins, n);
    std::vector<Partition> partitions = partitions_at(joins, cuts, n);
    const std::vector<double> stability =
        stabilities(matrix, log_distance, scatter_of(log_distance, joins, cuts), partitions);
    Hierarchy result;
    for (std::size_t l = 0; l < cuts.size(); ++l) {
        const bool is_last = l + 1 == cuts.size();
        if (!is_last && stability[l] < kLeastStability) {
            continue;
        }
        HierarchyLevel level;
        level.clusters = std::move(partitions[l]);
        level.inside = cuts[l] == 0 ? 0.0 : std::exp(joins[cuts[l] - 1].log_distance);
        if (!is_last) {
            level.outside = std::exp(joins[cuts[l]].log_distance);
        }
        level.stability = stability[l];
        result.levels.push_back(std::move(level));
    }
    result.most_stable = most_stable_of(result.levels, n);
    return result;
}

Partition partition_multilevel(const platform::DistanceMatrix& matrix, double /*tolerance*/) {
    Hierarchy found = hierarchy(matrix);
    return std::move(found.levels[found.most_stable].clusters);
}

}  // namespace

extern constexpr Method multilevel{
    .name = "multilevel",
    .summary = "all levels without a tolerance: average linkage, cut at the gaps, each with its stability",
    .source = "Sokal and Michener (1958); von Luxburg (2010)",
    .partition = partition_multilevel,
    .hierarchy = hierarchy,
};

}  // namespace causeway::clustering
