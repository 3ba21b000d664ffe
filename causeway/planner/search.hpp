/// One decision's search for plans: what all sources of candidates share, and what came of them.
#pragma once

#include "causeway/planner/collective_times.hpp"
#include "causeway/planner/look_by_clusters.hpp"
#include "causeway/planner/task.hpp"
#include "causeway/planner/tree_candidates.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::planner {

/// What all sources together propose.
struct Candidates {
    std::vector<Candidate> ranking;  ///< plans of ours, best first; none where nothing is possible, or too much
    Candidate library;               ///< the MPI library's own
};

/// The task's plan by a scheme over these trees, not cut.
[[nodiscard]] plan::Plan plan_over(const Task& task, const scheme::Scheme& scheme, std::vector<plan::Tree> trees = {});

/// Of a reduction: the plan whose combinations depend on the ranks alone (source/in_rank_order.cpp); nothing of other
/// operations.
[[nodiscard]] std::optional<Candidate> candidate_by_rank(const Task& task);

class Search {
public:
    /// The task outlives the search.
    explicit Search(const Task& task);
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;
    ~Search() = default;

    /// Asks every source for what it has of every scheme that the request allows.
    [[nodiscard]] Candidates run() &&;

    // ---- what sources are made of -------------------------------------------------------------------------

    [[nodiscard]] const Task& task() const { return task_; }
    /// The same over the platform as data meets it on its way down the trees.
    [[nodiscard]] const Task& down() const { return down_ ? *down_ : task_; }
    /// Whether plans must go from cluster to cluster in a given order; but a scheme that is asked for may have none.
    [[nodiscard]] bool is_ordered() const;
    /// All trees from a root, best first; found once.
    const std::vector<TreeCandidate>& trees_of_root(int root);
    /// What the fastest plan takes that was found so far; of none: infinity.
    [[nodiscard]] Seconds least() const;
    /// What takes so long need not be known any better.
    [[nodiscard]] Seconds far_behind() const;
    /// The different strategies inside the clusters of the promising trees from the first one.
    [[nodiscard]] std::vector<strategy::TunedStrategy> strategies_inside();

    /// Broadcasts over these trees, as they are.
    void offer_broadcasts(std::vector<TreeCandidate> trees);
    /// Every grain of the plan, and every size of blocks that is worth a look.
    void offer(plan::Plan plan);
    /// In its trees' own segments and in larger ones: a block costs each process twice the messages of a broadcast.
    void offer_in_blocks(plan::Plan plan);
    void offer_library(Candidate library) { library_ = std::move(library); }

private:
    [[nodiscard]] Bytes message_per_tree() const;
    [[nodiscard]] std::vector<const scheme::Scheme*> schemes() const;
    /// What nothing beats.
    [[nodiscard]] Seconds bound();
    [[nodiscard]] int lag_of(const plan::Plan& plan);
    [[nodiscard]] int blocks_of_a_process(const plan::Plan& plan) const;
    void try_other_lags();
    /// An estimate of what takes more than `enough`.
    [[nodiscard]] std::optional<CollectiveTime> simulated(const plan::Plan& plan, Seconds enough);
    void try_plan(plan::Plan plan);

    const Task& task_;
    Bytes part_;  ///< of a process's own data
    std::optional<Task> down_;
    std::optional<LookByClusters> by_clusters_;                      ///< where that pays
    std::optional<CollectiveTimes> times_;                           ///< not of a broadcast
    std::int64_t transfers_left_;                                    ///< of a broadcast, that may still be simulated
    std::optional<Seconds> bound_;                                   ///< of the call, once it is asked for
    std::vector<std::pair<int, std::vector<TreeCandidate>>> trees_;  ///< by root
    std::vector<Candidate> ranking_;
    Candidate library_;
};

}  // namespace causeway::planner
