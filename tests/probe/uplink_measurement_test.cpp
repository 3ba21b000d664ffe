/// Streams between processes and what they tell about uplinks, under mpirun: everything but a network.
#include "causeway/probe/uplink_measurement.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/probe/message_streams.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace causeway::probe {
namespace {

StreamTimes soon(const SharedClock& clock) {
    double begin = clock.now().value() + 2e-3;
    MPI_Bcast(&begin, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    return {.begin = Seconds(begin), .warm_up = Seconds(5e-3), .look = Seconds(10e-3), .num_looks = 2};
}

/// Everybody sends to everybody, messages of different sizes.
std::vector<MessageStream> between_all(int num_processes) {
    std::vector<MessageStream> streams;
    for (int from = 0; from < num_processes; ++from) {
        for (int to = 0; to < num_processes; ++to) {
            if (from != to) {
                streams.push_back(
                    {.from = from, .to = to, .size = Bytes(1000 + 50000 * from), .in_flight = 1 + 3 * to});
            }
        }
    }
    return streams;
}

TEST(MessageStreams, AreCountedWhereTheyArriveInWholeMessages) {
    const int rank = mpi::rank_of(MPI_COMM_WORLD);
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    const std::vector<MessageStream> streams = between_all(mpi::size_of(MPI_COMM_WORLD));
    open_streams(MPI_COMM_WORLD, streams);
    const auto counted = run_streams(MPI_COMM_WORLD, streams, clock, soon(clock));
    ASSERT_EQ(counted.size(), streams.size());
    for (std::size_t s = 0; s < streams.size(); ++s) {
        ASSERT_EQ(counted[s].size(), 2U);
        for (const double bytes : counted[s]) {
            const auto whole = static_cast<std::int64_t>(bytes);
            EXPECT_EQ(whole % streams[s].size.value(), 0);
            if (streams[s].to != rank) {
                EXPECT_EQ(whole, 0);
            }
        }
    }
}

TEST(MessageStreams, SendNoFasterThanTheirInterval) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    std::vector<MessageStream> streams = between_all(mpi::size_of(MPI_COMM_WORLD));
    for (MessageStream& stream : streams) {
        stream.interval = Seconds(2e-3);
    }
    const StreamTimes times = soon(clock);
    // Who had no turn makes up for what may be under way, and what left before a look may arrive in it, or have been
    // taken up (by four receives that stand ready) without having been counted.
    const double most = times.look.value() / 2e-3 + 4.0;
    const auto counted = run_streams(MPI_COMM_WORLD, streams, clock, times);
    for (std::size_t s = 0; s < streams.size(); ++s) {
        for (const double bytes : counted[s]) {
            EXPECT_LE(bytes / static_cast<double>(streams[s].size.value()), most + 2.0 * streams[s].in_flight + 1.0);
        }
    }
}

TEST(MessageStreams, LeaveNothingBehind) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    const std::vector<MessageStream> streams = between_all(mpi::size_of(MPI_COMM_WORLD));
    for (int i = 0; i < 3; ++i) {
        static_cast<void>(run_streams(MPI_COMM_WORLD, streams, clock, soon(clock)));
        MPI_Barrier(MPI_COMM_WORLD);
        int is_there = 0;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
        EXPECT_EQ(is_there, 0);
        MPI_Barrier(MPI_COMM_WORLD);  // what comes next must not be there for who looks late
    }
}

TEST(MessageStreams, WhoseTimeIsOverWhenTheyBeginEndAllTheSame) {
    const SharedClock clock = agree_on_clock(MPI_COMM_WORLD);
    const std::vector<MessageStream> streams = between_all(mpi::size_of(MPI_COMM_WORLD));
    StreamTimes times = soon(clock);
    times.begin = times.begin - Seconds(1.0);
    for (const std::vector<double>& looks : run_streams(MPI_COMM_WORLD, streams, clock, times)) {
        EXPECT_EQ(looks, std::vector(2, 0.0));
    }
}

