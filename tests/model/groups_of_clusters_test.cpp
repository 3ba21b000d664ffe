/// What a transfer occupies of the borders of groups of clusters.
#include "causeway/model/grid_plogp.hpp"
#include "tests/model/small_grids.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::model {
namespace {

TEST(GridPlogp, OfGroupsAroundAClusterThoseOfKnownCapacityCountHoweverDeepTheyAre) {
    constexpr int kClusters = 6;
    platform::Platform platform;
    for (int c = 0; c < kClusters; ++c) {
        platform.clusters.push_back(cluster(std::string(1, static_cast<char>('a' + c)), 1, std::nullopt));
    }
    platform::Link link;
    link.from = 0;
    link.to = kClusters - 1;
    link.plogp = constant_plogp(10.0, 20.0);
    platform.links = {link};
    // a and b are together; then c with them, then d, then e.
    for (int around = 2; around < kClusters; ++around) {
        platform::Level level{.name = "level " + std::to_string(around), .clusters = {{.name = "around", .hosts = {}}}};
        for (int c = 0; c < kClusters; ++c) {
            const std::string host = platform::host_names_in(platform.clusters[static_cast<std::size_t>(c)]).front();
            if (c < around) {
                level.clusters.front().hosts.push_back(host);
            } else {
                level.clusters.push_back({.name = host, .hosts = {host}});
            }
        }
        platform.levels.push_back(level);
    }
    platform.levels.front().clusters.front().uplink_capacity = BytesPerSecond(25.0);
    const GridPlogp model(platform, platform::full_placement(platform));
    const Occupation occupation = model.occupation(0, kClusters - 1, kSize);
    EXPECT_THAT(durations_of(occupation.stages[0]), testing::Contains(Seconds(40.0)));
}

TEST(GridPlogp, WhatClustersOfAGroupSendOutSharesTheGroupsUplink) {
    const platform::Platform platform = two_by_two();
    const GridPlogp model(platform, platform::full_placement(platform));
    const Occupation first = model.occupation(0, 2, kSize);
    const Occupation second = model.occupation(1, 3, kSize);
    EXPECT_TRUE(share_a_resource(first, second)) << "both leave ab and enter cd";
    EXPECT_FALSE(share_a_resource(first, model.occupation(3, 1, kSize))) << "the other way is another resource";
    const Occupation inside = model.occupation(0, 1, kSize);
    EXPECT_FALSE(share_a_resource(inside, second)) << "what stays inside does not pass the border";
    EXPECT_EQ(inside.unhindered(), Seconds(5.0));
    ASSERT_EQ(first.num_stages, 4U);
    EXPECT_EQ(durations_of(first.stages[2]), (std::vector{Seconds(2.0), Seconds(20.0)})) << "a's uplink and ab's";
    EXPECT_EQ(durations_of(first.stages[3]), (std::vector{Seconds(25.0), Seconds(2.0), Seconds(2.0)}))
        << "from outside on";
    EXPECT_EQ(first.unhindered(), Seconds(35.0)) << "the last byte is there when the slowest has let it through";
}

}  // namespace
}  // namespace causeway::model
