/// Plans tried on the real network: what they take there, beside the MPI library's own collectives.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace causeway::trial {

/// A decision and this rank's part of it, ready to run.
struct PreparedBroadcast {
    planner::Decision decision;
    plan::Plan plan;  ///< the one that runs
    schedule::Program program;
    int num_blocks = 1;
};

/// What a plan may use between clusters at once.
struct Allowed {
    int most_trees = 1;
    bool several_coordinators = true;  ///< where one flow does not fill a route
};

/// Runs broadcasts from a root over a communicator and times them from an agreed moment to the last process.
/// Everything is collective over the communicator, with equal arguments.
class BroadcastTrial {
public:
    /// `platform` outlives the trial. Throws InputError that names `source` when the platform does not know a host of
    /// the communicator; MpiError.
    BroadcastTrial(MPI_Comm comm, const platform::Platform& platform, const std::string& source);

    [[nodiscard]] const std::vector<std::string>& host_names() const { return host_names_; }
    [[nodiscard]] const platform::Placement& placement() const { return placement_; }
    [[nodiscard]] const probe::SharedClock& clock() const { return clock_; }

    /// From here on long messages may take several trees between clusters at once, as proposed.
    void use_trees(planner::ProposeTrees propose) { propose_ = std::move(propose); }

    /// What the preloaded library would do with what it is allowed.
    [[nodiscard]] PreparedBroadcast prepare(int root, Bytes message, const std::optional<planner::Forced>& forced,
                                            const Allowed& allowed = {});

    /// The best plan of ours, even where the MPI library's own broadcast is preferred to it. The library's where there
    /// is no other.
    [[nodiscard]] PreparedBroadcast prepare_own(int root, Bytes message);

    /// What the plan takes by the model, whatever was measured. Local.
    [[nodiscard]] Seconds modelled(const plan::Plan& plan) const;

    /// Times of `repetitions` runs of a prepared broadcast. Throws MpiError.
    [[nodiscard]] std::vector<Seconds> time(const PreparedBroadcast& prepared, const discovery::TimingOptions& options);
    /// The same for the MPI library's own broadcast.
    [[nodiscard]] std::vector<Seconds> time_native(int root, Bytes message, const discovery::TimingOptions& options);
    /// When the last of these runs, or what came before the first, was over, in agreed time; the same on every rank.
    [[nodiscard]] Seconds last_end() const { return timer_.last_end(); }

private:
    [[nodiscard]] const std::vector<planner::ClusterTrees>& trees_from(int root);
    [[nodiscard]] PreparedBroadcast with_program(planner::Decision decision, plan::Plan plan) const;
    std::byte* buffer_of(Bytes size);

    MPI_Comm comm_;
    const platform::Platform& platform_;
    std::vector<std::string> host_names_;
    platform::Placement placement_;
    mpi::Executor executor_;
    probe::SharedClock clock_;
    probe::CollectiveTimer timer_;
    planner::ProposeTrees propose_;
    std::map<int, std::vector<planner::ClusterTrees>> trees_;  ///< what was proposed, by the root's cluster
    std::vector<std::byte> buffer_;
};

}  // namespace causeway::trial
