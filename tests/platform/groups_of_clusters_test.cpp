/// Which clusters are together, by the levels of a platform.
#include "causeway/platform/groups_of_clusters.hpp"

#include "causeway/platform/platform_json.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace causeway::platform {
namespace {

/// Four LANs a to d of two hosts, e of one: sites ab and cd, a region of both; `levels` as in a file.
Platform five_lans(const std::string& levels) {
    std::string clusters;
    for (const char* name : {"a", "b", "c", "d"}) {
        const std::string n(name);
        clusters += R"({"name": ")" + n + R"(", "hosts": [")" + n + R"(0", ")" + n +
                    R"(1"], "plogp": {"latency": 1e-5, "gap": 1e-6}}, )";
    }
    return parse_platform(R"({"causeway": "platform", "version": 1, "clusters": [)" + clusters +
                              R"({"name": "e", "hosts": ["e0"]}], "levels": )" + levels + "}",
                          "five.json");
}

constexpr const char* kSites = R"({"name": "site", "clusters": [
 {"name": "ab", "clusters": ["a", "b"], "uplink_capacity": 4e7}, {"name": "cd", "clusters": ["c", "d"]},
 {"name": "e", "clusters": ["e"]}]})";
constexpr const char* kRegions = R"({"name": "region", "clusters": [
 {"name": "abcd", "clusters": ["a", "b", "c", "d"], "downlink_capacity": 2e7}, {"name": "e", "clusters": ["e"]}]})";

TEST(GroupsOfClusters, TheLargestComeFirstAndHoldTheOthers) {
    const auto groups = groups_of_clusters(five_lans("[" + std::string(kSites) + ", " + kRegions + "]"));
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].name, "abcd");
    EXPECT_EQ(groups[0].clusters, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(groups[0].parent, -1);
    EXPECT_EQ(groups[0].downlink_capacity, BytesPerSecond(2e7));
    EXPECT_FALSE(groups[0].uplink_capacity);
    EXPECT_EQ(groups[1].clusters, (std::vector<int>{0, 1}));
    EXPECT_EQ(groups[1].parent, 0);
    EXPECT_EQ(groups[1].uplink_capacity, BytesPerSecond(4e7));
    EXPECT_EQ(groups[2].clusters, (std::vector<int>{2, 3}));
    EXPECT_TRUE(groups[2].has(3));
    EXPECT_FALSE(groups[2].has(1));
}

TEST(GroupsOfClusters, AGroupOfSeveralLevelsIsOneWithTheLeastItCarries) {
    const std::string again = R"({"name": "campus", "clusters": [
 {"name": "AB", "clusters": ["a", "b"], "uplink_capacity": 3e7, "downlink_capacity": 5e7},
 {"name": "CD", "clusters": ["c", "d"]}, {"name": "E", "clusters": ["e"]}]})";
    const auto groups = groups_of_clusters(five_lans("[" + std::string(kSites) + ", " + again + "]"));
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].uplink_capacity, BytesPerSecond(3e7));
    EXPECT_EQ(groups[0].downlink_capacity, BytesPerSecond(5e7));
}

TEST(GroupsOfClusters, LevelsInsideClustersAndOfAllMakeNone) {
    const std::string all = R"({"name": "all", "clusters": [{"name": "all", "clusters": ["a", "b", "c", "d", "e"]}]})";
    const std::string hosts =
        R"({"name": "host", "clusters": [{"name": "1", "hosts": ["a0"]}, {"name": "2", "hosts": ["a1"]},
 {"name": "3", "hosts": ["b0", "b1"]}, {"name": "4", "hosts": ["c0", "c1"]}, {"name": "5", "hosts": ["d0", "d1"]},
 {"name": "6", "hosts": ["e0"]}]})";
    EXPECT_TRUE(groups_of_clusters(five_lans("[" + hosts + ", " + all + "]")).empty());
    EXPECT_TRUE(groups_of_clusters(five_lans("[]")).empty());
}

}  // namespace
}  // namespace causeway::platform
