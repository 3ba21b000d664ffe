#include "causeway/probe/uplink_measurement.hpp"

#include "causeway/clustering/edges.hpp"
#include "causeway/probe/stream_experiments.hpp"
#include "causeway/statistics/sample.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace causeway::probe {

namespace {

using clustering::Partition;
using discovery::ClusterGroups;
using discovery::Family;
using discovery::Flow;
using discovery::HostLayout;
using discovery::Route;
using discovery::UplinkAggregates;

/// Two single clusters with nothing around them have one link and nothing to share.
bool has_something_to_share(const Family& family) {
    constexpr std::size_t kFewest = 3;
    return family.children.size() >= kFewest || family.group >= 0 ||
           std::any_of(family.children.begin(), family.children.end(),
                       [](const std::vector<int>& child) { return child.size() > 1; });
}

/// Hosts of the clusters, one of each in turn.
std::vector<int> hosts_in_turn(const std::vector<int>& clusters, const Partition& hosts_of) {
    std::vector<int> result;
    std::size_t most = 0;
    for (const int cluster : clusters) {
        most = std::max(most, hosts_of[static_cast<std::size_t>(cluster)].size());
    }
    for (std::size_t turn = 0; turn < most; ++turn) {
        for (const int cluster : clusters) {
            const std::vector<int>& hosts = hosts_of[static_cast<std::size_t>(cluster)];
            if (turn < hosts.size()) {
                result.push_back(hosts[turn]);
            }
        }
    }
    return result;
}

/// A link between two clusters when no other is in use.
struct FilledLink {
    BytesPerSecond rate;
    int num_flows = 1;  ///< that bring it
    /// Whether a flow is as fast as hosts are: nobody knows what more of them bring.
    bool is_limited_by_hosts = false;
};

/// [from][to]; empty if some link has no rate.
base::SquareMatrix<FilledLink> filled_links(const base::SquareMatrix<KnownLink>& known,
                                            const std::vector<LinkFlows>& flows_of) {
    base::SquareMatrix<FilledLink> links(known.size());
    for (int from = 0; from < known.size(); ++from) {
        for (int to = 0; to < known.size(); ++to) {
            const KnownLink& link = known(from, to);
            if (from != to && !(link.rate > 0.0)) {
                return {};
            }
            links(from, to) = {.rate = BytesPerSecond(link.rate), .is_limited_by_hosts = link.is_as_fast_as_hosts()};
        }
    }
    for (const LinkFlows& found : flows_of) {
        FilledLink& link = links(found.from, found.to);
        if (!found.per_flow_limit) {
            link.is_limited_by_hosts = false;
        } else if (!link.is_limited_by_hosts) {
            link = {.rate = found.shared_capacity, .num_flows = found.num_flows};
        }
    }
    return links;
}

/// The experiment between the children of one family; its "clusters" are the children, by number.
class FamilyExperiment {
public:
    /// `links`: between clusters, [from][to].
    FamilyExperiment(const Family& family, const Partition& hosts_of, const base::SquareMatrix<FilledLink>& links)
        : family_(family),
          flows_(flows_between(family, hosts_of, links)),
          estimate_(estimate_of(hosts_of, links)),
          came_(static_cast<int>(family.children.size()), BytesPerSecond(0.0)) {}

    [[nodiscard]] const Family& family() const { return family_; }
    [[nodiscard]] const std::vector<Flow>& flows() const { return flows_; }
    [[nodiscard]] const discovery::UplinkEstimate& estimate() const { return estimate_; }

    /// What arrived, [flow][look].
    void add(const std::vector<std::vector<BytesPerSecond>>& rates) {
        estimate_.add(rates);
        base::SquareMatrix<double> sum(came_.size(), 0.0);
        for (std::size_t f = 0; f < flows_.size(); ++f) {
            std::vector<double> looks(rates[f].size());
            std::ranges::transform(rates[f], looks.begin(), &BytesPerSecond::value);
            sum(flows_[f].from, flows_[f].to) += statistics::median(std::move(looks));
        }
        for (int a = 0; a < came_.size(); ++a) {
            for (int b = 0; b < came_.size(); ++b) {
                came_(a, b) = std::max(came_(a, b), BytesPerSecond(sum(a, b)));
            }
        }
    }

