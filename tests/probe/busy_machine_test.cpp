/// Round trips of all pairs at once where all hosts are one machine, under mpirun.
#include "causeway/probe/busy_machine.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/probe/near_pairs.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

namespace causeway::probe {
namespace {

/// Each process counts as a host.
discovery::HostLayout every_process(bool share_one_kernel) {
    discovery::HostLayout layout;
    for (int rank = 0; rank < mpi::size_of(MPI_COMM_WORLD); ++rank) {
        layout.names.push_back("h" + std::to_string(rank));
        layout.ranks.push_back({rank});
    }
    layout.share_one_kernel = share_one_kernel;
    return layout;
}

/// The first three and all others.
clustering::Partition two_clusters() {
    clustering::Partition result(2);
    for (int rank = 0; rank < mpi::size_of(MPI_COMM_WORLD); ++rank) {
        result[rank < 3 ? 0 : 1].push_back(rank);
    }
    return result;
}

TEST(BusyMachine, IsAskedWhereItHasTooFewProcessors) {
    const discovery::HostLayout layout = every_process(true);
    const clustering::Partition clusters = two_clusters();
    std::size_t num_pairs = 0;
    for (const std::vector<int>& cluster : clusters) {
        num_pairs += cluster.size() / 2;
    }
    const bool is_short =
        num_pairs > 1 && pairs_at_once(MPI_COMM_WORLD, true, static_cast<int>(num_pairs)) < static_cast<int>(num_pairs);
    const std::vector<discovery::BusyTrip> found = measure_busy_machine(MPI_COMM_WORLD, layout, clusters);
    ASSERT_EQ(found.size(), is_short ? num_pairs : 0U);
    for (std::size_t pair = 0; pair < found.size(); ++pair) {
        EXPECT_EQ(found[pair].cluster, pair == 0 ? 0 : 1);
        EXPECT_GT(found[pair].time, Seconds(0.0));
        EXPECT_LT(found[pair].time, Seconds(1.0));
    }
}

TEST(BusyMachine, IsNotAskedWhereHostsAreMachines) {
    EXPECT_TRUE(measure_busy_machine(MPI_COMM_WORLD, every_process(false), two_clusters()).empty());
}

}  // namespace
}  // namespace causeway::probe
