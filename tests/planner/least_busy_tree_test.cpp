/// Trees in which narrow clusters stand at the end and wide ones have many neighbours.
#include "causeway/planner/least_busy_tree.hpp"

#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr Bytes kSegment(16384);

/// Clusters of so many hosts of 1000 MB/s, 5 ms apart, with uplinks of these rates in bytes per second.
platform::Platform clusters_with(const std::vector<double>& uplinks, int hosts = 1) {
    platform::Platform result;
    for (std::size_t c = 0; c < uplinks.size(); ++c) {
        platform::Cluster& cluster = result.clusters.emplace_back();
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = hosts;
        for (int host = 0; host < hosts; ++host) {
            cluster.hosts.push_back(cluster.name + "h" + std::to_string(host));
        }
        cluster.plogp = test::affine_plogp(1e-4, 0.0, 1e9);
        cluster.uplink_capacity = BytesPerSecond(uplinks[c]);
        cluster.downlink_capacity = BytesPerSecond(uplinks[c]);
        for (std::size_t to = 0; to < c; ++to) {
            platform::Link& link = result.links.emplace_back();
            link.from = static_cast<int>(to);
            link.to = static_cast<int>(c);
            link.plogp = test::affine_plogp(5e-3, 0.0, std::min(uplinks[to], uplinks[c]));
        }
    }
    return result;
}

std::vector<inter_cluster::Send> tree_of(const platform::Platform& platform, int root = 0) {
    const platform::Placement placement = platform::full_placement(platform);
    Request request;
    request.root = root;
    request.message = Bytes(1 << 20);
    return least_busy_tree(Task(platform, placement, request), kSegment);
}

/// Neighbours of each cluster in the tree of a task whose first group is cluster 0.
std::vector<int> degrees(const std::vector<inter_cluster::Send>& sends) {
    std::vector<int> result(sends.size() + 1);
    for (const inter_cluster::Send& send : sends) {
        ++result[static_cast<std::size_t>(send.from)];
        ++result[static_cast<std::size_t>(send.to)];
    }
    return result;
}

TEST(LeastBusyTree, LeadsFromANarrowRootOnFromTheWidestCluster) {
    const auto sends = tree_of(clusters_with({1e7, 1e7, 4e7, 1e7, 1e7}));
    EXPECT_EQ(sends.front(), (inter_cluster::Send{0, 2}));
    EXPECT_THAT(std::vector(sends.begin() + 1, sends.end()),
                UnorderedElementsAre(inter_cluster::Send{2, 1}, inter_cluster::Send{2, 3}, inter_cluster::Send{2, 4}));
}

TEST(LeastBusyTree, OfClustersThatAreAlikeIsAPath) {
    // Each has two neighbours at most: a third would keep it half as long again.
    const std::vector<int> neighbours = degrees(tree_of(clusters_with({2e7, 2e7, 2e7, 2e7, 2e7, 2e7})));
    EXPECT_EQ(*std::max_element(neighbours.begin(), neighbours.end()), 2);
}

TEST(LeastBusyTree, AHostsInterfaceCountsWithWhatItDoesInside) {
    // Borders let in whatever comes; a coordinator of several hosts feeds one of its own, and two clusters.
    platform::Platform platform = clusters_with({1e9, 1e9, 1e9, 1e9, 1e9, 1e9}, 4);
    for (platform::Cluster& cluster : platform.clusters) {
        cluster.uplink_capacity = BytesPerSecond(1e11);
        cluster.downlink_capacity = BytesPerSecond(1e11);
    }
    const std::vector<int> neighbours = degrees(tree_of(platform));
    EXPECT_EQ(*std::max_element(neighbours.begin(), neighbours.end()), 2);
}

TEST(LeastBusyTree, GroupsShareWhatTheyLetThrough) {
    // Three sites of two LANs: two narrow ones, which stand at the ends, and one of twice their rate between them.
    platform::Platform platform = clusters_with({1e8, 1e8, 1e8, 1e8, 1e8, 1e8});
    platform::Level& sites = platform.levels.emplace_back();
    sites.name = "site";
    for (int site = 0; site < 3; ++site) {
        platform::LevelCluster& group = sites.clusters.emplace_back();
        group.name = "s" + std::to_string(site);
        group.uplink_capacity = BytesPerSecond(site == 1 ? 2e7 : 1e7);
        group.downlink_capacity = group.uplink_capacity;
        for (const int lan : {2 * site, 2 * site + 1}) {
            group.hosts.push_back(platform.clusters[static_cast<std::size_t>(lan)].hosts.front());
        }
    }
    std::vector<std::pair<int, int>> between_sites;
    for (const inter_cluster::Send& send : tree_of(platform)) {
        if (send.from / 2 != send.to / 2) {
            between_sites.emplace_back(send.from / 2, send.to / 2);
        }
    }
    EXPECT_THAT(between_sites, UnorderedElementsAre(std::pair(0, 1), std::pair(1, 2)));
}

TEST(LeastBusyTree, SpansEveryRandomGrid) {
    for (unsigned seed = 0; seed < 50; ++seed) {
        std::mt19937_64 rng(seed);
        const test::Grid grid = test::random_grid(rng);
        Request request;
        request.message = Bytes(1 << 20);
        const Task task(grid.platform, grid.placement, request);
        const auto sends = least_busy_tree(task, kSegment);
        std::vector<bool> has(task.groups.size(), false);
        has.front() = true;
        for (const inter_cluster::Send& send : sends) {
            EXPECT_TRUE(has[static_cast<std::size_t>(send.from)]) << seed;
            EXPECT_FALSE(has[static_cast<std::size_t>(send.to)]) << seed;
            has[static_cast<std::size_t>(send.to)] = true;
        }
        EXPECT_THAT(sends, SizeIs(task.groups.size() - 1)) << seed;
    }
}

TEST(LeastBusyTree, IsNoneWhereAClusterCannotBeReached) {
    platform::Platform platform = clusters_with({1e7, 1e7, 1e7});
    std::erase_if(platform.links, [](const platform::Link& link) { return link.to == 2; });
    EXPECT_THAT(tree_of(platform), IsEmpty());
}

}  // namespace
}  // namespace causeway::planner
