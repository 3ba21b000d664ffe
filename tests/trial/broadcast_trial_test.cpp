/// Plans tried by real messages, under mpirun; all ranks share one host here.
#include "causeway/trial/broadcast_trial.hpp"

#include "causeway/base/error.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/trial/discover_and_try.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace causeway::trial {
namespace {

/// A platform of this host alone.
platform::Platform this_host() {
    platform::Platform platform;
    platform.clusters.push_back({});
    platform.clusters.front().name = "here";
    platform.clusters.front().hosts = {mpi::host_names(MPI_COMM_WORLD).front()};
    platform.clusters.front().num_hosts = 1;
    return platform;
}

TEST(BroadcastTrial, TimesTheLibrarysOwnBroadcastAlikeOnAllRanks) {
    const platform::Platform platform = this_host();
    BroadcastTrial trial(MPI_COMM_WORLD, platform, "test");
    const std::vector<Seconds> times = trial.time_native(0, Bytes(1000), {.repetitions = 4, .warm_ups = 0});
    ASSERT_FALSE(times.empty());
    for (const Seconds time : times) {
        double least = time.value();
        MPI_Bcast(&least, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
        EXPECT_EQ(time.value(), least);
        EXPECT_GT(time, Seconds(0.0));
    }
}

TEST(BroadcastTrial, OneHostIsLeftToTheLibrary) {
    const platform::Platform platform = this_host();
    BroadcastTrial trial(MPI_COMM_WORLD, platform, "test");
    const PreparedBroadcast prepared = trial.prepare(0, Bytes(1000), std::nullopt);
    EXPECT_EQ(prepared.plan.scheme, nullptr);
    EXPECT_FALSE(trial.time(prepared, {.repetitions = 1}).empty());
}

TEST(BroadcastTrial, AnUnknownHostIsNamed) {
    platform::Platform platform = this_host();
    platform.clusters.front().hosts = {"elsewhere"};
    try {
        const BroadcastTrial trial(MPI_COMM_WORLD, platform, "platform.json");
        FAIL() << "a job on unknown hosts was taken";
    } catch (const base::InputError& error) {
        EXPECT_NE(std::string(error.what()).find(mpi::host_names(MPI_COMM_WORLD).front()), std::string::npos);
        EXPECT_EQ(error.fault().source, "platform.json");
    }
}

TEST(DiscoverAndTry, TheProcessesOfOneHostAreACluster) {
    probe::DiscoveryOptions options;
    options.budget = Seconds(2.0);
    const platform::Platform platform = discover_and_try(MPI_COMM_WORLD, options);
    EXPECT_EQ(platform.num_clusters(), 1);
    const int processes = mpi::size_of(MPI_COMM_WORLD);
    ASSERT_EQ(platform.native.size(), processes > 1 ? 1U : 0U);
    for (const platform::NativeTime& native : platform.native) {
        EXPECT_FALSE(native.strategies.empty());
        for (const platform::StrategyTime& one : native.strategies) {
            EXPECT_NE(strategy::broadcast_strategies().find(one.strategy), nullptr);
            EXPECT_TRUE(std::all_of(one.seconds.points().begin(), one.seconds.points().end(),
                                    [](const auto& point) { return point.y > 0.0; }));
        }
    }
}

}  // namespace
}  // namespace causeway::trial
