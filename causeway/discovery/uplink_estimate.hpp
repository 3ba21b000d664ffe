/// From streams over many links at once to what each cluster's uplink and downlink carry.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"
#include "causeway/discovery/uplink_offers.hpp"

#include <vector>

namespace causeway::discovery {

/// A stream of messages from a host of one cluster to a host of another.
struct Flow {
    int from = 0;       ///< a cluster
    int to = 0;         ///< a cluster
    int from_host = 0;  ///< a host of `from`
    int to_host = 0;    ///< a host of `to`

    friend bool operator==(const Flow&, const Flow&) = default;
};

/// `num_flows`, [from][to] and at least 1, flows for each ordered pair of clusters. The flows of a cluster are dealt
/// out to its hosts in turn, first those that leave, then those that enter: with as many hosts as flows both ways each
/// has a flow to itself, with half of them one in each direction. The flows of one link are between different pairs of
/// hosts as far as there are that many. `clusters`: their hosts.
[[nodiscard]] std::vector<Flow> flows_over_all_links(const clustering::Partition& clusters,
                                                     const base::SquareMatrix<int>& num_flows);

/// What left or entered a cluster over all its links at once.
struct Aggregate {
    /// What stands behind the rate.
    enum class Known {
        kAtLeast,     ///< it carries this and perhaps more: nothing greater was offered that would have shown it
        kAllOffered,  ///< it carries this and perhaps more, which its links, or the others, never ask of it
        kFull,        ///< it carries this: less came than was offered, and nothing else was in the way
    };

    BytesPerSecond rate;
    /// Between the looks that were taken at it, as a part of `rate`.
    double spread = 0.0;
    Known known = Known::kAtLeast;

    friend bool operator==(const Aggregate&, const Aggregate&) = default;
};

/// Both directions of a cluster.
struct UplinkAggregates {
    Aggregate out;
    Aggregate in;

    friend bool operator==(const UplinkAggregates&, const UplinkAggregates&) = default;
};

/// A link between two clusters when no other is in use.
struct LinkAlone {
    BytesPerSecond rate;     ///< of all its flows together; above 0
    BytesPerSecond carried;  ///< seen to pass over it; less than `rate` where several clusters' flows may add up
    /// Whether a flow over it is as fast as hosts send to neighbours: they are the limit, as far as anybody knows.
    bool is_limited_by_hosts = false;
};

/// Says what the next experiment offers, and learns from what arrived. An offer far above what an uplink carries would
/// leave queues on the way, behind which the other direction's acknowledgements wait, so that less comes through than
/// the uplink carries. Therefore, with all links in use, each cluster is first offered a little more than its fastest
/// link carries alone; where all of that arrives, all that its links carry alone; where less than that arrives, little
/// more than the most that has arrived so far. Where hosts are what limits flows, all that they bring is offered at
/// once: nothing says that the uplink carries little.
///
/// What arrives with all links in use may be limited at the other ends. So what is not full or through by then has an
/// experiment in which the other ends have room (uplink_offers.hpp), as many sides at once as leave it to them: first
/// those of which the least is known.
class UplinkEstimate {
public:
    /// `flows`: at least one for each ordered pair of clusters. `links`: [from cluster][to cluster].
    UplinkEstimate(std::vector<Flow> flows, const base::SquareMatrix<LinkAlone>& links);

    /// Whether another experiment would tell more.
    [[nodiscard]] bool wants_another() const { return !next_.tested.empty(); }

    /// The rates for the next experiment, [flow]; 0 for those that take no part. Nothing is offered when no other is
    /// wanted.
    [[nodiscard]] std::vector<BytesPerSecond> offer() const;

    /// What arrived of the offer: [flow][look]. Requires wants_another().
    void add(const std::vector<std::vector<BytesPerSecond>>& rates);

    /// The most that was seen; 0 before the first experiment.
    [[nodiscard]] UplinkAggregates of(int cluster) const;

private:
    /// One direction of a cluster.
    struct Side {
        Aggregate found;
        double all_alone = 0.0;       ///< the sum over its links, in bytes per second
        double by_hosts = 0.0;        ///< the same over those that hosts limit
        double fastest_link = 0.0;    ///< what one of its links carries alone, in bytes per second
        double wanted = 0.0;          ///< by its next experiment; bytes per second
        double came_through = 0.0;    ///< the greatest offer that did; bytes per second
        bool fell_short = false;      ///< in some experiment
        bool wants_all_links = true;  ///< an experiment over all links at once
        int num_tests = 0;            ///< with room at the other ends

        [[nodiscard]] double carried() const;
    };

    struct Experiment {
        std::vector<UplinkSide> tested;
        bool is_over_all_links = true;
        base::SquareMatrix<BytesPerSecond> offers;  ///< over each link
    };

    /// What an experiment brought a side.
    struct Seen {
        double offered = 0.0;       ///< bytes per second
        std::vector<double> looks;  ///< what arrived; bytes per second
        bool is_own_limit = false;  ///< what fell short did so where the other end was not full

        [[nodiscard]] double typical() const;
        [[nodiscard]] bool came_through() const;
    };

    [[nodiscard]] Side& at(UplinkSide side);
    [[nodiscard]] const Side& at(UplinkSide side) const;
    [[nodiscard]] std::vector<UplinkSide> all_sides() const;
    [[nodiscard]] UplinkOffers room() const;
    [[nodiscard]] Experiment over_all_links() const;
    [[nodiscard]] Experiment with_room_at_other_ends() const;
    /// [side as in all_sides()]
    [[nodiscard]] std::vector<Seen> seen_in(const std::vector<std::vector<BytesPerSecond>>& rates) const;
    /// Whose shortage over all links at once was not that of the other ends: [side as in all_sides()].
    void find_own_limits(std::vector<Seen>& seen, const std::vector<std::vector<BytesPerSecond>>& rates) const;
    void settle_and_go_on();

    static void note(Side& side, const Seen& seen);
    static void learn_from_all_links(Side& side, const Seen& seen);
    static void learn_from_test(Side& side, const Seen& seen);

    std::vector<Flow> flows_;
    base::SquareMatrix<int> num_flows_;         ///< of each link
    base::SquareMatrix<BytesPerSecond> alone_;  ///< what it carries alone
    std::vector<Side> out_;                     ///< [cluster]
    std::vector<Side> in_;                      ///< [cluster]
    int num_over_all_links_ = 0;                ///< experiments
    Experiment next_;
};

}  // namespace causeway::discovery
