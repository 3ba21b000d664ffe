#include "causeway/probe/agreed_routes.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/agreed_groups.hpp"
#include "causeway/probe/link_look.hpp"
#include "causeway/probe/tell_all.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace causeway::probe {

namespace {

using Links = std::vector<std::pair<int, int>>;
using clustering::Partition;
using discovery::BelievedMonitoring;
using discovery::ClusterLatencies;
using discovery::CombinedRoutes;
using discovery::HostLayout;
using discovery::Route;

/// Rank 0's links, on every rank.
Links agreed_links(MPI_Comm comm, const BelievedMonitoring& monitoring, const Partition& clusters) {
    std::vector<int> numbers;
    if (mpi::rank_of(comm) == 0 && monitoring.latencies.size() > 0) {
        for (const auto& [a, b] : discovery::monitored_links(monitoring, clusters)) {
            numbers.insert(numbers.end(), {a, b});
        }
    }
    numbers = told_to_all(comm, numbers);
    Links links;
    for (std::size_t i = 0; i < numbers.size(); i += 2) {
        links.emplace_back(numbers[i], numbers[i + 1]);
    }
    return links;
}

Links without(Links links, const Links& others) {
    std::erase_if(links,
                  [&](const std::pair<int, int>& link) { return std::ranges::find(others, link) != others.end(); });
    return links;
}

Links together(Links links, const Links& others) {
    links.insert(links.end(), others.begin(), others.end());
    return links;
}

}  // namespace

CombinedRoutes combine_routes(MPI_Comm comm, const HostLayout& layout, const Partition& clusters,
                              const ClusterLatencies& latencies, const discovery::ClusterGroups& groups,
                              const RouteEffort& effort, const BelievedMonitoring& monitoring) {
    const bool is_first = mpi::rank_of(comm) == 0;
    const Links known = agreed_links(comm, monitoring, clusters);
    const bool is_checked = known.size() > 1;
    const Links taken(known.begin() + (is_checked ? 1 : 0), known.end());
    const auto part = [&](double share) {
        return RouteEffort{
            .budget = share * effort.budget, .at_a_glance = effort.at_a_glance, .handshake = effort.handshake};
    };
    const int num_clusters = static_cast<int>(clusters.size());
    const Links first_stood_for = without(discovery::links_stood_for(groups, num_clusters), known);
    CombinedRoutes result;
    result.routes =
        measure_routes(comm, layout, clusters, latencies, part(is_checked ? policy::kShareOfFirstLook : 1.0),
                       together(taken, first_stood_for));
    result.groups = tried_groups(comm, layout, clusters, latencies, groups, look_size(effort.handshake), result.routes);
    const Links stood_for = without(discovery::links_stood_for(result.groups, num_clusters), known);
    Links to_measure = without(first_stood_for, stood_for);
    int is_contradicted = 0;
    if (is_checked) {
        if (is_first) {
            result.contradiction = discovery::contradiction_of(result.routes, known.front(), monitoring, clusters);
            is_contradicted = result.contradiction ? 1 : 0;
        }
        tell_all(&is_contradicted, 1, MPI_INT, comm);
    }
    std::vector<Route> others;
    if (is_contradicted != 0) {
        to_measure = together(std::move(to_measure), taken);
    } else if (is_first && !taken.empty()) {
        others = discovery::monitored_routes(monitoring, clusters, taken, result.routes);
    }
    if (!to_measure.empty()) {
        std::vector<Route> more =
            measure_routes(comm, layout, clusters, latencies, part(1.0 - policy::kShareOfFirstLook),
                           discovery::all_links_but(to_measure, num_clusters));
        std::ranges::copy_if(more, std::back_inserter(others),
                             [](const Route& route) { return route.kind == Route::Kind::kBetweenClusters; });
    }
    std::move(others.begin(), others.end(), std::back_inserter(result.routes));
    if (is_first) {
        result.routes =
            discovery::with_stand_ins(std::move(result.routes), result.groups, stood_for, latencies.between);
        result.routes = discovery::with_monitored_directions(std::move(result.routes), monitoring, clusters);
    }
    std::sort(result.routes.begin(), result.routes.end(), [](const Route& a, const Route& b) {
        return std::tie(a.kind, a.from, a.to) < std::tie(b.kind, b.from, b.to);
    });
    return result;
}

}  // namespace causeway::probe
