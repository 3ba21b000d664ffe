/// Hosts from the names that ranks report, and names for clusters of them.
#include "causeway/discovery/hosts.hpp"

#include <gmock/gmock.h>

namespace causeway::discovery {
namespace {

using testing::ElementsAre;

TEST(GroupByHost, NumbersHostsByTheirLowestRanks) {
    const HostLayout layout = group_by_host({"b0", "a0", "b0", "a1", "a0"});
    EXPECT_THAT(layout.names, ElementsAre("b0", "a0", "a1"));
    EXPECT_THAT(layout.ranks, ElementsAre(ElementsAre(0, 2), ElementsAre(1, 4), ElementsAre(3)));
    EXPECT_EQ(layout.representative(1), 1);
}

TEST(ClusterNames, AreTheLettersThatHostNamesBeginWith) {
    EXPECT_THAT(cluster_names({{0, 1}, {2}}, {"orsay0", "orsay1", "sophia-12.net"}), ElementsAre("orsay", "sophia"));
}

TEST(ClusterNames, AreNumbersWhereHostsDiffer) {
    EXPECT_THAT(cluster_names({{0, 1}, {2}}, {"tick", "tock", "10.0.0.1"}), ElementsAre("cluster-0", "cluster-1"));
}

TEST(ClusterNames, AreAllDifferent) {
    EXPECT_THAT(cluster_names({{0}, {1}, {2}}, {"n0", "n1", "n2"}), ElementsAre("n", "n-2", "n-3"));
}

}  // namespace
}  // namespace causeway::discovery
