/// Groups of clusters are tried by looks, and all ranks know what remains of them.
#include "causeway/probe/agreed_groups.hpp"

#include "causeway/mpi/communicator.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <vector>

namespace causeway::probe {
namespace {

using discovery::ClusterGroups;
using discovery::Route;

bool is_first() {
    return mpi::rank_of(MPI_COMM_WORLD) == 0;
}

TEST(AgreedGroups, AreThoseOfRank0) {
    const ClusterGroups groups{{0, 1, 2}, {0, 1}};
    EXPECT_EQ(agreed_groups(MPI_COMM_WORLD, is_first() ? groups : ClusterGroups{{4, 5}}), groups);
    EXPECT_TRUE(agreed_groups(MPI_COMM_WORLD, {}).empty());
}

/// Each process as if it were a cluster of its own, the first two a group; between clusters 16 KiB are said to take so
/// long.
ClusterGroups tried_with(Seconds gap) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    discovery::HostLayout layout;
    clustering::Partition clusters;
    for (int rank = 0; rank < size; ++rank) {
        layout.names.push_back(fmt::format("h{}", rank));
        layout.ranks.push_back({rank});
        clusters.push_back({rank});
    }
    std::vector<Route> measured;
    for (int to = 1; to < size && is_first(); ++to) {
        Route route{.kind = Route::Kind::kBetweenClusters, .from = 0, .to = to};
        route.measurement.plogp.gap = statistics::PiecewiseLinear({{0.0, gap.value()}, {65536.0, gap.value()}});
        measured.push_back(route);
    }
    const discovery::ClusterLatencies latencies{.inside = std::vector<std::optional<Seconds>>(clusters.size()),
                                                .between = base::SquareMatrix<Seconds>(size, Seconds(1e-5))};
    return tried_groups(MPI_COMM_WORLD, layout, clusters, latencies, {{0, 1}}, Bytes(16384), measured);
}

/// Whether they hold is for chance: the rates that are known are far from those of memory, which a second look finds
/// alike, or not, as busy as the machine is.
TEST(TriedGroups, AreTheSameForAllRanksWhereLinksAreLookedAtTwice) {
    if (mpi::size_of(MPI_COMM_WORLD) < 3) {
        GTEST_SKIP() << "a group, and something outside";
    }
    for (const Seconds gap : {Seconds(10.0), Seconds(1e-9)}) {
        const ClusterGroups held = tried_with(gap);
        EXPECT_EQ(agreed_groups(MPI_COMM_WORLD, held), held) << "all ranks know what rank 0 knows";
        EXPECT_TRUE(held.empty() || held == ClusterGroups({{0, 1}}));
    }
}

TEST(TriedGroups, OfNoneAreNone) {
    EXPECT_TRUE(tried_groups(MPI_COMM_WORLD, {}, {}, {}, {}, Bytes(16384), {}).empty());
}

}  // namespace
}  // namespace causeway::probe
