#include "causeway/probe/uplink_measurement.hpp"

#include "causeway/probe/stream_experiments.hpp"

#include <utility>

namespace causeway::probe {

namespace {

using clustering::Partition;
using discovery::Flow;
using discovery::HostLayout;
using discovery::Route;
using discovery::UplinkAggregates;

constexpr int kFewestClusters = 3;  // with two there is one link

}  // namespace

std::vector<UplinkAggregates> measure_uplinks(MPI_Comm comm, const HostLayout& layout, const Partition& clusters,
                                              const std::vector<Route>& routes, const std::vector<LinkFlows>& flows_of,
                                              const SharedClock& clock, Seconds budget) {
    const int num_clusters = static_cast<int>(clusters.size());
    if (num_clusters < kFewestClusters) {
        return {};
    }
    const base::SquareMatrix<KnownLink> links = known_links(comm, routes, num_clusters);
    base::SquareMatrix<BytesPerSecond> alone(num_clusters);
    base::SquareMatrix<int> num_flows(num_clusters, 1);
    for (int from = 0; from < num_clusters; ++from) {
        for (int to = 0; to < num_clusters; ++to) {
            alone(from, to) = BytesPerSecond(links(from, to).rate);
            if (from != to && !(links(from, to).rate > 0.0)) {
                return {};
            }
        }
    }
    for (const LinkFlows& link : flows_of) {
        if (link.per_flow_limit) {
            alone(link.from, link.to) = link.shared_capacity;
            num_flows(link.from, link.to) = link.num_flows;
        }
    }
    const std::vector<Flow> flows = discovery::flows_over_all_links(clusters, num_flows);
    StreamExperiments experiments(comm, layout, links, clock, budget);
    discovery::UplinkEstimate estimate(flows, std::move(alone));
    do {
        estimate.add(experiments.run(flows, estimate.offer()));
    } while (estimate.wants_another() && experiments.is_time_for_another());
    std::vector<UplinkAggregates> result;
    for (int cluster = 0; cluster < num_clusters; ++cluster) {
        result.push_back(estimate.of(cluster));
    }
    return result;
}

}  // namespace causeway::probe
