/// Search over several spanning trees at once: which together, each carrying a fixed share of the slices, keep the
/// busiest resource the least busy.
#pragma once

#include "causeway/base/random.hpp"
#include "causeway/graph/resources.hpp"
#include "causeway/tree/broadcast_tree.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace causeway::steady_state {

/// How much is tried.
struct SearchRound {
    std::uint64_t steps = 0;  ///< tries to change something
    int squarings = 5;        ///< p = 2^squarings
    double threshold = 0.0;   ///< the first step may make the sum worse by this part of it, the last by nothing
};

/// K trees on one graph, changed by hanging a node of one of them under another parent.
///
/// What is made small is sum over r of load_r^p, with p large: the busiest resources decide, and the others count
/// where these are equal. A change for the worse is taken while it costs less than a part of the whole, and that part
/// shrinks to nothing (threshold accepting; Dueck and Scheuer, 1990). Where there are many, half of the
/// tries are about what keeps the busiest resource busy: other changes seldom show in the sum.
class TreeSearch {
public:
    /// Begins with the trees given, and grows those that lack one after another, each edge where it adds least.
    /// `throughput`, slices per second, is what loads are measured against; `shares`, [tree], add up to 1 and are as
    /// many as there shall be trees. `graph` and `resources` outlive the search.
    TreeSearch(const graph::Graph& graph, const graph::Resources& resources, int source, double throughput,
               std::span<const tree::TreeEdges> given, std::span<const double> shares);

    void improve(const SearchRound& round, base::Random& random);

    /// From now on each tree carries so much.
    void set_shares(std::span<const double> shares);

    [[nodiscard]] std::vector<tree::TreeEdges> trees() const;

private:
    struct Change {
        int tree = 0;
        int node = 0;
        int edge = 0;  ///< the new way in
    };

    void grow(int tree);
    void count_loads();
    void add(int tree, int edge, double sign);
    [[nodiscard]] double cost_with(const Change& change);
    void focus();
    [[nodiscard]] double power(double load) const;
    [[nodiscard]] bool is_above(int tree, int node, int below) const;

    const graph::Graph& graph_;
    const graph::Resources& resources_;
    int source_;
    double throughput_;
    std::vector<std::vector<int>> in_;           ///< [node]: edges into it
    std::vector<int> movable_;                   ///< nodes with more than one edge in, but the source
    std::vector<std::vector<int>> parent_edge_;  ///< [tree][node]
    std::vector<double> share_;                  ///< [tree], times throughput_
    std::vector<double> load_;                   ///< [resource]
    std::vector<double> power_;                  ///< [resource]: of its load
    std::vector<std::pair<int, int>> in_focus_;  ///< trees and nodes whose way in keeps the busiest resource busy
    int squarings_ = 0;
    double cost_ = 0.0;  ///< sum of the powers
};

}  // namespace causeway::steady_state
