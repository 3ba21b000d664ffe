/// What the preloaded library knows about the job it lives in: agreed by all ranks at MPI_Init.
#pragma once

#include "causeway/configuration/settings.hpp"
#include "causeway/experience/experience.hpp"
#include "causeway/job/active_job.hpp"
#include "causeway/job/facts.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/tag_ranges.hpp"
#include "causeway/plan/plan.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/scheme/scheme.hpp"
#include "causeway/traffic/communication_table.hpp"

#include <mpi.h>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace causeway::job {

/// The job, seen from one of its ranks. Everything that plans depend on is the same on all ranks.
struct Job {
    configuration::Settings settings;
    Facts facts;
    /// Of the platform that the job began with.
    std::string platform_fingerprint;
    std::string platform_origin;  ///< for people: its file, on rank 0, or that it was measured
    /// On rank 0: the file of the cache that the platform is kept in, if it is.
    std::optional<std::string> cached_file;
    double started = 0.0;  ///< seconds on the clock of MPI_Wtime
    /// That links were measured again, for all communicators of this process.
    std::atomic<double> measuring_seconds = 0.0;
    std::string time_stamp;  ///< of its start, by rank 0's clock
    /// [rank of MPI_COMM_WORLD]
    std::vector<std::string> host_names;
    std::vector<int> nodes;  ///< [world rank] its NUMA node, if that matters (probe::nodes_of_ranks)
    /// Operations that the user left to the MPI library.
    std::set<scheme::Operation> disabled_operations;
    std::map<scheme::Operation, planner::Forced> forced;  ///< what the user insists on
    /// What orders the clusters, and by which reading; null: any.
    const inter_cluster::Heuristic* heuristic = nullptr;
    inter_cluster::Completion completion = inter_cluster::Completion::kSequential;
    std::vector<plan::Plan> plans;  ///< that the user gave, for the job's platform
    /// What earlier jobs have seen on the platform that this one began with, and whether later ones are to know.
    experience::Experience experience;
    bool keeps_experience = false;
    bool reordering_disabled = false;
    /// What the program's processes sent each other in an earlier run, if the user has a trace of one.
    std::optional<traffic::CommunicationTable> traced;
    int num_parents = 0;          ///< processes that have started it by MPI_Comm_spawn
    bool tells_of_calls = false;  ///< how long each took, as the user asked for
    bool has_threads = false;     ///< some rank has, that may call MPI at a time
    bool has_progress = false;    ///< every rank has something that carries nonblocking operations on
    int world_rank = 0;
    /// For planned calls on MPI_COMM_WORLD, made in MPI_Init, as making a communicator takes several times as long as a
    /// short call; null where nothing is planned there, and once the first call has taken it.
    std::unique_ptr<mpi::Executor> executor_of_world;
    /// The same communicator's, for communicators that have none of their own yet; null where there is none.
    std::unique_ptr<mpi::TagRanges> tag_ranges;
    /// Key of the attribute by which communicators hold their state.
    int state_key = MPI_KEYVAL_INVALID;
    /// The same for the levels of their processes.
    int levels_key = MPI_KEYVAL_INVALID;
    /// What proposes several trees between clusters.
    planner::ProposeTrees propose_trees;

    /// How many hosts its processes run on.
    [[nodiscard]] int num_hosts() const;
};

/// One line on the standard error, "causeway: ...", if this is rank 0 and `least_verbosity` is in force;
/// 0: always said.
void say(const Job& job, int least_verbosity, std::string_view text);

/// The same in any case.
void say(std::string_view text) noexcept;

}  // namespace causeway::job
