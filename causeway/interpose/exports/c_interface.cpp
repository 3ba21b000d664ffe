/// The C interface for programs that want to know the network, include/causeway.h: checks arguments, turns what is
/// thrown into codes.
#include <causeway.h>

#include "causeway/base/version.hpp"
#include "causeway/job/communicator_levels.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/preload/inactive.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#define CAUSEWAY_EXPORT extern "C" __attribute__((visibility("default")))

static_assert(CAUSEWAY_VERSION_MAJOR == CAUSEWAY_PROJECT_MAJOR && CAUSEWAY_VERSION_MINOR == CAUSEWAY_PROJECT_MINOR &&
                  CAUSEWAY_VERSION_PATCH == CAUSEWAY_PROJECT_PATCH,
              "causeway.h states the version of the project");
static_assert(CAUSEWAY_INACTIVE == causeway::preload::kInactive);

namespace {

using causeway::Bytes;
using causeway::job::CommunicatorLevels;
using causeway::job::Job;
using causeway::platform::kRateSize;
using causeway::platform::ProcessCluster;
using causeway::platform::ProcessLevel;

void copy_name(const std::string& name, char (&field)[CAUSEWAY_MAX_NAME]) {
    const std::size_t length = std::min(name.size(), sizeof field - 1);
    std::memset(field, 0, sizeof field);
    std::memcpy(field, name.data(), length);
}

/// `answer(job, known)` for a communicator that is known; its code, or that of what is wrong.
template <typename Answer>
int ask(MPI_Comm comm, Answer answer) noexcept {
    const Job* job = causeway::job::active_job();
    if (job == nullptr) {
        return CAUSEWAY_INACTIVE;
    }
    if (comm == MPI_COMM_NULL) {
        return CAUSEWAY_ERR_COMM;
    }
    try {
        int is_inter = 0;
        causeway::mpi::check(PMPI_Comm_test_inter(comm, &is_inter), "MPI_Comm_test_inter");
        if (is_inter != 0) {
            return CAUSEWAY_ERR_COMM;
        }
        const CommunicatorLevels& known = causeway::job::levels_in(*job, comm);
        return known.levels.empty() ? CAUSEWAY_UNKNOWN : answer(*job, known);
    } catch (const std::bad_alloc&) {
        return CAUSEWAY_ERR_MEMORY;
    } catch (...) {
        return CAUSEWAY_ERR_MPI;
    }
}

/// The same for one of its levels.
template <typename Answer>
int ask(MPI_Comm comm, int level, const void* output, Answer answer) noexcept {
    return ask(comm, [&](const Job& job, const CommunicatorLevels& known) {
        if (level < 0 || level >= static_cast<int>(known.levels.size()) || output == nullptr) {
            return CAUSEWAY_ERR_ARGUMENT;
        }
        return answer(job, known, known.levels[static_cast<std::size_t>(level)]);
    });
}

template <typename Element>
bool has(const std::vector<Element>& elements, int index) {
    return index >= 0 && index < static_cast<int>(elements.size());
}

/// A new communicator of the processes with the same `colour`; none for those with a negative one.
int split(MPI_Comm comm, int colour, MPI_Comm* result) {
    MPI_Comm made = MPI_COMM_NULL;
    causeway::mpi::check(
        PMPI_Comm_split(comm, colour < 0 ? MPI_UNDEFINED : colour, causeway::mpi::rank_of(comm), &made),
        "MPI_Comm_split");
    *result = made;
    return CAUSEWAY_SUCCESS;
}

int own_cluster(MPI_Comm comm, const ProcessLevel& level) {
    return level.cluster_of[static_cast<std::size_t>(causeway::mpi::rank_of(comm))];
}

}  // namespace

CAUSEWAY_EXPORT int causeway_version(int* major, int* minor, int* patch) {
    if (major != nullptr) {
        *major = CAUSEWAY_VERSION_MAJOR;
    }
    if (minor != nullptr) {
        *minor = CAUSEWAY_VERSION_MINOR;
    }
    if (patch != nullptr) {
        *patch = CAUSEWAY_VERSION_PATCH;
    }
    return CAUSEWAY_SUCCESS;
}

