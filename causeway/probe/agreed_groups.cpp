#include "causeway/probe/agreed_groups.hpp"

#include "causeway/discovery/combined_routes.hpp"
#include "causeway/discovery/group_samples.hpp"
#include "causeway/discovery/packed_routes.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/policy/measurement.hpp"
#include "causeway/probe/link_glances.hpp"
#include "causeway/probe/tell_all.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace causeway::probe {

namespace {

using discovery::ClusterGroups;
using discovery::GroupSample;

/// What looks are taken between, and with what.
struct Looks {
    MPI_Comm comm;
    const discovery::HostLayout& layout;
    const clustering::Partition& clusters;
    const discovery::ClusterLatencies& latencies;
    Bytes size;

    /// At these links of rank 0's, those of a step at once. Collective; what was seen, on rank 0.
    [[nodiscard]] std::vector<discovery::Glance> at(const std::vector<std::vector<GroupSample>>& steps) const {
        std::vector<int> numbers;  // of each step how many links, and the ends of these
        for (const std::vector<GroupSample>& step : steps) {
            numbers.push_back(static_cast<int>(step.size()));
            for (const GroupSample& sample : step) {
                numbers.insert(numbers.end(), {sample.link().first, sample.link().second});
            }
        }
        numbers = told_to_all(comm, numbers);
        if (numbers.empty()) {
            return {};
        }
        discovery::SeenRoutes mine;
        for (auto next = numbers.begin(); next != numbers.end();) {
            std::vector<std::pair<int, int>> links;
            const auto end = next + 1 + 2 * *next;
            for (++next; next != end; next += 2) {
                links.emplace_back(next[0], next[1]);
            }
            const int num_clusters = static_cast<int>(clusters.size());
            std::ranges::copy(
                glance_at_links(comm, layout, clusters, latencies, size, discovery::all_links_but(links, num_clusters)),
                std::back_inserter(mine.glances));
        }
        discovery::SeenRoutes all;
        for (const std::string& bytes : mpi::gather_texts(comm, discovery::packed(mine), 0)) {
            discovery::unpack(bytes, all);
        }
        return all.glances;
    }
};

}  // namespace

ClusterGroups agreed_groups(MPI_Comm comm, const ClusterGroups& groups) {
    std::vector<int> numbers;  // of each group how many clusters, and these
    for (const std::vector<int>& group : groups) {
        numbers.push_back(static_cast<int>(group.size()));
        numbers.insert(numbers.end(), group.begin(), group.end());
    }
    numbers = told_to_all(comm, numbers);
    ClusterGroups result;
    for (auto next = numbers.begin(); next != numbers.end();) {
        const auto end = next + 1 + *next;
        result.emplace_back(next + 1, end);
        next = end;
    }
    return result;
}

ClusterGroups tried_groups(MPI_Comm comm, const discovery::HostLayout& layout, const clustering::Partition& clusters,
                           const discovery::ClusterLatencies& latencies, const ClusterGroups& groups, Bytes size,
                           const std::vector<discovery::Route>& measured) {
    if (groups.empty()) {
        return groups;
    }
    const int num_clusters = static_cast<int>(clusters.size());
    const Looks look{comm, layout, clusters, latencies, size};
    std::vector<GroupSample> samples;
    if (mpi::rank_of(comm) == 0) {
        samples = discovery::samples_of(groups, num_clusters, measured);
    }
    const std::vector<discovery::Glance> first =
        look.at(discovery::steps_of(samples, groups, num_clusters, policy::kMostStepsOfSamples));
    samples = discovery::unlike_stand_ins(groups, samples, measured, first);
    const std::vector<GroupSample> doubted = discovery::with_stand_ins_of(groups, samples);
    const std::vector<discovery::Glance> second =
        look.at(discovery::steps_of(doubted, groups, num_clusters, doubted.size()));
    std::vector<discovery::Route> known = discovery::routes_of(second, measured);
    std::ranges::copy(measured, std::back_inserter(known));
    return agreed_groups(
        comm, discovery::groups_without(groups, discovery::unlike_stand_ins(groups, samples, known, second)));
}

}  // namespace causeway::probe
