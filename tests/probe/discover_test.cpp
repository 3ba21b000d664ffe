/// Discovery on one machine: everything but a network.
#include "causeway/probe/discover.hpp"

#include "causeway/base/error.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/probe/distance_measurement.hpp"
#include "causeway/probe/routes.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace causeway::probe {
namespace {

void expect_same_everywhere(const platform::Platform& platform) {
    const std::string mine = platform::to_json_text(platform);
    EXPECT_EQ(mine, mpi::broadcast_text(MPI_COMM_WORLD, mine, 0));
}

TEST(Discover, FindsOneClusterOnOneHost) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    const platform::Platform platform =
        discover(MPI_COMM_WORLD, {.budget = Seconds(1.0), .name = "here", .by = "a test", .time_stamp = "now"});
    expect_same_everywhere(platform);
    EXPECT_EQ(platform.name, "here");
    EXPECT_EQ(platform.provenance.by, "a test");
    ASSERT_EQ(platform.num_clusters(), 1);
    EXPECT_EQ(platform.clusters[0].num_hosts, 1);
    EXPECT_FALSE(platform.clusters[0].plogp.has_value());
    EXPECT_EQ(platform.clusters[0].within_host.has_value(), size > 1);
    ASSERT_EQ(platform.hosts.size(), 1U);
    EXPECT_EQ(platform.hosts[0].slots, size);
    EXPECT_EQ(platform.native.size(), size > 1 ? 1U : 0U);
    EXPECT_TRUE(placement_of(platform, mpi::host_names(MPI_COMM_WORLD)).has_value());
}

TEST(Discover, LeavesTheNativeCollectivesOutOnRequest) {
    const platform::Platform platform = discover(MPI_COMM_WORLD, {.budget = Seconds(0.2), .measure_native = false});
    EXPECT_TRUE(platform.native.empty());
    expect_same_everywhere(platform);
}

TEST(Discover, RefusesAnUnknownMethodOnEveryRank) {
    EXPECT_THROW(static_cast<void>(discover(MPI_COMM_WORLD, {.method = "guess"})), base::InputError);
}

TEST(Discover, ReportsProgressOnRank0Only) {
    std::vector<double> fractions;
    DiscoveryOptions options{.budget = Seconds(0.2), .measure_native = false};
    options.progress = [&](double fraction, std::string_view) { fractions.push_back(fraction); };
    static_cast<void>(discover(MPI_COMM_WORLD, options));
    EXPECT_EQ(fractions.empty(), mpi::rank_of(MPI_COMM_WORLD) != 0);
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
}

class MeasureRoutes : public testing::TestWithParam<std::pair<int, bool>> {};

/// Processes taken for hosts, by a layout that says so: the whole tournament without a network.
TEST_P(MeasureRoutes, CoversEveryClusterAndEveryPairOfClusters) {
    const auto [hosts_per_cluster, at_a_glance] = GetParam();
    const int size = mpi::size_of(MPI_COMM_WORLD);
    std::vector<std::string> names;
    for (int rank = 0; rank < size; ++rank) {
        names.push_back("h" + std::to_string(rank));
    }
    discovery::HostLayout layout = discovery::group_by_host(names);
    layout.share_one_kernel = true;
    clustering::Partition clusters;
    for (int host = 0; host < size; ++host) {
        if (host % hosts_per_cluster == 0) {
            clusters.emplace_back();
        }
        clusters.back().push_back(host);
    }
    const discovery::LatencyMatrix latencies = measure_latencies(MPI_COMM_WORLD, true, Seconds(0.2));
    const std::vector<discovery::Route> routes =
        measure_routes(MPI_COMM_WORLD, layout, clusters, discovery::cluster_latencies(latencies, clusters),
                       {.budget = Seconds(0.5), .at_a_glance = at_a_glance});
    if (mpi::rank_of(MPI_COMM_WORLD) != 0) {
        EXPECT_TRUE(routes.empty());
        return;
    }
    const int num_clusters = static_cast<int>(clusters.size());
    for (int from = 0; from < num_clusters; ++from) {
        for (int to = from; to < num_clusters; ++to) {
            const auto joins = [&](int a, int b) {
                return std::count_if(routes.begin(), routes.end(),
                                     [&](const discovery::Route& route) { return route.from == a && route.to == b; });
            };
            if (from == to) {
                EXPECT_EQ(joins(from, to), clusters[static_cast<std::size_t>(from)].size() > 1 ? 1 : 0);
                continue;
            }
            EXPECT_EQ(joins(from, to), 1);
            const bool symmetric = joins(to, from) == 0;
            const auto route = std::find_if(routes.begin(), routes.end(),
                                            [&](const discovery::Route& r) { return r.from == from && r.to == to; });
            EXPECT_EQ(route->symmetric, symmetric);
            EXPECT_GT(route->measurement.plogp.gap_of(Bytes(32 * 1024)), Seconds(0.0));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(HostsPerCluster, MeasureRoutes,
                         testing::Values(std::pair(1, false), std::pair(2, false), std::pair(1, true),
                                         std::pair(2, true)));

}  // namespace
}  // namespace causeway::probe
