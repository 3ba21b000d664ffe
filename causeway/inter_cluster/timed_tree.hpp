/// A schedule between clusters as a tree that can be changed quickly: who receives from whom.
///
/// The order of a sender's sends is no choice: whatever the subtrees are, it is best to serve the child first
/// that takes longest once it is sent to, by L_ij + H_j, where H_j is how long the subtree of j takes from the
/// arrival at j on (one machine, jobs with delivery times: Jackson's rule). So
///
///     H_i = max over its children in that order of (sum of g up to the child + L_ij + H_j),
///           and sum of g + T_i (sequential) or max(sum of g, T_i) (overlapped)
///
/// and the makespan is H_root. Nobody waits in between, so H_i does not depend on when i receives.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/inter_cluster/cluster_problem.hpp"

#include <vector>

namespace causeway::inter_cluster {

class TimedTree {
public:
    /// `sends` reach every cluster of the problem, which outlives the tree.
    TimedTree(const ClusterProblem& problem, const std::vector<Send>& sends, Completion completion);

    [[nodiscard]] Seconds makespan() const { return height_[index(problem_.root)]; }
    /// The sender to `cluster`; the root has none.
    [[nodiscard]] int parent(int cluster) const { return parent_[index(cluster)]; }
    /// Whether `cluster` is `ancestor` or receives by way of it.
    [[nodiscard]] bool is_below(int cluster, int ancestor) const;
    /// Clusters that the makespan hangs on: those on a chain of sends that ends last, and those whom its senders
    /// serve before it. Anything better changes the place of one of them. Empty for a tree of one cluster.
    [[nodiscard]] std::vector<int> critical() const;

    /// `cluster`, with all below it, now receives from `sender`, which is not below it and has a link to it.
    void move(int cluster, int sender);

    /// In the order in which they start.
    [[nodiscard]] std::vector<Send> sends() const;

private:
    static constexpr int kNone = -1;
    [[nodiscard]] static std::size_t index(int cluster) { return static_cast<std::size_t>(cluster); }

    [[nodiscard]] Seconds own_time(int cluster, Seconds sending) const;
    [[nodiscard]] Seconds height_of(int cluster) const;
    void add_child(int sender, int cluster);
    void settle_child(int sender, int cluster);
    void update_from(int cluster);

    const ClusterProblem& problem_;
    Completion completion_;
    std::vector<int> parent_;
    std::vector<std::vector<int>> children_;  ///< by falling tail_
    std::vector<Seconds> tail_;               ///< [j]: L_ij + H_j, i the sender to j
    std::vector<Seconds> height_;             ///< H
};

}  // namespace causeway::inter_cluster