    /// Of links that hosts limit, those over which several flows brought more than one.
    [[nodiscard]] std::vector<LinkFlows> flows_of_links(const base::SquareMatrix<FilledLink>& links) const {
        std::vector<LinkFlows> result;
        for (int a = 0; a < came_.size(); ++a) {
            for (int b = 0; b < came_.size(); ++b) {
                const std::vector<int>& from = family_.children[static_cast<std::size_t>(a)];
                const std::vector<int>& to = family_.children[static_cast<std::size_t>(b)];
                const FilledLink& link = links(from.front(), to.front());
                const bool has_grown = came_(a, b).value() > policy::kAggregateGrew * link.rate.value();
                if (a != b && from.size() == 1 && to.size() == 1 && link.is_limited_by_hosts && has_grown) {
                    const auto num_flows =
                        std::ranges::count_if(flows_, [&](const Flow& flow) { return flow.from == a && flow.to == b; });
                    result.push_back({.from = from.front(),
                                      .to = to.front(),
                                      .per_flow_limit = link.rate,
                                      .shared_capacity = came_(a, b),
                                      .num_flows = static_cast<int>(num_flows)});
                }
            }
        }
        return result;
    }

private:
    [[nodiscard]] static std::vector<Flow> flows_between(const Family& family, const Partition& hosts_of,
                                                         const base::SquareMatrix<FilledLink>& links) {
        const int n = static_cast<int>(family.children.size());
        Partition hosts;
        for (const std::vector<int>& child : family.children) {
            hosts.push_back(hosts_in_turn(child, hosts_of));
        }
        base::SquareMatrix<int> wanted(n, 1);
        for (int a = 0; a < n; ++a) {
            for (int b = 0; b < n; ++b) {
                if (a == b) {
                    continue;
                }
                const std::vector<int>& from = family.children[static_cast<std::size_t>(a)];
                const std::vector<int>& to = family.children[static_cast<std::size_t>(b)];
                const FilledLink& link = links(from.front(), to.front());
                const bool is_of_clusters = from.size() == 1 && to.size() == 1;
                // Every cluster of a group has a flow to some other child, and every host that is the limit, as far as
                // there may be flows.
                const std::size_t hosts_of_larger =
                    std::max(hosts[static_cast<std::size_t>(a)].size(), hosts[static_cast<std::size_t>(b)].size());
                const int most = is_of_clusters
                                     ? std::min(static_cast<int>(hosts_of_larger), policy::kMostFlows * (n - 1))
                                     : static_cast<int>(std::max(from.size(), to.size()));
                const bool is_dealt_out = !is_of_clusters || link.is_limited_by_hosts;
                wanted(a, b) = is_dealt_out ? (most + n - 2) / (n - 1) : link.num_flows;
            }
        }
        return discovery::flows_over_all_links(hosts, wanted);
    }

    [[nodiscard]] discovery::UplinkEstimate estimate_of(const Partition& hosts_of,
                                                        const base::SquareMatrix<FilledLink>& links) const {
        const int n = static_cast<int>(family_.children.size());
        base::SquareMatrix<int> flows_of(n, 0);
        for (const Flow& flow : flows_) {
            ++flows_of(flow.from, flow.to);
        }
        base::SquareMatrix<discovery::LinkAlone> alone(n);
        for (int a = 0; a < n; ++a) {
            for (int b = 0; b < n; ++b) {
                const std::vector<int>& from = family_.children[static_cast<std::size_t>(a)];
                const std::vector<int>& to = family_.children[static_cast<std::size_t>(b)];
                const FilledLink& link = links(from.front(), to.front());
                const bool is_of_clusters = from.size() == 1 && to.size() == 1;
                double of_flows = 1.0;
                if (!is_of_clusters) {  // if they share nothing, each flow brings what one does
                    of_flows = flows_of(a, b);
                } else if (link.is_limited_by_hosts) {  // each end's hosts have so many flows over all links
                    const std::size_t fewest = std::min(hosts_of[static_cast<std::size_t>(from.front())].size(),
                                                        hosts_of[static_cast<std::size_t>(to.front())].size());
                    of_flows = std::min<double>(flows_of(a, b), static_cast<double>(fewest) / (n - 1));
                }
                alone(a, b) = {.rate = BytesPerSecond(of_flows * link.rate.value()),
                               .carried = link.rate,
                               .is_limited_by_hosts = is_of_clusters && link.is_limited_by_hosts};
            }
        }
        return {flows_, alone};
    }

