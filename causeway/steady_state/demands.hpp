/// Several demands at once: the least time in which a platform meets them all, each split over as many ways as it
/// takes.
///
/// A broadcast is one demand, for trees; an allgather one from every node; a scatter one for a path to every node; an
/// allreduce one for trees that carry data up and down. Whatever is wanted, the linear program is the same: ways are
/// its columns, found as they are needed by the prices of what is shared (Ford and Fulkerson 1958, "A suggested
/// computation for maximal multi-commodity network flows"; Dantzig and Wolfe 1960).
#pragma once

#include "causeway/graph/resources.hpp"

#include <cstddef>
#include <vector>

namespace causeway::steady_state {

/// What a way has to be.
enum class WayKind {
    kPath,     ///< from a node to another
    kTree,     ///< from a node to all
    kTwoWays,  ///< a tree whose edges carry as much towards its root as away from it
};

struct Demand {
    WayKind kind = WayKind::kTree;
    int from = 0;
    int to = 0;           ///< of a path
    double slices = 1.0;  ///< > 0
};

struct Way {
    int demand = 0;
    double slices = 0.0;     ///< that take it, of the demand's
    std::vector<int> edges;  ///< from Demand::from on
};

/// Ways that together carry every demand, and a proof that nothing is faster.
struct Routing {
    Seconds time;           ///< how long the busiest resource is busy
    std::vector<Way> ways;  ///< by demand, of each the heaviest first
    /// [resource], >= 0, of sum 1. Every demand's slices over its cheapest way by these prices cost `bound` together.
    std::vector<double> prices;
    Seconds bound;  ///< no ways whatever take less

    /// Of the demand; in slices.
    [[nodiscard]] std::vector<Way> of(int demand) const;
};

/// As near to its bound as a schedule can use.
inline constexpr double kUsualTolerance = 1e-6;

/// The fastest routing, to within `tolerance` of its bound. Every demand can be met: where one goes two ways, edges
/// without one in the other direction are left out. Throws SolverError when the solver gives up.
[[nodiscard]] Routing route(const graph::Graph& graph, const graph::Resources& resources,
                            const std::vector<Demand>& demands, double tolerance = kUsualTolerance);

/// The same with at most so many ways, or one for each demand where that is more: those that carry least are left out
/// one after another, and the others take their slices. Prices and bound are those of `routing`.
[[nodiscard]] Routing with_fewer_ways(const graph::Graph& graph, const graph::Resources& resources,
                                      const std::vector<Demand>& demands, Routing routing, std::size_t most_ways);

}  // namespace causeway::steady_state
