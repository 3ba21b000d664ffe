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

TEST(HostsNamedAlike, DifferInTheirNumbersOnly) {
    EXPECT_THAT(hosts_named_alike({"r1n1", "r2n1", "r1n2", "r2n2", "r1n3", "r1n4", "r2n3", "login", "r2n14"}),
                ElementsAre(ElementsAre(0, 2, 4, 5), ElementsAre(1, 3, 6, 8)));
}

TEST(HostsNamedAlike, AreOfOneDomain) {
    EXPECT_THAT(hosts_named_alike({"n1.a.org", "n2.a.org", "n1.b2.org", "n3.a.org", "n4.a.org", "n2.b2.org",
                                   "n3.b2.org", "n4.b2.org", "n1.c.org"}),
                ElementsAre(ElementsAre(0, 1, 3, 4), ElementsAre(2, 5, 6, 7)));
}

TEST(HostsNamedAlike, AreOfOneNetworkWhereNamesAreAddresses) {
    EXPECT_THAT(hosts_named_alike(
                    {"10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.1.1", "10.0.1.2", "10.0.1.3", "10.0.1.40"}),
                ElementsAre(ElementsAre(0, 1, 2, 3), ElementsAre(4, 5, 6, 7)));
}

TEST(HostsNamedAlike, SayNothingWhereAllAre) {
    EXPECT_TRUE(hosts_named_alike({"n1", "n2", "n3", "n4", "n5"}).empty());
    EXPECT_TRUE(hosts_named_alike({"tick", "tock", "", ""}).empty());
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
