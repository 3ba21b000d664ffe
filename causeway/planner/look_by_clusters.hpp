/// The time of plans for many processes, cluster by cluster: each is simulated as its coordinator and one more process,
/// which stands for all others and has what they have; from one to the other data takes what it takes inside clusters
/// of this class. It costs what twice as many processes do as there are clusters.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/planner/task.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/scheme/scheme.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace causeway::planner {

class LookByClusters {
public:
    /// The task outlives this. `supposed` and `receivers`: model::GridPlogp's.
    LookByClusters(const Task& task, std::optional<platform::Handshake> supposed,
                   platform::Receivers receivers = platform::Receivers::kReady);

    /// Whether there are so many processes in so few clusters that it is worth while.
    [[nodiscard]] static bool pays(const Task& task);

    /// Whether it knows what a broadcast takes: segments over one tree or several, by the clusters' coordinators.
    [[nodiscard]] bool is_for(const plan::Tree& tree) const;
    /// planner::simulated_time(), num_simulated_transfers(), pipeline_estimate() and period_duration(). Require
    /// is_for().
    [[nodiscard]] Seconds simulated_time(const plan::Tree& tree) const;
    [[nodiscard]] std::int64_t num_simulated_transfers(const plan::Tree& tree) const;
    [[nodiscard]] Seconds pipeline_estimate(const plan::Tree& tree) const;
    [[nodiscard]] Seconds period_duration(const plan::Tree& tree) const;

    /// Whether it knows what a plan for another operation takes: over trees from coordinators to coordinators, with
    /// data that all processes have in common, or, over a tree from each cluster, with what processes have in one
    /// message (Grain::kCombined).
    [[nodiscard]] bool is_for(const plan::Plan& plan) const;

    [[nodiscard]] int num_processes() const { return placement_.num_processes(); }

    /// Has the plan carried out among the coordinators and those that stand for others, on a model of these. Until all
    /// data is through it takes within some hundredths of what the simulation of all processes says, of data of their
    /// own mostly within a tenth. Requires is_for().
    using Use = base::FunctionRef<void(std::span<const schedule::Schedule>, const model::NetworkModel&,
                                       const schedule::BlockSizes&)>;
    void compose(const plan::Plan& plan, Use use) const;

private:
    [[nodiscard]] bool leads_by_coordinators(const plan::Tree& tree) const;
    /// The same among the coordinators and those that stand for others.
    [[nodiscard]] plan::Tree renumbered(plan::Tree tree) const;
    [[nodiscard]] plan::Plan renumbered(plan::Plan plan) const;
    /// Of a plan among these.
    [[nodiscard]] schedule::BlockSizes sizes_of(const scheme::Built& built, const plan::Plan& pairs) const;

    const Task& task_;
    std::vector<int> number_of_;     ///< [process]: of a coordinator among them; -1: it is none
    std::vector<int> group_of_;      ///< of the coordinators, in the order of the groups, then of the others
    platform::Placement placement_;  ///< of these
    model::GridPlogp model_;
};

}  // namespace causeway::planner
