/// Sockets and NUMA nodes of made-up hosts.
#include "causeway/probe/processor_place.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <string>
#include <vector>

namespace causeway::probe {
namespace {

class Places : public testing::Test {
protected:
    void SetUp() override {
        if (!knows_places()) {
            GTEST_SKIP() << "built without hwloc";
        }
    }
};

TEST_F(Places, AreCountedOnAHostOfSeveralNodes) {
    const ProcessorPlace place = place_on("package:2 numa:2 core:4 pu:1", {0});
    EXPECT_EQ(place.num_sockets, 2);
    EXPECT_EQ(place.num_nodes, 4);
}

TEST_F(Places, AreTheNodeThatHasAllProcessorsOfAProcess) {
    const std::string host = "package:2 numa:1 core:4 pu:2";  // processors 0 to 7, and 8 to 15
    EXPECT_EQ(place_on(host, {0}).node, 0);
    EXPECT_EQ(place_on(host, {6, 7}).node, 0);
    EXPECT_EQ(place_on(host, {8, 9, 10, 11, 12, 13, 14, 15}).node, 1);
    EXPECT_EQ(place_on(host, {7, 8}).node, -1) << "bound to no node";
    EXPECT_EQ(place_on(host, {}).node, -1);
    EXPECT_EQ(place_on(host, {99}).node, -1);
}

TEST_F(Places, OnAHostOfOneNodeAreAllTheSame) {
    const ProcessorPlace place = place_on("package:1 core:4 pu:1", {1, 2});
    EXPECT_EQ(place.num_sockets, 1);
    EXPECT_EQ(place.num_nodes, 1);
    EXPECT_EQ(place.node, 0);
}

TEST_F(Places, OfADescriptionThatIsNoneAreUnknown) {
    EXPECT_EQ(place_on("two sockets", {0}), ProcessorPlace{});
}

TEST_F(Places, HereAreKnown) {
    const ProcessorPlace place = own_place();
    EXPECT_GE(place.num_nodes, 1);
    EXPECT_LT(place.node, place.num_nodes);
}

TEST(NodesOfRanks, AreAskedForOnlyWhereAHostOfSeveralNodesIsShared) {
    const auto size = static_cast<std::size_t>(mpi::size_of(MPI_COMM_WORLD));
    const std::vector<std::string> names(size, "n0");
    platform::Platform platform;
    platform.hosts = {{.name = "n0"}};
    EXPECT_TRUE(nodes_of_ranks(MPI_COMM_WORLD, platform, names).empty());
    platform.hosts[0].num_nodes = 1;
    EXPECT_TRUE(nodes_of_ranks(MPI_COMM_WORLD, platform, names).empty());
    platform.hosts[0].num_nodes = 2;
    EXPECT_EQ(nodes_of_ranks(MPI_COMM_WORLD, platform, names).size(), size > 1 ? size : 0U);
}

}  // namespace
}  // namespace causeway::probe
