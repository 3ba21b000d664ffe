/// From streams over many links at once to what each cluster's uplink and downlink carry.
#pragma once

#include "causeway/base/matrix.hpp"
#include "causeway/base/units.hpp"
#include "causeway/clustering/clustering.hpp"

#include <vector>

namespace causeway::probe {

/// A stream of messages from a host of one cluster to a host of another.
struct Flow {
    int from = 0;       ///< a cluster
    int to = 0;         ///< a cluster
    int from_host = 0;  ///< a host of `from`
    int to_host = 0;    ///< a host of `to`

    friend bool operator==(const Flow&, const Flow&) = default;
};

/// One flow for each ordered pair of clusters. The flows of a cluster are dealt out to its hosts in turn, first those
/// that leave, then those that enter: with 2 (C - 1) hosts each has a flow to itself, with C - 1 one in each direction.
/// `clusters`: their hosts.
[[nodiscard]] std::vector<Flow> flows_over_all_links(const clustering::Partition& clusters);

/// Those that leave or enter a cluster.
[[nodiscard]] std::vector<Flow> flows_of(int cluster, const std::vector<Flow>& flows);

/// What left or entered a cluster over all its links at once.
struct Aggregate {
    BytesPerSecond rate;
    /// Between the looks that were taken at it, as a part of `rate`.
    double spread = 0.0;
    /// Whether the cluster's own side set the rate: each of its links kept the rate it has alone, or no other links
    /// were in use. Otherwise it carries this at least.
    bool is_certain = false;

    friend bool operator==(const Aggregate&, const Aggregate&) = default;
};

/// Both directions of a cluster.
struct UplinkAggregates {
    Aggregate out;
    Aggregate in;

    friend bool operator==(const UplinkAggregates&, const UplinkAggregates&) = default;
};

/// Gathers experiments, in each of which some flows ran at once.
class UplinkEstimate {
public:
    /// `alone`: the rate that each link has when no other is in use, [from cluster][to cluster].
    explicit UplinkEstimate(base::SquareMatrix<BytesPerSecond> alone);

    /// `rates`: [flow][look]. What is told about a cluster counts in those directions in which all its links were in
    /// use.
    void add(const std::vector<Flow>& flows, const std::vector<std::vector<BytesPerSecond>>& rates);

    /// The most that was seen; 0 before an experiment with all links of the cluster.
    [[nodiscard]] const UplinkAggregates& of(int cluster) const;

    /// Whether both directions are certain.
    [[nodiscard]] bool is_certain(int cluster) const;

private:
    base::SquareMatrix<BytesPerSecond> alone_;
    std::vector<UplinkAggregates> clusters_;
};

}  // namespace causeway::probe