    Family family_;
    std::vector<Flow> flows_;
    discovery::UplinkEstimate estimate_;
    base::SquareMatrix<BytesPerSecond> came_;  ///< the most that arrived over each link, [from child][to child]
};

/// What single clusters were seen to carry in experiments between groups that they are in: this at least.
class SeenOfClusters {
public:
    explicit SeenOfClusters(std::size_t num_clusters) : out_(num_clusters, 0.0), in_(num_clusters, 0.0) {}

    /// `flows`: between clusters.
    void add(const std::vector<Flow>& flows, const std::vector<std::vector<BytesPerSecond>>& rates) {
        add_one_way(flows, rates, &Flow::from, out_);
        add_one_way(flows, rates, &Flow::to, in_);
    }

    void raise(UplinkAggregates& found, std::size_t cluster) const {
        found.out.rate = std::max(found.out.rate, BytesPerSecond(out_[cluster]));
        found.in.rate = std::max(found.in.rate, BytesPerSecond(in_[cluster]));
    }

private:
    static void add_one_way(const std::vector<Flow>& flows, const std::vector<std::vector<BytesPerSecond>>& rates,
                            int Flow::*end, std::vector<double>& most) {
        for (std::size_t cluster = 0; cluster < most.size(); ++cluster) {
            std::vector<double> looks;
            for (std::size_t f = 0; f < flows.size(); ++f) {
                if (static_cast<std::size_t>(flows[f].*end) == cluster) {
                    looks.resize(rates[f].size(), 0.0);
                    std::transform(looks.begin(), looks.end(), rates[f].begin(), looks.begin(),
                                   [](double sum, BytesPerSecond rate) { return sum + rate.value(); });
                }
            }
            most[cluster] = looks.empty() ? most[cluster] : std::max(most[cluster], statistics::median(looks));
        }
    }

    std::vector<double> out_;  ///< bytes per second, [cluster]
    std::vector<double> in_;
};

/// What arrived of each flow; nothing of those that offer nothing.
std::vector<std::vector<BytesPerSecond>> run_offered(StreamExperiments& streams, const std::vector<Flow>& flows,
                                                     const std::vector<BytesPerSecond>& offer, SeenOfClusters& seen) {
    std::vector<Flow> used;
    std::vector<BytesPerSecond> offered;
    for (std::size_t f = 0; f < flows.size(); ++f) {
        if (offer[f] > BytesPerSecond(0.0)) {
            used.push_back(flows[f]);
            offered.push_back(offer[f]);
        }
    }
    const std::vector<std::vector<BytesPerSecond>> arrived = streams.run(used, offered);
    seen.add(used, arrived);
    std::vector<std::vector<BytesPerSecond>> rates;
    auto next = arrived.begin();
    for (const BytesPerSecond rate : offer) {
        rates.push_back(rate > BytesPerSecond(0.0) ? *next++
                                                   : std::vector(arrived.front().size(), BytesPerSecond(0.0)));
    }
    return rates;
}

/// One experiment of all families at once that want one.
void run_together(StreamExperiments& streams, std::vector<FamilyExperiment>& families,
                  const std::vector<int>& cluster_of_host, SeenOfClusters& seen) {
    std::vector<Flow> flows;
    std::vector<BytesPerSecond> offer;
    for (FamilyExperiment& one : families) {
        if (!one.estimate().wants_another()) {
            continue;
        }
        for (Flow flow : one.flows()) {
            flow.from = cluster_of_host[static_cast<std::size_t>(flow.from_host)];
            flow.to = cluster_of_host[static_cast<std::size_t>(flow.to_host)];
            flows.push_back(flow);
        }
        const std::vector<BytesPerSecond> offered = one.estimate().offer();
        offer.insert(offer.end(), offered.begin(), offered.end());
    }
    const std::vector<std::vector<BytesPerSecond>> rates = run_offered(streams, flows, offer, seen);
    auto next = rates.begin();
    for (FamilyExperiment& one : families) {
        if (one.estimate().wants_another()) {
            const auto end = next + static_cast<std::ptrdiff_t>(one.flows().size());
            one.add({next, end});
            next = end;
        }
    }
}

}  // namespace

