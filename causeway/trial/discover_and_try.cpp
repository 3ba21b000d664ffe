#include "causeway/trial/discover_and_try.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/statistics/sample.hpp"
#include "causeway/trial/broadcast_trial.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace causeway::trial {

namespace {

using statistics::PiecewiseLinear;

constexpr probe::TimingOptions kLooks{.repetitions = 5, .tight = 0.05, .warm_ups = 1, .budget = Seconds(0.5)};

/// Medians of our own plans at the sizes of `native`. Collective.
PiecewiseLinear planned_times(MPI_Comm comm, const platform::Platform& platform, const PiecewiseLinear& native) {
    BroadcastTrial trial(comm, platform, "the discovered platform");
    std::vector<PiecewiseLinear::Point> points;
    for (const PiecewiseLinear::Point& point : native.points()) {
        const Bytes size(std::max<std::int64_t>(1, static_cast<std::int64_t>(point.x)));
        std::vector<double> samples;
        for (const Seconds time : trial.time(trial.prepare_own(0, size), kLooks)) {
            samples.push_back(time.value());
        }
        points.push_back({point.x, statistics::median(samples)});
    }
    return PiecewiseLinear(std::move(points));
}

}  // namespace

platform::Platform discover_and_try(MPI_Comm comm, const probe::DiscoveryOptions& options) {
    platform::Platform platform = probe::discover(comm, options);
    const bool several_hosts = platform.hosts.size() > 1;
    if (platform.num_clusters() == 1 && several_hosts) {
        for (platform::NativeTime& native : platform.native) {
            // Samples are the same on every rank, and so is what is made of them.
            native.planned_seconds = planned_times(comm, platform, native.seconds);
        }
    }
    return platform;
}

}  // namespace causeway::trial
