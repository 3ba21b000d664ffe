/// From streams over many links at once to what each cluster's uplink and downlink carry.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"

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

/// `num_flows`, [from][to] and at least 1, flows for each ordered pair of clusters. Where it is one for all, the flows
/// of a cluster are dealt out to its hosts in turn, first those that leave, then those that enter: with 2 (C - 1) hosts
/// each has a flow to itself, with C - 1 one in each direction. The flows of one link are between different pairs of
/// hosts as far as there are that many. `clusters`: their hosts.
[[nodiscard]] std::vector<Flow> flows_over_all_links(const clustering::Partition& clusters,
                                                     const base::SquareMatrix<int>& num_flows);

/// What left or entered a cluster over all its links at once.
struct Aggregate {
    BytesPerSecond rate;
    /// Between the looks that were taken at it, as a part of `rate`.
    double spread = 0.0;
    /// Whether a greater offer would not bring more: all that its links carry alone came through, or less came than
    /// was offered, or the other clusters cannot give or take more. Otherwise it carries this at least.
    bool is_certain = false;

    friend bool operator==(const Aggregate&, const Aggregate&) = default;
};

/// Both directions of a cluster.
struct UplinkAggregates {
    Aggregate out;
    Aggregate in;

    friend bool operator==(const UplinkAggregates&, const UplinkAggregates&) = default;
};

/// Says what the next experiment offers, and learns from what arrived. An offer far above what an uplink carries would
/// leave queues on the way, behind which the other direction's acknowledgements wait, so that less comes through than
/// the uplink carries. Therefore each cluster is first offered a little more than its fastest link carries alone, which
/// settles it where all its links share one uplink; then all that its links carry alone; where less than that arrives,
/// little more than the most that has arrived so far.
class UplinkEstimate {
public:
    /// `flows`: at least one for each ordered pair of clusters. `alone`: the rate that each link has when no other is
    /// in use, all its flows together, [from cluster][to cluster], above 0. `carried`: what was seen to pass over it,
    /// where flows of several clusters may share what one brings; else it is `alone`.
    UplinkEstimate(std::vector<Flow> flows, const base::SquareMatrix<BytesPerSecond>& alone,
                   const base::SquareMatrix<BytesPerSecond>& carried);
    UplinkEstimate(std::vector<Flow> flows, const base::SquareMatrix<BytesPerSecond>& alone);

    /// Whether another experiment would tell more.
    [[nodiscard]] bool wants_another() const;

    /// The rates for the next experiment, [flow].
    [[nodiscard]] std::vector<BytesPerSecond> offer() const;

    /// What arrived of the offer: [flow][look].
    void add(const std::vector<std::vector<BytesPerSecond>>& rates);

    /// The most that was seen; 0 before the first experiment.
    [[nodiscard]] UplinkAggregates of(int cluster) const;

private:
    /// One direction of a cluster.
    struct Side {
        Aggregate found;
        double all_alone = 0.0;  ///< the sum over its links, in bytes per second
        double offered = 0.0;    ///< by the next experiment unless the other ends take or give less; bytes per second
        double fastest_link = 0.0;  ///< what one of its links carries alone, in bytes per second
        bool fell_short = false;    ///< in some experiment
        bool wants_more = true;
    };

    static void learn(Side& side, double offered, const std::vector<double>& looks);

    std::vector<Flow> flows_;
    base::SquareMatrix<double> alone_;  ///< each flow's part of what the link carries alone, in bytes per second
    std::vector<Side> out_;             ///< [cluster]
    std::vector<Side> in_;              ///< [cluster]
};

}  // namespace causeway::discovery