Uplinks measure_uplinks(MPI_Comm comm, const HostLayout& layout, const Partition& clusters, const ClusterGroups& groups,
                        const std::vector<Route>& routes, const std::vector<LinkFlows>& flows_of,
                        const SharedClock& clock, const StreamEffort& effort) {
    const int num_clusters = static_cast<int>(clusters.size());
    const std::vector<Family> families = discovery::families_of(groups, num_clusters);
    if (num_clusters < 2 || !has_something_to_share(families.front())) {
        return {};
    }
    const base::SquareMatrix<KnownLink> links = known_links(comm, routes, num_clusters);
    const base::SquareMatrix<FilledLink> filled = filled_links(links, flows_of);
    if (filled.size() == 0) {
        return {};
    }
    const std::vector<int> cluster_of_host = clustering::labels_of(clusters, layout.num_hosts());
    const int deepest = std::ranges::max(families, {}, &Family::depth).depth;
    StreamEffort of_depth = effort;
    of_depth.budget = effort.budget / (deepest + 1);
    const auto is_news = [&](const LinkFlows& link) {
        return std::ranges::none_of(flows_of, [&](const LinkFlows& known) {
            return std::pair(known.from, known.to) == std::pair(link.from, link.to);
        });
    };
    SeenOfClusters seen(clusters.size());
    Uplinks result{.of_clusters = std::vector<UplinkAggregates>(clusters.size()),
                   .of_groups = std::vector<UplinkAggregates>(groups.size()),
                   .of_links = {}};
    for (int depth = 0; depth <= deepest; ++depth) {
        std::vector<FamilyExperiment> together;
        for (const Family& family : families) {
            if (family.depth == depth && has_something_to_share(family)) {
                together.emplace_back(family, clusters, filled);
            }
        }
        const auto wants_another = [](const FamilyExperiment& one) { return one.estimate().wants_another(); };
        StreamExperiments streams(comm, layout, links, clock, of_depth);
        do {
            run_together(streams, together, cluster_of_host, seen);
        } while (std::any_of(together.begin(), together.end(), wants_another) && streams.is_time_for_another());
        for (const FamilyExperiment& one : together) {
            std::ranges::copy_if(one.flows_of_links(filled), std::back_inserter(result.of_links), is_news);
            const std::vector<std::vector<int>>& children = one.family().children;
            for (std::size_t child = 0; child < children.size(); ++child) {
                const UplinkAggregates found = one.estimate().of(static_cast<int>(child));
                const auto group = std::ranges::find(groups, children[child]);
                if (group != groups.end()) {
                    result.of_groups[static_cast<std::size_t>(group - groups.begin())] = found;
                } else {
                    result.of_clusters[static_cast<std::size_t>(children[child].front())] = found;
                }
            }
        }
    }
    for (std::size_t cluster = 0; cluster < clusters.size() && !groups.empty(); ++cluster) {
        seen.raise(result.of_clusters[cluster], cluster);
    }
    return result;
}

}  // namespace causeway::probe