CAUSEWAY_EXPORT const char* causeway_error_text(int code) {
    switch (code) {
        case CAUSEWAY_SUCCESS:
            return "done";
        case CAUSEWAY_INACTIVE:
            return "Causeway knows nothing of this job: it has one host, is switched off, or MPI is not running";
        case CAUSEWAY_UNKNOWN:
            return "there are no figures for these processes";
        case CAUSEWAY_ERR_ARGUMENT:
            return "there is no such level, cluster, rank or size, or a pointer is null";
        case CAUSEWAY_ERR_COMM:
            return "the communicator is null or an intercommunicator";
        case CAUSEWAY_ERR_MPI:
            return "an MPI function failed";
        case CAUSEWAY_ERR_MEMORY:
            return "out of memory";
        default:
            return "not a code of Causeway";
    }
}

CAUSEWAY_EXPORT int causeway_num_levels(MPI_Comm comm, int* num_levels) {
    return ask(comm, 0, num_levels, [&](const Job&, const CommunicatorLevels& known, const ProcessLevel&) {
        *num_levels = static_cast<int>(known.levels.size());
        return CAUSEWAY_SUCCESS;
    });
}

CAUSEWAY_EXPORT int causeway_level(MPI_Comm comm, int level, causeway_level_info* info) {
    return ask(comm, level, info, [&](const Job&, const CommunicatorLevels&, const ProcessLevel& found) {
        constexpr double kNotKnown = -1.0;
        copy_name(found.name, info->name);
        info->num_clusters = static_cast<int>(found.clusters.size());
        info->is_planned = found.is_planned ? 1 : 0;
        info->stability = found.stability.value_or(kNotKnown);
        return CAUSEWAY_SUCCESS;
    });
}

CAUSEWAY_EXPORT int causeway_cluster(MPI_Comm comm, int level, int cluster, causeway_cluster_info* info) {
    return ask(comm, level, info, [&](const Job&, const CommunicatorLevels&, const ProcessLevel& found) {
        if (!has(found.clusters, cluster)) {
            return CAUSEWAY_ERR_ARGUMENT;
        }
        const ProcessCluster& members = found.clusters[static_cast<std::size_t>(cluster)];
        copy_name(members.name, info->name);
        info->num_processes = static_cast<int>(members.ranks.size());
        info->num_hosts = members.num_hosts;
        info->coordinator = members.coordinator();
        return CAUSEWAY_SUCCESS;
    });
}

CAUSEWAY_EXPORT int causeway_cluster_of(MPI_Comm comm, int level, int rank, int* cluster) {
    return ask(comm, level, cluster, [&](const Job&, const CommunicatorLevels&, const ProcessLevel& found) {
        if (!has(found.cluster_of, rank)) {
            return CAUSEWAY_ERR_ARGUMENT;
        }
        *cluster = found.cluster_of[static_cast<std::size_t>(rank)];
        return CAUSEWAY_SUCCESS;
    });
}

CAUSEWAY_EXPORT int causeway_link(MPI_Comm comm, int level, int from, int to, causeway_link_info* info) {
    return ask(comm, level, info, [&](const Job& job, const CommunicatorLevels& known, const ProcessLevel& found) {
        if (!has(found.clusters, from) || !has(found.clusters, to)) {
            return CAUSEWAY_ERR_ARGUMENT;
        }
        const auto cost =
            causeway::job::cost_between_clusters(job, known, static_cast<std::size_t>(level), from, to, kRateSize);
        if (!cost || !(cost->gap > causeway::Seconds(0.0))) {
            return CAUSEWAY_UNKNOWN;
        }
        info->latency = cost->latency.value();
        info->bandwidth = static_cast<double>(kRateSize.value()) / cost->gap.value();
        return CAUSEWAY_SUCCESS;
    });
}

