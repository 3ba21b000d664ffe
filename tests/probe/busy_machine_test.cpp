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
    for (const bool at_a_glance : {true, false}) {
        const auto found = measure_busy_machine(MPI_COMM_WORLD, layout, clusters, at_a_glance);
        if (!is_short || mpi::rank_of(MPI_COMM_WORLD) != 0) {
            EXPECT_TRUE(found.empty());
            continue;
        }
        ASSERT_EQ(found.size(), at_a_glance ? 2U : 3U);
        for (const discovery::BusyTrips& of_size : found) {
            ASSERT_EQ(of_size.trips.size(), num_pairs);
            EXPECT_EQ(of_size.trips.front().cluster, 0);
            for (const discovery::BusyTrips::Trip& trip : of_size.trips) {
                EXPECT_GT(trip.time, Seconds(0.0));
                EXPECT_LT(trip.time, Seconds(1.0));
            }
        }
    }
}

TEST(BusyMachine, IsNotAskedWhereHostsAreMachines) {
    EXPECT_TRUE(measure_busy_machine(MPI_COMM_WORLD, every_process(false), two_clusters(), false).empty());
}

}  // namespace
}  // namespace causeway::probe
