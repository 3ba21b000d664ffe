/// Broadcasts tried on the real network: what they take there, beside the MPI library's own.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/probe/timing.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace causeway::trial {

/// A decision and this rank's part of it, ready to run.
struct PreparedBroadcast {
    planner::Decision decision;
    plan::Plan plan;  ///< the one that runs
    schedule::Program program;
    int num_blocks = 1;
};

/// Runs broadcasts from a root over a communicator and times them from an agreed moment to the last process.
/// Everything is collective over the communicator, with equal arguments.
class BroadcastTrial {
public:
    /// `platform` outlives the trial. Throws InputError that names `source` when the platform does not know a host of
    /// the communicator; MpiError.
    BroadcastTrial(MPI_Comm comm, const platform::Platform& platform, const std::string& source);

    /// What the planner decides over one tree.
    [[nodiscard]] PreparedBroadcast prepare(int root, Bytes message, const std::optional<planner::Forced>& forced);

    /// Times of `repetitions` runs of a prepared broadcast. Throws MpiError.
    [[nodiscard]] std::vector<Seconds> time(const PreparedBroadcast& prepared, const discovery::TimingOptions& options);
    /// The same for the MPI library's own broadcast.
    [[nodiscard]] std::vector<Seconds> time_native(int root, Bytes message, const discovery::TimingOptions& options);
    /// When the last of these runs, or what came before the first, was over, in agreed time; the same on every rank.
    [[nodiscard]] Seconds last_end() const { return timer_.last_end(); }

private:
    std::byte* buffer_of(Bytes size);

    MPI_Comm comm_;
    const platform::Platform& platform_;
    std::vector<std::string> host_names_;
    platform::Placement placement_;
    mpi::Executor executor_;
    probe::CollectiveTimer timer_;
    std::vector<std::byte> buffer_;
};

}  // namespace causeway::trial
