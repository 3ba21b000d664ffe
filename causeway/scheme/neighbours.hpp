/// What schemes for neighbourhood collectives have in common: units, each what a process has for some others, that pass
/// between clusters and inside them.
#pragma once

#include "causeway/schedule/schedule.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstddef>
#include <vector>

namespace causeway::scheme {

/// What a process has that is one: in a neighbourhood allgather for all its neighbours, in an all-to-all for one of
/// them, once for each edge.
struct Unit {
    int from = 0;
    std::vector<int> to;  ///< each process once
};

/// In which order units are numbered; those of one process for the same others in its own.
enum class UnitOrder {
    kByRank,
    /// By the cluster of the process that has it, then that of its only receiver, if it is for one alone.
    kByCluster,
};

/// The units of a layout, and who is in which cluster.
class Units {
public:
    Units(const Layout& layout, Operation operation, UnitOrder order);

    /// Clusters of the layout, in the order of clusters_of().
    [[nodiscard]] const std::vector<std::vector<int>>& clusters() const { return clusters_; }
    [[nodiscard]] std::size_t cluster_of(int process) const { return cluster_of_[static_cast<std::size_t>(process)]; }

    [[nodiscard]] const std::vector<Unit>& all() const { return all_; }
    /// Of a unit, by its number.
    [[nodiscard]] schedule::BlockRange blocks_of(std::size_t unit) const {
        return {static_cast<int>(unit) * parts_, parts_};
    }
    /// Of units as a few messages: those that follow each other become one.
    [[nodiscard]] std::vector<schedule::BlockRange> runs_of(const std::vector<std::size_t>& ascending) const;

    /// Those of the unit's receivers that are in the cluster.
    [[nodiscard]] std::vector<int> receivers_in(std::size_t unit, std::size_t cluster) const;

    /// What a scheme over them begins with: no strands yet.
    [[nodiscard]] Built built() const;

private:
    int processes_;
    int parts_;
    bool is_allgather_;
    std::vector<std::vector<int>> clusters_;
    std::vector<std::size_t> cluster_of_;  ///< [process]
    std::vector<Unit> all_;
};

/// Every unit straight to everybody whom it is for, to other clusters first: each process takes these in turn,
/// beginning with the next one, and the next ranks in each of them; what stays in its cluster comes last.
[[nodiscard]] Built to_neighbours_directly(const Layout& layout, Operation operation);

/// What one cluster has for another crosses in as few messages as there are runs of units: collected by one of its
/// processes that has most for the other, handed out by one of those that get most.
[[nodiscard]] Built to_neighbours_through_coordinators(const Layout& layout, Operation operation);

}  // namespace causeway::scheme
