#include "causeway/trial/discover_and_try.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/probe/clock.hpp"
#include "causeway/trial/strategy_trial.hpp"

#include <algorithm>

namespace causeway::trial {

namespace {

/// Time for trying, as a part of the whole budget.
constexpr double kTrialShare = 0.4;

/// Rank 0's, on every rank.
Seconds agreed(MPI_Comm comm, Seconds mine) {
    double seconds = mine.value();
    mpi::check(PMPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, comm), "MPI_Bcast");
    return Seconds(seconds);
}

}  // namespace

platform::Platform discover_and_try(MPI_Comm comm, const probe::DiscoveryOptions& options) {
    const Seconds begin = probe::monotonic_now();
    probe::DiscoveryOptions first = options;
    first.kept_for_one_cluster = kTrialShare;
    platform::Platform platform = probe::discover(comm, first);
    if (platform.num_clusters() == 1 && mpi::size_of(comm) > 1) {
        for (platform::NativeTime& native : platform.native) {
            const Seconds left = agreed(comm, options.budget - (probe::monotonic_now() - begin));
            try_strategies(comm, platform, std::max(Seconds(0.0), left), native);
        }
    }
    platform.provenance.evidence.cost =
        platform::Cost{.budget = options.budget, .spent = agreed(comm, probe::monotonic_now() - begin)};
    return platform;
}

}  // namespace causeway::trial
