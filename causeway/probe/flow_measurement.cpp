#include "causeway/probe/flow_measurement.hpp"

#include "causeway/discovery/flow_estimate.hpp"
#include "causeway/discovery/tournament.hpp"
#include "causeway/platform/flows.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/stream_experiments.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::probe {

namespace {

using clustering::Partition;
using discovery::Flow;
using discovery::FlowEstimate;
using discovery::HostLayout;
using discovery::opponents;
using discovery::Route;

/// A direction of a link under test.
struct Test {
    int from;
    int to;
    FlowEstimate estimate;
    bool is_measured = false;
};

/// Both directions of every link between clusters that meet in this round and for which no other one stands.
std::vector<Test> tests_of_round(const Partition& clusters, const discovery::ClusterGroups& groups,
                                 const base::SquareMatrix<KnownLink>& links, std::size_t round) {
    const int num_clusters = static_cast<int>(clusters.size());
    std::vector<Test> result;
    for (int from = 0; from < num_clusters; ++from) {
        const int to = opponents(from, num_clusters)[round];
        if (to < 0 || !(links(from, to).rate > 0.0) || discovery::stand_ins(groups, from, to) != std::pair(from, to)) {
            continue;
        }
        const std::size_t senders = clusters[static_cast<std::size_t>(from)].size();
        const std::size_t receivers = clusters[static_cast<std::size_t>(to)].size();
        const bool are_hosts_the_limit = links(from, to).is_as_fast_as_hosts();
        const std::size_t most_flows = are_hosts_the_limit ? std::min(senders, receivers) : senders * receivers;
        const int most = static_cast<int>(std::min<std::size_t>(most_flows, policy::kMostFlows));
        if (most > 1) {
            const int first = are_hosts_the_limit ? policy::kFirstFlowsOfHosts : FlowEstimate::kFewestFlows;
            result.push_back({from, to, FlowEstimate(BytesPerSecond(links(from, to).rate), most, first)});
        }
    }
    return result;
}

/// One experiment with the flows that every test asks for.
void experiment(StreamExperiments& experiments, const Partition& clusters, std::vector<Test>& tests) {
    std::vector<Flow> flows;
    std::vector<BytesPerSecond> offer;
    for (const Test& test : tests) {
        if (!test.estimate.wants_another()) {
            continue;
        }
        const std::vector<int>& senders = clusters[static_cast<std::size_t>(test.from)];
        const std::vector<int>& receivers = clusters[static_cast<std::size_t>(test.to)];
        for (int i = 0; i < test.estimate.num_flows(); ++i) {
            const platform::FlowEnds ends =
                platform::flow_ends(i, static_cast<int>(senders.size()), static_cast<int>(receivers.size()));
            flows.push_back({.from = test.from,
                             .to = test.to,
                             .from_host = senders[static_cast<std::size_t>(ends.sender)],
                             .to_host = receivers[static_cast<std::size_t>(ends.receiver)]});
            offer.push_back(test.estimate.offer());
        }
    }
    const std::vector<std::vector<BytesPerSecond>> rates = experiments.run(flows, offer);
    auto next = rates.begin();
    for (Test& test : tests) {
        if (test.estimate.wants_another()) {
            const auto end = next + test.estimate.num_flows();
            test.estimate.add({next, end});
            test.is_measured = true;
            next = end;
        }
    }
}

/// Both directions of the links for which measured ones stand.
void add_those_stood_for(const discovery::ClusterGroups& groups, int num_clusters, std::vector<LinkFlows>& flows) {
    const std::vector<LinkFlows> measured = flows;
    const auto add = [&](int from, int to) {
        const std::pair<int, int> ends = discovery::stand_ins(groups, from, to);
        const auto found = std::ranges::find_if(
            measured, [&](const LinkFlows& link) { return std::pair(link.from, link.to) == ends; });
        if (found != measured.end()) {
            flows.push_back(*found);
            flows.back().from = from;
            flows.back().to = to;
        }
    };
    for (const auto& [a, b] : discovery::links_stood_for(groups, num_clusters)) {
        add(a, b);
        add(b, a);
    }
}

}  // namespace

std::vector<LinkFlows> measure_flows(MPI_Comm comm, const HostLayout& layout, const Partition& clusters,
                                     const discovery::ClusterGroups& groups, const std::vector<Route>& routes,
                                     const SharedClock& clock, const StreamEffort& effort) {
    std::vector<LinkFlows> result;
    const int num_clusters = static_cast<int>(clusters.size());
    if (num_clusters < 2) {
        return result;
    }
    const base::SquareMatrix<KnownLink> links = known_links(comm, routes, num_clusters);
    StreamExperiments experiments(comm, layout, links, clock, effort);
    const auto rounds = static_cast<std::size_t>(discovery::num_rounds(num_clusters));
    for (std::size_t round = 0; round < rounds; ++round) {
        std::vector<Test> tests = tests_of_round(clusters, groups, links, round);
        const auto wants_another = [](const Test& test) { return test.estimate.wants_another(); };
        while (std::any_of(tests.begin(), tests.end(), wants_another) && experiments.is_time_for_another()) {
            experiment(experiments, clusters, tests);
        }
        for (const Test& test : tests) {
            if (test.is_measured) {
                result.push_back({.from = test.from,
                                  .to = test.to,
                                  .per_flow_limit = test.estimate.per_flow_limit(),
                                  .shared_capacity = test.estimate.together(),
                                  .num_flows = test.estimate.flows_for_most(),
                                  .is_certain = test.estimate.is_certain()});
            }
        }
    }
    add_those_stood_for(groups, num_clusters, result);
    return result;
}

}  // namespace causeway::probe
