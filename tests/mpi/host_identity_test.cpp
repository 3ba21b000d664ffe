/// Hosts are told apart by what they are, not by what they call themselves.
#include "causeway/mpi/host_identity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace causeway::mpi {
namespace {

using testing::ElementsAre;

TEST(NamesOfHosts, AreTheNamesWhereNothingIsStrange) {
    EXPECT_THAT(names_of_hosts({{"a", "1"}, {"b", "2"}, {"a", "1"}}), ElementsAre("a", "b", "a"));
}

TEST(NamesOfHosts, OfTwoContainersOfOneNameAreTwo) {
    EXPECT_THAT(names_of_hosts({{"node", "boot net:2"}, {"node", "boot net:1"}, {"node", "boot net:2"}}),
                ElementsAre("node#2", "node", "node#2"));
}

TEST(NamesOfHosts, OfOneHostWithTwoNamesAreOne) {
    EXPECT_THAT(names_of_hosts({{"node.site.org", "1"}, {"node", "1"}, {"other", "2"}}),
                ElementsAre("node", "node", "other"));
    EXPECT_THAT(names_of_hosts({{"red", "1"}, {"blu", "1"}}), ElementsAre("blu", "blu"));
}

TEST(NamesOfHosts, DoNotDependOnTheOrderOfRanks) {
    std::vector<HostMark> marks{{"n", "1"}, {"n", "2"}, {"n.org", "2"}, {"m", "3"}, {"n", "4"}};
    const std::vector<std::string> names = names_of_hosts(marks);
    std::vector<int> order{0, 1, 2, 3, 4};
    do {
        std::vector<HostMark> permuted;
        for (const int i : order) {
            permuted.push_back(marks[static_cast<std::size_t>(i)]);
        }
        const std::vector<std::string> found = names_of_hosts(permuted);
        for (std::size_t i = 0; i < order.size(); ++i) {
            EXPECT_EQ(found[i], names[static_cast<std::size_t>(order[i])]);
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

TEST(NamesOfHosts, ANameThatLooksNumberedIsNotGivenTwice) {
    EXPECT_THAT(names_of_hosts({{"n", "1"}, {"n", "2"}, {"n#2", "3"}}), ElementsAre("n", "n#3", "n#2"));
}

TEST(NamesOfHosts, WithoutIdentitiesTheNamesSayItAll) {
    EXPECT_THAT(names_of_hosts({{"a", ""}, {"b", ""}, {"a", ""}}), ElementsAre("a", "b", "a"));
    EXPECT_THAT(names_of_hosts({{"a", ""}, {"x", "a"}}), ElementsAre("a", "x"));
}

TEST(OwnHostMark, IsTheSameTwice) {
    EXPECT_EQ(own_host_mark(), own_host_mark());
    EXPECT_FALSE(own_host_mark().name.empty());
}

}  // namespace
}  // namespace causeway::mpi
