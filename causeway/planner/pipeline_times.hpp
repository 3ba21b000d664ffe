/// What a pipeline over one tree takes, cluster by cluster: a cluster is looked at once for all trees that do the same
/// inside it, so that a tree costs time by its clusters and not by its processes.
#pragma once

#include "causeway/base/paged_vector.hpp"
#include "causeway/model/grid_plogp.hpp"
#include "causeway/model/network_model.hpp"
#include "causeway/plan/groups.hpp"
#include "causeway/plan/tree.hpp"
#include "causeway/planner/group_classes.hpp"
#include "causeway/platform/platform.hpp"

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace causeway::planner {

/// What a segment takes inside a cluster, once its coordinator has it.
struct InsideTime {
    Seconds all;            ///< until its last process has it
    Seconds last;           ///< until the one has it that passes it on from the end (plan::Exit::kLast)
    Seconds period;         ///< between two segments: the time of the busiest resource for one
    Seconds sent_by_first;  ///< of that, on the way out of the coordinator's host
    Seconds sent_by_last;   ///< the same for the one at the end
};

/// Of the clusters of one placement: by simulation, each class of clusters by itself and each kind of thing that is
/// done inside it once.
class InsideTimes {
public:
    /// Both outlive this.
    InsideTimes(const platform::Platform& platform, const platform::Placement& placement)
        : classes_(platform, placement) {}

    /// The group's, GroupClasses::of().
    [[nodiscard]] int class_of(const plan::ClusterGroup& group) { return classes_.of(group); }

    [[nodiscard]] const InsideTime& of(const plan::ClusterGroup& group, const plan::LocalChoice& choice, Bytes segment);

    /// Until the coordinator has what every process of the group has, `part` each, in one message from each of them.
    [[nodiscard]] Seconds collected(const plan::ClusterGroup& group, const plan::LocalChoice& choice, Bytes part);

    /// [member]: when the first process of each host has a segment, after that of host `first` has it.
    [[nodiscard]] const std::vector<Seconds>& arrivals_from(int first, const plan::ClusterGroup& group,
                                                            const strategy::TunedStrategy& between_hosts,
                                                            Bytes segment);

private:
    /// Class, strategies with their degrees, segment, order.
    using Key = std::tuple<int, const void*, int, const void*, int, std::int64_t, std::vector<int>>;

    [[nodiscard]] static Key key_of(int class_of_group, const plan::LocalChoice& choice, Bytes segment);

    /// Class, who begins, strategy with its degree, segment.
    using ArrivalsKey = std::tuple<int, int, const void*, int, std::int64_t>;

    [[nodiscard]] const model::GridPlogp& model_of(int class_of_group);
    [[nodiscard]] Seconds simulated_collection(int class_of_group, plan::LocalChoice choice, Bytes part);
    [[nodiscard]] InsideTime simulated(int class_of_group, int last_member, plan::LocalChoice choice, Bytes segment);
    [[nodiscard]] std::vector<Seconds> simulated_arrivals(int class_of_group, int first,
                                                          const strategy::TunedStrategy& between_hosts, Bytes segment);

    GroupClasses classes_;
    std::map<int, model::GridPlogp> models_;  ///< [class]
    std::map<Key, InsideTime> known_;
    std::map<Key, Seconds> collections_;
    std::map<ArrivalsKey, std::vector<Seconds>> arrivals_;
    const std::pair<const Key, InsideTime>* latest_ = nullptr;  ///< in known_: most clusters do what the one before did
};

/// One segment through the tree, then a segment each time the busiest resource has let one through: of a
/// plan::Shape::kPipeline. Where nothing but what follows each other in the tree gets in each other's way it is what
/// pipeline_estimate() says.
class PipelineTimes {
public:
    /// All outlive this. `groups`: of the trees' root.
    PipelineTimes(const std::vector<plan::ClusterGroup>& groups, const model::GridPlogp& model, InsideTimes& inside);

    [[nodiscard]] Seconds estimate(const plan::Tree& tree);

    /// What keeps transfers between clusters waiting.
    enum class InTheWay {
        kEverything,
        kWhatFlowsShare,  ///< where each link is passed by as many flows as it takes, between any hosts
    };

    /// What the message of `tree`, a plan::Shape::kTrees whose period is not known yet, takes at least over these trees
    /// at once, in every period as many segments as each of them takes: as if the first segment of each went alone.
    /// But for who is served first, which may be a hair.
    [[nodiscard]] Seconds least_over(const std::vector<plan::ClusterTree>& trees, const plan::Tree& tree,
                                     InTheWay in_the_way);

private:
    /// How segments go through a tree.
    struct Flow {
        InTheWay in_the_way = InTheWay::kEverything;
        bool inside_first = false;  ///< the clusters' coordinators hand on a segment inside before they send it
        int segments = 1;           ///< of a period
    };

    /// A cluster as the tree's segments meet it.
    struct Stop {
        int first = 0;  ///< the coordinator
        int exit = 0;   ///< who sends to other clusters
        const InsideTime* inside = nullptr;
        std::vector<int> next;   ///< the stops that it sends to, in order
        int exit_resource = -1;  ///< the way out of the host of `exit`; -1: nothing is sent
    };

    [[nodiscard]] std::vector<Stop> stops_of(const plan::Tree& tree);
    void lead(std::vector<Stop>& stops, const std::vector<plan::ClusterSend>& sends) const;
    /// Until every process has the first segment; adds what all segments occupy to `load_`.
    [[nodiscard]] Seconds fill(std::vector<Stop>& stops, const plan::Tree& tree, const Flow& flow);
    /// Between two times that so many segments begin, of all that was filled since clear().
    [[nodiscard]] Seconds period(const std::vector<Stop>& stops, const plan::Tree& tree, int segments) const;
    [[nodiscard]] double busiest() const;
    void free_all();
    void clear();

    const std::vector<plan::ClusterGroup>& groups_;
    const model::GridPlogp& model_;
    InsideTimes& inside_;
    std::vector<int> number_of_cluster_;  ///< [cluster]: index into groups_; -1: no process
    base::PagedVector<double> free_at_;   ///< [resource]
    base::PagedVector<double> load_;      ///< [resource]
    std::vector<int> touched_;            ///< resources
};

}  // namespace causeway::planner
