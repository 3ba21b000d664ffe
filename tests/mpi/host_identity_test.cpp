/// Hosts are told apart by what they are, not by what they call themselves.
#include "causeway/mpi/host_identity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace causeway::mpi {
namespace {

using testing::ElementsAre;

HostMark mark(std::string name, std::string identity) {
    return {.name = std::move(name), .identity = std::move(identity), .boot = ""};
}

TEST(NamesOfHosts, AreTheNamesWhereNothingIsStrange) {
    EXPECT_THAT(names_of_hosts({mark("a", "1"), mark("b", "2"), mark("a", "1")}), ElementsAre("a", "b", "a"));
}

TEST(NamesOfHosts, OfTwoContainersOfOneNameAreTwo) {
    EXPECT_THAT(names_of_hosts({mark("node", "boot net:2"), mark("node", "boot net:1"), mark("node", "boot net:2")}),
                ElementsAre("node#2", "node", "node#2"));
}

TEST(NamesOfHosts, OfOneHostWithTwoNamesAreOne) {
    EXPECT_THAT(names_of_hosts({mark("node.site.org", "1"), mark("node", "1"), mark("other", "2")}),
                ElementsAre("node", "node", "other"));
    EXPECT_THAT(names_of_hosts({mark("red", "1"), mark("blu", "1")}), ElementsAre("blu", "blu"));
}

TEST(NamesOfHosts, DoNotDependOnTheOrderOfRanks) {
    std::vector<HostMark> marks{mark("n", "1"), mark("n", "2"), mark("n.org", "2"), mark("m", "3"), mark("n", "4")};
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
    EXPECT_THAT(names_of_hosts({mark("n", "1"), mark("n", "2"), mark("n#2", "3")}), ElementsAre("n", "n#3", "n#2"));
}

TEST(NamesOfHosts, WithoutIdentitiesTheNamesSayItAll) {
    EXPECT_THAT(names_of_hosts({mark("a", ""), mark("b", ""), mark("a", "")}), ElementsAre("a", "b", "a"));
    EXPECT_THAT(names_of_hosts({mark("a", ""), mark("x", "a")}), ElementsAre("a", "x"));
}

TEST(SharedKernel, IsThatOfAll) {
    const auto share = [](const std::vector<std::string>& boots) {
        std::vector<HostMark> marks;
        for (const std::string& boot : boots) {
            marks.push_back({.name = "n", .identity = "", .boot = boot});
        }
        return share_one_kernel(marks);
    };
    EXPECT_TRUE(share({"x", "x", "x"}));
    EXPECT_FALSE(share({"x", "x", "y"}));
    EXPECT_FALSE(share({"", ""}));
}

TEST(OwnHostMark, IsTheSameTwice) {
    EXPECT_EQ(own_host_mark(), own_host_mark());
    EXPECT_FALSE(own_host_mark().name.empty());
}

}  // namespace
}  // namespace causeway::mpi
