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

constexpr probe::TimingOptions kOnce{.repetitions = 1, .warm_ups = 0};
constexpr int kPairs = 9;
// A size of which one run takes longer is tried in fewer pairs: what takes long varies less.
constexpr Seconds kLong(0.02);
constexpr int kPairsOfLong = 3;

/// Measures at the sizes of `native` again, the MPI library's own broadcast and our plans in turn, so that a change of
/// the machine's mood hits both, and the first pair of each size not counting. Collective.
void try_plans(MPI_Comm comm, const platform::Platform& platform, platform::NativeTime& native) {
    BroadcastTrial trial(comm, platform, "the discovered platform");
    std::vector<PiecewiseLinear::Point> theirs;
    std::vector<PiecewiseLinear::Point> ours;
    for (const PiecewiseLinear::Point& point : native.seconds.points()) {
        const Bytes size(std::max<std::int64_t>(1, static_cast<std::int64_t>(point.x)));
        const PreparedBroadcast prepared = trial.prepare_own(0, size);
        std::vector<double> native_samples;
        std::vector<double> own_samples;
        const int pairs = Seconds(point.y) > kLong ? kPairsOfLong : kPairs;
        for (int pair = 0; pair <= pairs; ++pair) {
            const Seconds native_time = trial.time_native(0, size, kOnce).front();
            const Seconds own_time = trial.time(prepared, kOnce).front();
            if (pair > 0) {
                native_samples.push_back(native_time.value());
                own_samples.push_back(own_time.value());
            }
        }
        theirs.push_back({point.x, statistics::median(native_samples)});
        ours.push_back({point.x, statistics::median(own_samples)});
    }
    native.seconds = PiecewiseLinear(std::move(theirs));
    native.planned_seconds = PiecewiseLinear(std::move(ours));
}

}  // namespace

platform::Platform discover_and_try(MPI_Comm comm, const probe::DiscoveryOptions& options) {
    platform::Platform platform = probe::discover(comm, options);
    const bool several_hosts = platform.hosts.size() > 1;
    if (platform.num_clusters() == 1 && several_hosts) {
        for (platform::NativeTime& native : platform.native) {
            // Samples are the same on every rank, and so is what is made of them.
            try_plans(comm, platform, native);
        }
    }
    return platform;
}

}  // namespace causeway::trial
