#include "causeway/job/communicator_levels.hpp"

#include "causeway/job/processes.hpp"
#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

namespace causeway::job {

namespace {

using platform::MessageCost;

extern "C" int causeway_delete_levels(MPI_Comm, int, void* value, void*) {
    delete static_cast<CommunicatorLevels*>(value);
    return MPI_SUCCESS;
}

std::unique_ptr<CommunicatorLevels> make_levels(const Job& job, MPI_Comm comm) {
    auto result = std::make_unique<CommunicatorLevels>();
    for (const int member : world_ranks(comm)) {
        result->host_names.push_back(job.host_names[static_cast<std::size_t>(member)]);
    }
    result->levels = platform::process_levels_of(*job.facts.first(), result->host_names);
    return result;
}

/// Field by field; nothing if one of the two is nothing.
std::optional<MessageCost> dearer(const std::optional<MessageCost>& a, const std::optional<MessageCost>& b) {
    if (!a || !b) {
        return std::nullopt;
    }
    return MessageCost{.latency = std::max(a->latency, b->latency), .gap = std::max(a->gap, b->gap)};
}

/// Processes inside a cluster that stand for its parts.
std::vector<int> parts_of(const CommunicatorLevels& known, std::size_t level, int cluster) {
    const platform::ProcessCluster& members = known.levels[level].clusters[static_cast<std::size_t>(cluster)];
    std::vector<int> parts;
    if (level == 0) {
        parts.assign(members.ranks.begin(), members.ranks.begin() + (members.ranks.size() > 1 ? 2 : 1));
        return parts;
    }
    for (const platform::ProcessCluster& finer : known.levels[level - 1].clusters) {
        if (known.levels[level].cluster_of[static_cast<std::size_t>(finer.coordinator())] == cluster) {
            parts.push_back(finer.coordinator());
        }
    }
    return parts;
}

}  // namespace

int create_levels_key() {
    int key = MPI_KEYVAL_INVALID;
    mpi::check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, causeway_delete_levels, &key, nullptr),
               "MPI_Comm_create_keyval");
    return key;
}

const CommunicatorLevels& levels_in(const Job& job, MPI_Comm comm) {
    void* value = nullptr;
    int found = 0;
    mpi::check(PMPI_Comm_get_attr(comm, job.levels_key, &value, &found), "MPI_Comm_get_attr");
    if (found == 0) {
        std::unique_ptr<CommunicatorLevels> made = make_levels(job, comm);
        mpi::check(PMPI_Comm_set_attr(comm, job.levels_key, made.get()), "MPI_Comm_set_attr");
        value = made.release();
    }
    return *static_cast<const CommunicatorLevels*>(value);
}

std::optional<MessageCost> cost_between(const Job& job, const CommunicatorLevels& known, int from, int to, Bytes size) {
    return platform::message_cost(*job.facts.newest(), known.host_names[static_cast<std::size_t>(from)],
                                  known.host_names[static_cast<std::size_t>(to)], size);
}

std::optional<MessageCost> cost_between_clusters(const Job& job, const CommunicatorLevels& known, std::size_t level,
                                                 int from, int to, Bytes size) {
    const auto& clusters = known.levels[level].clusters;
    if (from != to) {
        return cost_between(job, known, clusters[static_cast<std::size_t>(from)].coordinator(),
                            clusters[static_cast<std::size_t>(to)].coordinator(), size);
    }
    const std::vector<int> parts = parts_of(known, level, from);
    if (parts.size() == 1) {
        return level == 0 ? std::nullopt
                          : cost_between_clusters(
                                job, known, level - 1,
                                known.levels[level - 1].cluster_of[static_cast<std::size_t>(parts.front())],
                                known.levels[level - 1].cluster_of[static_cast<std::size_t>(parts.front())], size);
    }
    std::optional<MessageCost> dearest = MessageCost{};
    for (const int a : parts) {
        for (const int b : parts) {
            dearest = a == b ? dearest : dearer(dearest, cost_between(job, known, a, b, size));
        }
    }
    return dearest;
}

}  // namespace causeway::job
