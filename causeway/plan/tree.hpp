/// A tree: how a block gets from one process to all others, between clusters, inside them and inside hosts.
///
/// A tree together with a placement gives a schedule (compose.hpp). What an operation does over trees is its scheme
/// (module scheme).
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace causeway::plan {

/// How the levels of the machine are joined.
enum class Shape {
    kTwoLevel,  ///< whole messages between clusters, then a strategy inside each
    kPipeline,  ///< one pipeline from the root to the last process, all segments in flight
    kTrees,     ///< a pipeline in which segments take several trees between the clusters, in turn
};

[[nodiscard]] std::string_view name_of(Shape shape);

/// Who of a cluster in a pipeline sends to the next clusters.
enum class Exit {
    kCoordinator,  ///< who received: the other clusters hear early, but the coordinator sends everything twice
    kLast,         ///< the last member of the cluster (of a chain, its end): everybody sends everything once
};

[[nodiscard]] std::string_view name_of(Exit exit);

/// The coordinator of one cluster sends to that of another; indices of clusters of the platform.
struct ClusterSend {
    int from = 0;
    int to = 0;

    friend bool operator==(ClusterSend, ClusterSend) = default;
};

/// What is done with one segment of every period of a plan of several trees: one of a cluster sends it to one of
/// another, or (`from` == `to`) a cluster passes it on inside, from the one who got it.
///
/// Who sends and who receives are coordinators of their clusters. Where one flow does not fill the route between two
/// clusters, the segments take several: between different coordinators.
struct PeriodStep {
    int segment = 0;  ///< counted from the beginning of its period
    int lag = 0;      ///< periods: while the root sends period p, this is done for period p - lag
    int from = 0;     ///< index of a cluster of the platform
    int to = 0;
    int sender = 0;    ///< who of ClusterGroup::members of `from` sends, by number; 0 inside
    int receiver = 0;  ///< who of ClusterGroup::members of `to` receives, by number; 0 inside

    [[nodiscard]] bool is_inside() const { return from == to; }
    friend bool operator==(const PeriodStep&, const PeriodStep&) = default;
};

/// What happens inside one cluster.
struct LocalChoice {
    int cluster = 0;  ///< index of a cluster of the platform
    /// Between the cluster's hosts, or between the processes of its only one (ClusterGroup::members); never null.
    strategy::TunedStrategy between_hosts;
    strategy::TunedStrategy within_host;  ///< between the processes of each of several hosts; never null
    /// What the strategy between the hosts cuts the message into: a multiple of the plan's block; ignored (all is cut
    /// alike) in a pipeline and by strategies that do not cut.
    Bytes segment;
    /// Who of those between whom the strategy works (ClusterGroup::members, by number) takes its first place, its
    /// second,
    /// ...: a permutation that leaves the first at the first. Empty: as they come.
    std::vector<int> order = {};

    friend bool operator==(const LocalChoice&, const LocalChoice&) = default;
};

/// How much of what the processes of a cluster have takes a tree: so many parts, of those on all trees of a plan. Of
/// data that all have alike, the same for each cluster.
struct ClusterPart {
    static constexpr int kWholeTime = 1000;

    int cluster = 0;  ///< index of a cluster of the platform
    int parts = 1;
    int late = 0;  ///< of a scatter: of kWholeTime, after how much of the time that all data takes they begin to leave

    friend bool operator==(ClusterPart, ClusterPart) = default;
};

/// A tree for a given root and size.
struct Tree {
    Shape shape = Shape::kTwoLevel;
    int root = 0;       ///< rank
    Bytes message;      ///< size of the data
    Bytes block;        ///< block of the schedule: the segment of a pipeline, else the smallest segment
    std::string order;  ///< what ordered the clusters: a heuristic's name or "best-path"; for reports
    std::vector<ClusterSend> cluster_sends;  ///< in order; empty for several trees
    Exit exit = Exit::kCoordinator;          ///< of pipelines
    /// Of several trees, what is done in every period, in this order: each segment is passed on inside every cluster
    /// once, and sent to every cluster but the root's once, by one that has got it: who of a cluster received it, or
    /// any of its members once the cluster has passed it on inside.
    std::vector<PeriodStep> period = {};
    std::vector<LocalChoice> local;  ///< one for each cluster that takes part
    /// Of several trees that share what processes have; empty: it carries all that those of its root's cluster have.
    std::vector<ClusterPart> carries = {};

    [[nodiscard]] int num_blocks() const;
    [[nodiscard]] int segments_per_period() const;  ///< 1 for a pipeline
    [[nodiscard]] int longest_lag() const;          ///< periods

    friend bool operator==(const Tree&, const Tree&) = default;
};

/// A way between clusters and how many segments of every period take it.
struct ClusterTree {
    int segments = 0;                       ///< of data that all have alike
    std::vector<ClusterSend> sends;         ///< each from a cluster that has got the segment by then
    std::vector<ClusterPart> carries = {};  ///< of data that processes have of their own

    friend bool operator==(const ClusterTree&, const ClusterTree&) = default;
};

/// The ways between clusters of Shape::kTrees, by their first segment; the sends of each breadth first.
[[nodiscard]] std::vector<ClusterTree> trees_of(const Tree& tree);

/// What of the cluster's processes' data the tree carries; `parts` is 0 where it carries nothing.
[[nodiscard]] ClusterPart part_of(const Tree& tree, int cluster, const platform::Placement& placement);

/// Who of the cluster sends to other clusters or receives from them in a plan of several trees, by number among
/// ClusterGroup::members, in ascending order.
[[nodiscard]] std::vector<int> coordinators_of(const Tree& tree, int cluster);

/// Of trees that share what processes have, which part of each cluster's takes which way:
/// "a: 3 in 5 a>b a>d, 2 in 5 a>d d>b; b: b>a a>d".
[[nodiscard]] std::string describe_shared(const std::vector<Tree>& trees, const platform::Platform& platform);

/// Of trees that share what each cluster has for each other one, what does not go straight:
/// "a to c: 3 in 5 a>b b>c, 2 in 5 a>c; all else straight".
[[nodiscard]] std::string describe_exchanged(const std::vector<Tree>& trees, const platform::Platform& platform);

/// What a tree between clusters, from `tree.cluster_sends.front().from` on, leads over to another cluster.
[[nodiscard]] std::vector<ClusterSend> sends_to(const Tree& tree, int cluster);

/// Of trees that share data which all have alike: "5 in 7 a>b a>d, 2 in 7 d>b d>a".
[[nodiscard]] std::string describe_alike(const std::vector<Tree>& trees, const platform::Platform& platform);

/// One line for people: "pipeline of 16 KiB segments; clusters a>b>c by best-path; inside: chain".
[[nodiscard]] std::string describe(const Tree& tree, const platform::Platform& platform);

}  // namespace causeway::plan
