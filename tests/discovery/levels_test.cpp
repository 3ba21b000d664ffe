/// The levels that discovery writes: clusters of clusters, named after how far their hosts are apart.
#include "causeway/discovery/levels.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace causeway::discovery {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Eight LANs of two hosts, two LANs to a site, two sites to a continent.
platform::DistanceMatrix latencies() {
    constexpr int kHosts = 16;
    platform::DistanceMatrix matrix;
    matrix.distances = base::SquareMatrix<std::optional<double>>(kHosts);
    for (int a = 0; a < kHosts; ++a) {
        matrix.names.push_back(fmt::format("h{}", a));
        for (int b = 0; b < kHosts; ++b) {
            const double far = a / 8 != b / 8 ? 0.05 : a / 4 != b / 4 ? 0.006 : a / 2 != b / 2 ? 0.001 : 5e-5;
            matrix.distances(a, b) = a == b ? 0.0 : far * (1.0 + 0.01 * ((a + b) % 3));
        }
    }
    return matrix;
}

platform::Platform platform_of(const clustering::Partition& clusters) {
    platform::Platform result;
    for (const std::vector<int>& members : clusters) {
        platform::Cluster cluster;
        cluster.name = fmt::format("cluster-{}", result.clusters.size());
        for (const int host : members) {
            cluster.hosts.push_back(fmt::format("h{}", host));
        }
        cluster.num_hosts = static_cast<int>(members.size());
        platform::Plogp plogp;
        plogp.gap = statistics::PiecewiseLinear(1e-6);
        cluster.plogp = plogp;
        result.clusters.push_back(cluster);
    }
    return result;
}

class EveryMethod : public ::testing::TestWithParam<std::string_view> {};

TEST_P(EveryMethod, GivesAllLevelsWithItsOwnClustersAmongThem) {
    const clustering::Method& method = clustering::methods().at(std::string(GetParam()), "test");
    const clustering::Partition clusters = method.partition(latencies(), 0.2);
    platform::Platform platform = platform_of(clusters);
    platform.levels = levels_of(latencies(), method, platform);
    std::vector<std::string> names;
    std::vector<std::size_t> sizes;
    for (const platform::Level& level : platform.levels) {
        names.push_back(level.name);
        sizes.push_back(level.clusters.size());
    }
    EXPECT_THAT(names, ElementsAre("LAN", "site", "WAN", "WAN-2"));
    EXPECT_THAT(sizes, ElementsAre(8, 4, 2, 1));
    EXPECT_TRUE(platform.levels[0].inside < Seconds(1e-4) && platform.levels[0].outside > Seconds(9e-4));
    EXPECT_FALSE(platform.levels[3].outside.has_value());
    // What discovery writes is read again.
    EXPECT_EQ(platform::parse_platform(platform::to_json_text(platform), "test").levels, platform.levels);
}

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::Values("lowekamp", "exact", "multilevel"),
                         [](const auto& entry) { return std::string(entry.param); });

TEST(LevelsOf, OneClusterAreNone) {
    const clustering::Method& method = clustering::methods().at("lowekamp", "test");
    EXPECT_THAT(levels_of(latencies(), method, platform_of({{0, 1}})), IsEmpty());
}

TEST(LevelsOf, TwoClustersAreTheseAndAll) {
    platform::DistanceMatrix matrix{.names = {"h0", "h1"},
                                    .distances = base::SquareMatrix<std::optional<double>>(2, 0.1)};
    const auto levels = levels_of(matrix, clustering::methods().at("lowekamp", "test"), platform_of({{0}, {1}}));
    ASSERT_EQ(levels.size(), 2U);
    EXPECT_EQ(levels[0].clusters[0].name, "cluster-0");
    EXPECT_EQ(levels[1].name, "WAN");
}

}  // namespace
}  // namespace causeway::discovery
