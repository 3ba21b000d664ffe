/// What is to be planned, and what everybody who plans it needs to know about it.
#pragma once

#include "causeway/inter_cluster/cluster_problem.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/planner/local_choice.hpp"
#include "causeway/planner/pipeline_times.hpp"
#include "causeway/planner/placed_processes.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/platform/groups_of_clusters.hpp"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace causeway::inter_cluster {
struct Send;
}

namespace causeway::planner {

class LookByClusters;

/// Whole messages are sent by one MPI call each, whose count is an int.
inline constexpr Bytes kLargestWholeMessage{std::int64_t{1} << 30U};

/// One call on one communicator.
struct Task {
    /// All three outlive the task.
    Task(const platform::Platform& platform, const platform::Placement& placement, const Request& request);
    /// The request outlives the task, and what `processes` are about.
    Task(std::shared_ptr<PlacedProcesses> processes, const Request& request);
    /// Another call of the same processes, with all that `other` has found out.
    Task(const Task& other, const Request& request);
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;
    ~Task();

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
    [[nodiscard]] int class_of(const plan::ClusterGroup& group) const { return inside_times().class_of(group); }

    [[nodiscard]] PlacedProcesses& processes() const { return *processes_; }

    /// Of the clusters of the platform; null: they are not joined.
    [[nodiscard]] const platform::Link* link(int from, int to) const { return model.link(from, to); }

    /// The group of a cluster, by its index in the platform, that has processes.
    [[nodiscard]] const plan::ClusterGroup& group_of(int cluster) const;

    /// What a transfer costs between the members of a group; null: unknown.
    [[nodiscard]] const platform::Plogp* between_members(const plan::ClusterGroup& group) const;

    /// Inside the hosts of a cluster, for segments of the given size, and the time of one segment inside the fullest.
    [[nodiscard]] LocalPrediction within_host(const plan::ClusterGroup& group, Bytes segment) const;

    /// What a cluster still has to do with a segment that its coordinator has: T_i of what goes through it in segments.
    [[nodiscard]] Seconds drain_time(const plan::ClusterGroup& group, Bytes segment) const;

    /// platform::groups_of_clusters()
    [[nodiscard]] const std::vector<platform::GroupOfClusters>& nests() const { return model.nests(); }

    /// The question between groups, by their numbers, for whole messages of `size` from group `root`.
    [[nodiscard]] inter_cluster::ClusterProblem problem_between(int root, Bytes size,
                                                                std::vector<Seconds> local_time) const;
    /// The times of that question, pair by pair.
    [[nodiscard]] inter_cluster::PairTimes times_between(Bytes size) const;

    /// What a segment takes inside a group where it goes as chosen.
    [[nodiscard]] const InsideTime& inside_time(const plan::ClusterGroup& group, const plan::LocalChoice& choice,
                                                Bytes segment) const {
        return inside_times().of(group, choice, segment);
    }

    /// InsideTimes::collected()
    [[nodiscard]] Seconds collected_inside(const plan::ClusterGroup& group, const plan::LocalChoice& choice,
                                           Bytes part) const {
        return inside_times().collected(group, choice, part);
    }

    /// InsideTimes::arrivals_from()
    [[nodiscard]] const std::vector<Seconds>& arrivals_from(int first, const plan::ClusterGroup& group,
                                                            const strategy::TunedStrategy& between_hosts,
                                                            Bytes segment) const {
        return inside_times().arrivals_from(first, group, between_hosts, segment);
    }

    /// What a pipeline over the tree takes, as it is estimated.
    [[nodiscard]] Seconds pipeline_time(const plan::Tree& tree) const;

    /// What a period of a plan::Shape::kTrees takes.
    [[nodiscard]] Seconds period_time(const plan::Tree& tree) const;

    /// What a broadcast over the tree takes, cluster by cluster; null: all processes have to be looked at.
    [[nodiscard]] const LookByClusters* by_clusters(const plan::Tree& tree) const;

    /// PipelineTimes::least_over()
    [[nodiscard]] Seconds least_over(const std::vector<plan::ClusterTree>& trees, const plan::Tree& tree,
                                     PipelineTimes::InTheWay in_the_way) const {
        return pipeline_times_->least_over(trees, tree, in_the_way);
    }

    /// Whether messages of this size, between clusters, shake hands that shorter ones had better avoid.
    [[nodiscard]] bool shakes_hands(Bytes size) const;

    /// `usual`, halved until messages between clusters of that size shake no hands.
    [[nodiscard]] Bytes without_handshake(Bytes usual) const;

    /// Between which clusters the edges of least_busy_tree() are, by the size of the message and of its segments: of
    /// all tasks that know what these processes do inside clusters, as it is no matter where the tree begins.
    using EdgesBySizes = std::map<std::pair<Bytes, Bytes>, std::vector<plan::ClusterSend>>;
    [[nodiscard]] EdgesBySizes& least_busy_edges() const { return found_->least_busy_edges; }

    /// Index into `groups` of the group of a cluster that has processes.
    [[nodiscard]] int number_of(int cluster) const { return number_of_cluster_[static_cast<std::size_t>(cluster)]; }

    /// Sends between groups as sends between clusters of the platform.
    [[nodiscard]] std::vector<plan::ClusterSend> to_platform(const std::vector<inter_cluster::Send>& sends) const;

    const platform::Platform& platform;
    const platform::Placement& placement;
    const Request& request;
    model::GridPlogp model;
    std::vector<plan::ClusterGroup> groups;  ///< the root's cluster first
    std::vector<int> members;                ///< [group]: index of its cluster

private:
    /// What was found out for one of the tasks that a decision is made of.
    struct Found {
        EdgesBySizes least_busy_edges;
        /// Between all groups in the order of their clusters, by sizes: the latest first.
        std::list<std::tuple<Bytes, platform::Receivers, inter_cluster::ClusterProblem>> problems;
    };

    Task(std::shared_ptr<PlacedProcesses> processes, std::shared_ptr<Found> found, const Request& request);

    [[nodiscard]] InsideTimes& inside_times() const { return processes_->inside_times(); }
    [[nodiscard]] std::vector<int> clusters_in_order() const;
    [[nodiscard]] const inter_cluster::ClusterProblem& problem_in_order(Bytes size) const;

    [[nodiscard]] Seconds time_to_drain(const plan::ClusterGroup& group, Bytes segment) const;
    [[nodiscard]] LocalPrediction best_within_host(const plan::ClusterGroup& group, Bytes segment) const;

    std::shared_ptr<PlacedProcesses> processes_;
    std::shared_ptr<Found> found_;
    std::unique_ptr<PipelineTimes> pipeline_times_;
    mutable std::unique_ptr<LookByClusters> by_clusters_;                    ///< once it was asked for
    mutable std::map<std::pair<int, Bytes>, LocalPrediction> within_hosts_;  ///< [class, segment]
    mutable std::map<std::pair<int, Bytes>, Seconds> drain_times_;           ///< [class, segment]
    std::vector<int> number_of_cluster_;                                     ///< [cluster]: index into groups; -1: none
};

}  // namespace causeway::planner
