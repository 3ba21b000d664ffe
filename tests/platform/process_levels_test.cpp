/// The levels of a job: which processes are together on which level, and what messages between them cost.
#include "causeway/platform/process_levels.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace causeway::platform {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Plogp plogp(double latency, double gap) {
    Plogp result;
    result.latency = Seconds(latency);
    result.gap = statistics::PiecewiseLinear(gap);
    return result;
}

Cluster cluster(std::string name, std::vector<std::string> hosts) {
    Cluster result;
    result.name = std::move(name);
    result.num_hosts = static_cast<int>(hosts.size());
    result.hosts = std::move(hosts);
    result.plogp = plogp(1e-4, 1e-5);
    return result;
}

Link link(int from, int to, double latency) {
    Link result;
    result.from = from;
    result.to = to;
    result.plogp = plogp(latency, 0.01);
    return result;
}

Platform three_clusters() {
    Platform platform;
    platform.clusters = {cluster("a", {"a0", "a1"}), cluster("b", {"b0"}), cluster("c", {"c0", "c1"})};
    platform.clusters[0].within_host = plogp(1e-6, 1e-7);
    platform.links = {link(0, 1, 0.001), link(1, 2, 0.01)};
    return platform;
}

std::vector<std::string> names_of(const std::vector<ProcessLevel>& levels) {
    std::vector<std::string> names;
    for (const ProcessLevel& level : levels) {
        names.push_back(level.name);
    }
    return names;
}

TEST(ProcessLevels, WithoutLevelsIsHostsClustersAndAll) {
    const auto levels = process_levels_of(three_clusters(), {"c1", "a0", "c1", "c0", "a1"});
    EXPECT_THAT(names_of(levels), ElementsAre("host", "cluster", "all"));
    EXPECT_THAT(levels[0].cluster_of, ElementsAre(0, 1, 0, 2, 3));
    EXPECT_THAT(levels[1].cluster_of, ElementsAre(0, 1, 0, 0, 1));
    EXPECT_THAT(levels[2].cluster_of, ElementsAre(0, 0, 0, 0, 0));
    EXPECT_TRUE(levels[1].is_planned && !levels[0].is_planned && !levels[2].is_planned);
    ASSERT_THAT(levels[1].clusters, SizeIs(2));
    EXPECT_EQ(levels[1].clusters[0].name, "c");
    EXPECT_EQ(levels[1].clusters[0].num_hosts, 2);
    EXPECT_THAT(levels[1].clusters[0].ranks, ElementsAre(0, 2, 3));
    EXPECT_EQ(levels[1].clusters[1].coordinator(), 1);
}

TEST(ProcessLevels, HasThePlannedClustersAmongTheLevelsOfTheFile) {
    Platform platform = three_clusters();
    Level rooms{.name = "room", .clusters = {{"r0", {"a0"}}, {"r1", {"a1"}}, {"r2", {"b0"}}, {"r3", {"c0", "c1"}}}};
    Level sites{.name = "site", .clusters = {{"west", {"a0", "a1", "b0"}}, {"c", {"c0", "c1"}}}};
    platform.levels = {rooms, sites};
    const auto levels = process_levels_of(platform, {"a0", "a1", "b0", "c0"});
    EXPECT_THAT(names_of(levels), ElementsAre("host", "room", "cluster", "site", "all"));
    EXPECT_TRUE(levels[2].is_planned);
    EXPECT_THAT(levels[2].cluster_of, ElementsAre(0, 0, 1, 2));
    EXPECT_THAT(levels[3].cluster_of, ElementsAre(0, 0, 0, 1));
}

TEST(ProcessLevels, LastLevelOfTheFileMayBeTheOneThatHasAll) {
    Platform platform = three_clusters();
    platform.levels = {{.name = "LAN", .clusters = {{"a", {"a0", "a1"}}, {"b", {"b0"}}, {"c", {"c0", "c1"}}}},
                       {.name = "WAN", .clusters = {{"all of them", {"a0", "a1", "b0", "c0", "c1"}}}}};
    const auto levels = process_levels_of(platform, {"a0", "b0", "c0"});
    EXPECT_THAT(names_of(levels), ElementsAre("host", "LAN", "WAN"));
    EXPECT_TRUE(levels[1].is_planned);
}

TEST(ProcessLevels, KnowsNothingOfProcessesOnOtherHosts) {
    EXPECT_THAT(process_levels_of(three_clusters(), {"a0", "x0"}), IsEmpty());
    EXPECT_THAT(process_levels_of(three_clusters(), {}), IsEmpty());
}

TEST(MessageCost, IsThatOfTheHostTheClusterOrTheLink) {
    const Platform platform = three_clusters();
    EXPECT_EQ(message_cost(platform, "a0", "a0", Bytes(8))->latency, Seconds(1e-6));
    EXPECT_EQ(message_cost(platform, "a0", "a1", Bytes(8))->latency, Seconds(1e-4));
    EXPECT_EQ(message_cost(platform, "c1", "b0", Bytes(8))->latency, Seconds(0.01));
    EXPECT_EQ(message_cost(platform, "c1", "b0", Bytes(8))->gap, Seconds(0.01));
    EXPECT_FALSE(message_cost(platform, "a0", "c0", Bytes(8)).has_value());
    EXPECT_FALSE(message_cost(platform, "b0", "b0", Bytes(8)).has_value());
    EXPECT_FALSE(message_cost(platform, "b0", "x0", Bytes(8)).has_value());
}

}  // namespace
}  // namespace causeway::platform
