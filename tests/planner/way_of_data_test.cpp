/// The platform as data meets it on its way down the trees of an operation.
#include "causeway/planner/way_of_data.hpp"

#include "tests/support/random_grid.hpp"

#include <gtest/gtest.h>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// a and b: from a to b 10 MB/s, back 1 MB/s; a lets 5 MB/s out and takes 2 MB/s in, b lets 3 MB/s out.
platform::Platform uneven() {
    platform::Platform result;
    for (const char* name : {"a", "b"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = 1;
        result.clusters.push_back(cluster);
    }
    result.clusters[0].uplink_capacity = BytesPerSecond(5e6);
    result.clusters[0].downlink_capacity = BytesPerSecond(2e6);
    result.clusters[1].uplink_capacity = BytesPerSecond(3e6);
    for (int from = 0; from < 2; ++from) {
        platform::Link link;
        link.from = from;
        link.to = 1 - from;
        link.symmetric = false;
        link.plogp = test::affine_plogp(from == 0 ? 1e-3 : 2e-3, 0.0, from == 0 ? 1e7 : 1e6);
        result.links.push_back(link);
    }
    return result;
}

TEST(WayOfData, IsAsItIsWhereDataGoesDown) {
    for (const Operation operation : {Operation::kBroadcast, Operation::kScatter, Operation::kAllgather}) {
        EXPECT_EQ(along_trees(operation, uneven()), uneven());
    }
}

TEST(WayOfData, IsTurnedRoundWhereDataComesUp) {
    for (const Operation operation : {Operation::kReduce, Operation::kGather, Operation::kReduceScatter}) {
        const platform::Platform turned = along_trees(operation, uneven());
        EXPECT_EQ(turned.clusters[0].uplink_capacity, BytesPerSecond(2e6));
        EXPECT_EQ(turned.clusters[0].downlink_capacity, BytesPerSecond(5e6));
        EXPECT_EQ(turned.clusters[1].downlink_capacity, BytesPerSecond(3e6));
        EXPECT_FALSE(turned.clusters[1].uplink_capacity);
        EXPECT_EQ(turned.find_link(0, 1)->plogp, uneven().find_link(1, 0)->plogp);
    }
}

TEST(WayOfData, IsTheSlowerOneWhereDataGoesBothWays) {
    const platform::Platform both = along_trees(Operation::kAllreduce, uneven());
    EXPECT_EQ(both.clusters[0].uplink_capacity, BytesPerSecond(2e6));
    EXPECT_EQ(both.clusters[0].downlink_capacity, BytesPerSecond(2e6));
    EXPECT_EQ(both.clusters[1].uplink_capacity, BytesPerSecond(3e6));
    EXPECT_EQ(both.clusters[1].downlink_capacity, BytesPerSecond(3e6));
    EXPECT_EQ(both.find_link(0, 1)->plogp, uneven().find_link(1, 0)->plogp);
    EXPECT_EQ(both.find_link(1, 0)->plogp, uneven().find_link(1, 0)->plogp);
}

}  // namespace
}  // namespace causeway::planner
