/// Where candidates come from. To add a source of trees: write one file that defines a function like those below,
/// declare it here and add its line in broadcast_candidates.cpp.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/planner/local_choice.hpp"
#include "causeway/planner/pipeline_times.hpp"
#include "causeway/planner/planner.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::inter_cluster {
struct Send;
}

namespace causeway::planner {

/// Whole messages are sent by one MPI call each, whose count is an int.
inline constexpr Bytes kLargestWholeMessage{std::int64_t{1} << 30U};

/// A plan of ours must promise this much over the MPI library's own collective to be chosen: the predictions are not
/// better than that, and a user who is never slower keeps the library loaded.
inline constexpr double kLeastGain = 1.10;

/// Of estimates that differ by less, none is better: measured gaps are not known more exactly.
inline constexpr double kAboutEqual = 1.03;

/// What is to be planned, and what all sources of candidates need to know about it.
struct Task {
    /// All three outlive the task.
    Task(const platform::Platform& platform, const platform::Placement& placement, const Request& request);
    /// The same processes on the same platform as `other`, which knows what they do inside clusters.
    Task(const Task& other, const Request& request);
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task() = default;

    /// The strategy that the user insists on; null: any.
    [[nodiscard]] const strategy::TunedStrategy* forced_strategy() const;

    /// Whether the strategy may be used among the members of a group.
    [[nodiscard]] bool allows(const strategy::BroadcastStrategy& strategy) const;

    /// Every allowed strategy among `processes` members of a group with these parameters, tuned by its closed form.
    [[nodiscard]] std::vector<LocalPrediction> predictions(const platform::Plogp& plogp, int processes) const;

    /// The segment asked for, brought to where it is one MPI message and there are not millions of them.
    [[nodiscard]] std::optional<Bytes> forced_segment() const;

    [[nodiscard]] const platform::Cluster& cluster_of(const plan::ClusterGroup& group) const;

    /// Groups of one class are alike (group_classes.hpp).
    [[nodiscard]] int class_of(const plan::ClusterGroup& group) const { return inside_times_->class_of(group); }

    /// The group of a cluster, by its index in the platform, that has processes.
    [[nodiscard]] const plan::ClusterGroup& group_of(int cluster) const;

    /// What a transfer costs between the members of a group; null: unknown.
    [[nodiscard]] const platform::Plogp* between_members(const plan::ClusterGroup& group) const;

    /// Inside the hosts of a cluster, for segments of the given size, and the time of one segment inside the fullest.
    [[nodiscard]] LocalPrediction within_host(const plan::ClusterGroup& group, Bytes segment) const;

    /// What a cluster still has to do with a segment that its coordinator has: T_i of what goes through it in segments.
    [[nodiscard]] Seconds drain_time(const plan::ClusterGroup& group, Bytes segment) const;

    /// What a pipeline over the tree takes, as it is estimated.
    [[nodiscard]] Seconds pipeline_time(const plan::Tree& tree) const;

    /// Whether messages of this size, between clusters, shake hands that shorter ones had better avoid.
    [[nodiscard]] bool shakes_hands(Bytes size) const;

    /// `usual`, halved until messages between clusters of that size shake no hands.
    [[nodiscard]] Bytes without_handshake(Bytes usual) const;

    /// Sends between groups as sends between clusters of the platform.
    [[nodiscard]] std::vector<plan::ClusterSend> to_platform(const std::vector<inter_cluster::Send>& sends) const;

    const platform::Platform& platform;
    const platform::Placement& placement;
    const Request& request;
    base::SquareMatrix<const platform::Link*> links;  ///< platform::links_between()
    model::GridPlogp model;
    std::vector<plan::ClusterGroup> groups;  ///< the root's cluster first
    std::vector<int> members;                ///< [group]: index of its cluster

private:
    Task(const platform::Platform& platform, const platform::Placement& placement, const Request& request,
         std::shared_ptr<InsideTimes> inside);

    [[nodiscard]] Seconds time_to_drain(const plan::ClusterGroup& group, Bytes segment) const;
    [[nodiscard]] LocalPrediction best_within_host(const plan::ClusterGroup& group, Bytes segment) const;

    /// What was looked at once.
    std::shared_ptr<InsideTimes> inside_times_;
    std::unique_ptr<PipelineTimes> pipeline_times_;
    mutable std::map<std::pair<int, Bytes>, LocalPrediction> within_hosts_;  ///< [class, segment]
    mutable std::map<std::pair<int, Bytes>, Seconds> drain_times_;           ///< [class, segment]
    std::vector<int> number_of_cluster_;                                     ///< [cluster]: index into groups; -1: none
};

/// A tree and what a broadcast over it takes.
struct TreeCandidate {
    plan::Tree tree;
    Seconds time;
    Basis basis = Basis::kClosedForm;
};

/// Plans for a broadcast, over the trees of all sources, best first; none where the platform does not join all hosts.
[[nodiscard]] std::vector<Candidate> broadcast_candidates(const Task& task);

/// Plans for any other operation: every scheme over the promising trees, in all cuts, best first; none where the
/// platform does not join all hosts, or where there are too many processes.
[[nodiscard]] std::vector<Candidate> scheme_candidates(const Task& task);

/// Of a reduction: the plan whose combinations depend on the ranks alone; nothing of other operations.
[[nodiscard]] std::optional<Candidate> candidate_by_rank(const Task& task);

/// For processes of one cluster: each strategy between its hosts; the hosts in the order that suits them best where
/// they are not alike.
[[nodiscard]] std::vector<TreeCandidate> one_cluster_candidates(const Task& task);

/// Whole messages between the coordinators of several clusters in the order of each heuristic, then the best strategy
/// inside each.
[[nodiscard]] std::vector<TreeCandidate> two_level_candidates(const Task& task);

/// One pipeline from the root to the last process of several clusters: along the best path and the trees of the
/// heuristics, with each strategy that lets all segments take the same way.
[[nodiscard]] std::vector<TreeCandidate> pipeline_candidates(const Task& task);

/// The same, and after them the same trees for a message that goes as a whole.
[[nodiscard]] std::vector<TreeCandidate> pipeline_and_one_segment_candidates(const Task& task);

/// Pipelines over several trees between the clusters at once: each way that the request proposes, with each strategy
/// that lets all segments take the same way inside the clusters. Where one flow does not fill a link of theirs, also
/// with several coordinators, and then over the single trees of pipeline_candidates(), too.
[[nodiscard]] std::vector<TreeCandidate> tree_candidates(const Task& task);

}  // namespace causeway::planner