/// Processes taken for hosts of clusters of one host each, with links of 20 MB/s as if measured.
struct PretendedClusters {
    discovery::HostLayout layout;
    clustering::Partition clusters;
    std::vector<discovery::Route> routes;
};

PretendedClusters one_process_each(int num_processes) {
    PretendedClusters result;
    std::vector<std::string> names;
    for (int process = 0; process < num_processes; ++process) {
        names.push_back("h" + std::to_string(process));
        result.clusters.push_back({process});
        for (int other = process + 1; other < num_processes; ++other) {
            discovery::Route route{.kind = discovery::Route::Kind::kBetweenClusters, .from = process, .to = other};
            route.measurement.plogp.latency = Seconds(1e-3);
            route.measurement.plogp.gap = statistics::PiecewiseLinear({{0.0, 0.0}, {1e6, 0.05}});
            result.routes.push_back(std::move(route));
        }
    }
    result.layout = discovery::group_by_host(names);
    if (mpi::rank_of(MPI_COMM_WORLD) != 0) {
        result.routes.clear();
    }
    return result;
}

Uplinks measured(const PretendedClusters& pretended, Seconds budget, const discovery::ClusterGroups& groups = {}) {
    return measure_uplinks(MPI_COMM_WORLD, pretended.layout, pretended.clusters, groups, pretended.routes, {},
                           agree_on_clock(MPI_COMM_WORLD), {.budget = budget});
}

void expect_rates_of_rank_0(const std::vector<discovery::UplinkAggregates>& uplinks) {
    for (const discovery::UplinkAggregates& found : uplinks) {
        for (const discovery::Aggregate& aggregate : {found.out, found.in}) {
            EXPECT_GE(aggregate.rate, BytesPerSecond(0.0));
            double of_rank_0 = aggregate.rate.value();
            MPI_Bcast(&of_rank_0, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
            EXPECT_EQ(of_rank_0, aggregate.rate.value());
        }
    }
}

TEST(MeasureUplinks, TellsOfEveryClusterOfThreeOrMoreTheSameOnAllRanks) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const Uplinks uplinks = measured(one_process_each(size), Seconds(3.0));
    ASSERT_EQ(uplinks.of_clusters.size(), size < 3 ? 0U : static_cast<std::size_t>(size));
    EXPECT_TRUE(uplinks.of_groups.empty());
    expect_rates_of_rank_0(uplinks.of_clusters);
}

TEST(MeasureUplinks, TellsOfGroupsAndOfTheClustersInsideThem) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    if (size < 3) {
        GTEST_SKIP() << "a group of two beside another process";
    }
    const Uplinks uplinks = measured(one_process_each(size), Seconds(0.0), {{0, 1}});
    ASSERT_EQ(uplinks.of_groups.size(), 1U);
    EXPECT_GT(uplinks.of_groups.front().out.rate, BytesPerSecond(0.0));
    expect_rates_of_rank_0(uplinks.of_groups);
    ASSERT_EQ(uplinks.of_clusters.size(), static_cast<std::size_t>(size));
    for (const discovery::UplinkAggregates& found : uplinks.of_clusters) {
        EXPECT_GT(found.out.rate, BytesPerSecond(0.0));
        EXPECT_GT(found.in.rate, BytesPerSecond(0.0));
    }
    expect_rates_of_rank_0(uplinks.of_clusters);
}

TEST(MeasureUplinks, LooksOnceEvenWithoutTime) {
    for (const discovery::UplinkAggregates& found :
         measured(one_process_each(mpi::size_of(MPI_COMM_WORLD)), Seconds(0.0)).of_clusters) {
        EXPECT_GT(found.out.rate, BytesPerSecond(0.0));
        EXPECT_GT(found.in.rate, BytesPerSecond(0.0));
    }
}

TEST(MeasureUplinks, NeedsTheRatesOfAllLinks) {
    PretendedClusters pretended = one_process_each(mpi::size_of(MPI_COMM_WORLD));
    if (!pretended.routes.empty()) {
        pretended.routes.pop_back();
    }
    EXPECT_TRUE(measured(pretended, Seconds(5.0)).of_clusters.empty());
}

}  // namespace
}  // namespace causeway::probe
