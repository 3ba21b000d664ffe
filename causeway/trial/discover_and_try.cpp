#include "causeway/trial/discover_and_try.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/trial/strategy_trial.hpp"

namespace causeway::trial {

namespace {

/// Time for trying, as a part of the budget for discovery, in addition to it.
constexpr double kTrialShare = 1.0;

}  // namespace

platform::Platform discover_and_try(MPI_Comm comm, const probe::DiscoveryOptions& options) {
    platform::Platform platform = probe::discover(comm, options);
    if (platform.num_clusters() == 1 && mpi::size_of(comm) > 1) {
        for (platform::NativeTime& native : platform.native) {
            try_strategies(comm, platform, kTrialShare * options.budget, native);
        }
    }
    return platform;
}

}  // namespace causeway::trial
