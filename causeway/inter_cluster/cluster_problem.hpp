/// The question between clusters: in which order do their coordinators receive a whole message, and
/// from whom; and when would that be over.
///
/// Notation of Steffenel, section 4.5: g_ij(m) and L_ij between clusters i and j, T_i the local
/// broadcast time of cluster i, RT_i the time at which i can next send.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/platform/groups_of_clusters.hpp"
#include "causeway/platform/platform.hpp"

#include <string_view>
#include <vector>

namespace causeway::inter_cluster {

/// Clusters 0 to n-1; links are directed; a pair that is not joined has an infinite gap.
struct ClusterProblem {
    int root = 0;
    base::SquareMatrix<Seconds> gap;      ///< g_ij(m), [from][to]
    base::SquareMatrix<Seconds> latency;  ///< L_ij, or what D(m) makes of it, [from][to]
    std::vector<Seconds> local_time;      ///< T_i

    [[nodiscard]] int size() const { return static_cast<int>(local_time.size()); }
    /// g_ij + L_ij
    [[nodiscard]] Seconds transfer_time(int from, int to) const { return gap(from, to) + latency(from, to); }
};

/// Throws InputError unless there is a cluster `problem.root` and the tables are as large as there are clusters.
void require_root(const ClusterProblem& problem);

/// The clusters that some chain of links leads to from the root, as a problem of their own.
struct ReachablePart {
    ClusterProblem problem;
    std::vector<int> members;  ///< cluster i of the part is `members[i]` of the whole; rising
};

/// Throws InputError like `require_root`, and when a time is negative or not a number.
[[nodiscard]] ReachablePart reachable_part(const ClusterProblem& problem);

/// When a cluster broadcasts locally: once its last inter-cluster send is over (the paper's reading,
/// section 4.5), or as soon as the message arrives.
enum class Completion { kSequential, kOverlapped };

[[nodiscard]] std::string_view name_of(Completion completion);
/// Throws InputError that names `source` and the accepted words.
[[nodiscard]] Completion completion_named(std::string_view name, std::string_view source);

/// Coordinator of `from` sends to coordinator of `to`.
struct Send {
    int from = 0;
    int to = 0;

    friend bool operator==(Send, Send) = default;
};

struct TimedSend {
    int from = 0;
    int to = 0;
    Seconds start;
    Seconds arrival;
};

/// A schedule between clusters with its times.
struct TimedSchedule {
    std::vector<TimedSend> sends;
    /// [cluster]: when its last process has the message; infinite when it cannot be reached.
    std::vector<Seconds> completion;
    Seconds makespan;
};

/// The times of `sends`, carried out in this order. Requires that every sender holds the message by
/// then and no cluster receives twice.
[[nodiscard]] TimedSchedule evaluate(const ClusterProblem& problem, const std::vector<Send>& sends,
                                     Completion completion);

/// What a message of one size costs from cluster to cluster of a platform. What a cluster's boundary carries, and that
/// of the groups it is in, counts where it is less than the link does: into g_ij on the sender's side, into L_ij on the
/// receiver's.
class PairTimes {
public:
    struct Times {
        Seconds gap;      ///< g_ij
        Seconds latency;  ///< L_ij
    };

    /// `links`: platform::links_between(), which outlives this; `nests`: platform::groups_of_clusters().
    PairTimes(const base::SquareMatrix<const platform::Link*>& links,
              const std::vector<platform::GroupOfClusters>& nests, const platform::Platform& platform, Bytes size,
              platform::Receivers receivers = platform::Receivers::kReady);

    /// Nothing: they are not joined.
    [[nodiscard]] std::optional<Times> between(int from, int to) const;

private:
    struct Boundary {
        int number = 0;
        Seconds out;
        Seconds in;
    };

    /// Of the boundaries around `inside` that are not around `outside`.
    [[nodiscard]] Seconds slowest(int inside, int outside, Seconds Boundary::*way) const;

    const base::SquareMatrix<const platform::Link*>& links_;
    std::optional<platform::Handshake> handshake_;
    Bytes size_;
    platform::Receivers receivers_;
    std::vector<std::vector<Boundary>> around_;  ///< [cluster], the largest group first, then the cluster itself
};

/// The problem for the clusters `members` of the platform (cluster i of the problem is `members[i]`), root
/// `members[root]`.
[[nodiscard]] ClusterProblem problem_of(const PairTimes& times, const std::vector<int>& members, int root,
                                        std::vector<Seconds> local_time);
/// The same for messages of `size` bytes.
[[nodiscard]] ClusterProblem problem_of(const platform::Platform& platform, const std::vector<int>& members, int root,
                                        Bytes size, std::vector<Seconds> local_time);

}  // namespace causeway::inter_cluster