CAUSEWAY_EXPORT int causeway_message_time(MPI_Comm comm, int from_rank, int to_rank, MPI_Aint bytes, double* seconds) {
    return ask(comm, 0, seconds, [&](const Job& job, const CommunicatorLevels& known, const ProcessLevel& hosts) {
        if (!has(hosts.cluster_of, from_rank) || !has(hosts.cluster_of, to_rank) || from_rank == to_rank || bytes < 0) {
            return CAUSEWAY_ERR_ARGUMENT;
        }
        const auto cost = causeway::job::cost_between(job, known, from_rank, to_rank, Bytes(bytes));
        if (!cost) {
            return CAUSEWAY_UNKNOWN;
        }
        *seconds = (cost->latency + cost->gap).value();
        return CAUSEWAY_SUCCESS;
    });
}

CAUSEWAY_EXPORT int causeway_cluster_comm(MPI_Comm comm, int level, MPI_Comm* cluster_comm) {
    return ask(comm, level, cluster_comm, [&](const Job&, const CommunicatorLevels&, const ProcessLevel& found) {
        return split(comm, own_cluster(comm, found), cluster_comm);
    });
}

CAUSEWAY_EXPORT int causeway_coordinator_comm(MPI_Comm comm, int level, MPI_Comm* coordinators) {
    return ask(comm, level, coordinators, [&](const Job&, const CommunicatorLevels&, const ProcessLevel& found) {
        const int rank = causeway::mpi::rank_of(comm);
        const auto cluster = static_cast<std::size_t>(own_cluster(comm, found));
        return split(comm, found.clusters[cluster].coordinator() == rank ? 0 : -1, coordinators);
    });
}

CAUSEWAY_EXPORT int causeway_num_levels_f(MPI_Fint comm, int* num_levels) {
    return causeway_num_levels(PMPI_Comm_f2c(comm), num_levels);
}

CAUSEWAY_EXPORT int causeway_level_f(MPI_Fint comm, int level, causeway_level_info* info) {
    return causeway_level(PMPI_Comm_f2c(comm), level, info);
}

CAUSEWAY_EXPORT int causeway_cluster_f(MPI_Fint comm, int level, int cluster, causeway_cluster_info* info) {
    return causeway_cluster(PMPI_Comm_f2c(comm), level, cluster, info);
}

CAUSEWAY_EXPORT int causeway_cluster_of_f(MPI_Fint comm, int level, int rank, int* cluster) {
    return causeway_cluster_of(PMPI_Comm_f2c(comm), level, rank, cluster);
}

CAUSEWAY_EXPORT int causeway_link_f(MPI_Fint comm, int level, int from, int to, causeway_link_info* info) {
    return causeway_link(PMPI_Comm_f2c(comm), level, from, to, info);
}

CAUSEWAY_EXPORT int causeway_message_time_f(MPI_Fint comm, int from_rank, int to_rank, MPI_Aint bytes,
                                            double* seconds) {
    return causeway_message_time(PMPI_Comm_f2c(comm), from_rank, to_rank, bytes, seconds);
}

CAUSEWAY_EXPORT int causeway_cluster_comm_f(MPI_Fint comm, int level, MPI_Fint* cluster_comm) {
    MPI_Comm made = MPI_COMM_NULL;
    const int code = causeway_cluster_comm(PMPI_Comm_f2c(comm), level, cluster_comm == nullptr ? nullptr : &made);
    if (code == CAUSEWAY_SUCCESS) {
        *cluster_comm = PMPI_Comm_c2f(made);
    }
    return code;
}

CAUSEWAY_EXPORT int causeway_coordinator_comm_f(MPI_Fint comm, int level, MPI_Fint* coordinators) {
    MPI_Comm made = MPI_COMM_NULL;
    const int code = causeway_coordinator_comm(PMPI_Comm_f2c(comm), level, coordinators == nullptr ? nullptr : &made);
    if (code == CAUSEWAY_SUCCESS) {
        *coordinators = PMPI_Comm_c2f(made);
    }
    return code;
}
