/// From where trees of operations without a root are tried.
#include "causeway/planner/central_groups.hpp"

#include "tests/support/random_grid.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::planner {
namespace {

using ::testing::ElementsAre;

/// Sites in a row, 10 ms from each to the next, with so many LANs each of one host, 0.5 ms from each other.
platform::Platform row_of_sites(int sites, int lans) {
    platform::Platform result;
    platform::Level level{.name = "site", .clusters = {}};
    for (int c = 0; c < sites * lans; ++c) {
        const std::string host = "h" + std::to_string(c);
        platform::Cluster cluster;
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = 1;
        cluster.hosts = {host};
        cluster.plogp = test::affine_plogp(1e-4, 1e-5, 1e8);
        result.clusters.push_back(cluster);
        for (int to = 0; to < c; ++to) {
            platform::Link link;
            link.from = to;
            link.to = c;
            const int apart = c / lans - to / lans;
            link.plogp = test::affine_plogp(apart == 0 ? 5e-4 : 1e-2 * apart, 1e-5, 1e8);
            result.links.push_back(link);
        }
        if (c % lans == 0) {
            level.clusters.push_back({.name = "s" + std::to_string(c / lans), .hosts = {}});
        }
        level.clusters.back().hosts.push_back(host);
    }
    if (lans > 1) {
        result.levels.push_back(level);
    }
    return result;
}

std::vector<int> central_groups_of(const platform::Platform& platform, Bytes message = Bytes(4096)) {
    const platform::Placement placement = platform::full_placement(platform);
    Request request;
    request.operation = scheme::Operation::kAllreduce;
    request.message = message;
    return central_groups(Task(platform, placement, request), message);
}

TEST(CentralGroups, OfAFewAllAreTried) {
    EXPECT_THAT(central_groups_of(row_of_sites(4, 1)), ElementsAre(0, 1, 2, 3));
}

TEST(CentralGroups, OfManyThoseFromWhichTheFarthestIsTheNearest) {
    EXPECT_THAT(central_groups_of(row_of_sites(9, 1)), ElementsAre(4, 3, 5, 2, 6, 1, 7, 0));
}

TEST(CentralGroups, OneOfEachSite) {
    EXPECT_THAT(central_groups_of(row_of_sites(9, 3)), ElementsAre(12, 9, 15, 6, 18, 3, 21, 0));
    EXPECT_THAT(central_groups_of(row_of_sites(7, 2)), ElementsAre(6, 4, 8, 2, 10, 0, 12));
    EXPECT_THAT(central_groups_of(row_of_sites(3, 4)), ElementsAre(4, 0, 8));
}

TEST(CentralGroups, OfFewBytesTheMostCentral) {
    EXPECT_THAT(central_groups_of(row_of_sites(9, 3), Bytes(8)), ElementsAre(12, 9));
}

}  // namespace
}  // namespace causeway::planner
