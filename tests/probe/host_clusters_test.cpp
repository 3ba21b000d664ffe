/// Processes taken for hosts: the same on every rank, whichever way they are measured.
#include "causeway/probe/measured_host_clusters.hpp"

#include "causeway/mpi/communicator.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

namespace causeway::probe {
namespace {

discovery::HostLayout a_host_each(int size) {
    std::vector<std::string> names;
    for (int rank = 0; rank < size; ++rank) {
        names.push_back("h" + std::to_string(rank));
    }
    discovery::HostLayout layout = discovery::group_by_host(names);
    layout.share_one_kernel = true;
    return layout;
}

std::string text_of(const discovery::HostClusters& found) {
    std::string text;
    for (const std::vector<int>& cluster : found.clusters) {
        for (const int host : cluster) {
            text += std::to_string(host) + " ";
        }
        text += "| ";
    }
    for (int from = 0; from < found.latencies.between.size(); ++from) {
        for (int to = 0; to < found.latencies.between.size(); ++to) {
            text += std::to_string(found.latencies.between(from, to).value()) + " ";
        }
        const auto& inside = found.latencies.inside[static_cast<std::size_t>(from)];
        text += inside ? std::to_string(inside->value()) + " " : "- ";
    }
    return text + (found.search ? "by landmarks" : "by all pairs");
}

void expect_clusters(int most_hosts_in_pairs, Seconds budget) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    if (size < 2) {
        return;
    }
    for (const clustering::Method* method : clustering::methods().members()) {
        const discovery::HostClusters found =
            find_host_clusters(MPI_COMM_WORLD, a_host_each(size), {},
                               {.method = method, .most_hosts_in_pairs = most_hosts_in_pairs, .budget = budget});
        std::size_t num_hosts = 0;
        for (std::size_t c = 0; c < found.clusters.size(); ++c) {
            num_hosts += found.clusters[c].size();
            EXPECT_EQ(found.latencies.inside[c].has_value(), found.clusters[c].size() > 1);
        }
        EXPECT_EQ(num_hosts, static_cast<std::size_t>(size));
        EXPECT_EQ(found.latencies.between.size(), static_cast<int>(found.clusters.size()));
        EXPECT_EQ(found.search.has_value(), size > most_hosts_in_pairs);
        if (mpi::rank_of(MPI_COMM_WORLD) == 0) {
            EXPECT_GT(found.found.latencies.num_measured, 0);
            EXPECT_EQ(found.distances.size(), size);
            EXPECT_TRUE(found.distances.between(0, size - 1).has_value());
        }
        const std::string mine = text_of(found);
        EXPECT_EQ(mine, mpi::broadcast_text(MPI_COMM_WORLD, mine, 0));
    }
}

/// What monitoring says, taken for true or contradicted by what nothing can take that ends before the watchdog does.
TEST(FindHostClusters, AgreesWithMonitoring) {
    const int size = mpi::size_of(MPI_COMM_WORLD);
    if (size < 2) {
        return;
    }
    constexpr double kFar = 1e6;
    const discovery::HostClusters found =
        find_host_clusters(MPI_COMM_WORLD, a_host_each(size), base::SquareMatrix<double>(size, kFar),
                           {.method = &clustering::methods().at("lowekamp", "test"), .budget = Seconds(0.2)});
    const std::string mine = text_of(found);
    EXPECT_EQ(mine, mpi::broadcast_text(MPI_COMM_WORLD, mine, 0));
    EXPECT_FALSE(found.search);
    EXPECT_FALSE(found.found.contradictions.empty());
    EXPECT_EQ(found.found.num_monitored, 0);
    EXPECT_EQ(found.found.latencies.num_measured, size * (size - 1) / 2);
    for (int a = 0; a < size; ++a) {
        for (int b = 0; b < size; ++b) {
            EXPECT_LT(found.found.latencies.seconds(a, b), kFar);
        }
    }
}

TEST(FindHostClusters, AgreesOnAllPairs) {
    expect_clusters(100, Seconds(0.2));
}

TEST(FindHostClusters, AgreesWithLandmarks) {
    expect_clusters(1, Seconds(0.2));
}

TEST(FindHostClusters, AgreesWithoutAnyTime) {
    expect_clusters(1, Seconds(0.0));
}

}  // namespace
}  // namespace causeway::probe
