/// Decisions for thousands of processes: there are plans, and a time of the MPI library's own to hold against them.
#include "tests/planner/decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace causeway::planner {
namespace {

using scheme::Operation;

constexpr int kClusters = 6;
constexpr int kHosts = 400;

/// Clusters of hosts of 110 MB/s, 5 ms apart, with uplinks of 80.
test::Grid clusters_of_many_hosts() {
    test::Grid grid;
    for (int c = 0; c < kClusters; ++c) {
        platform::Cluster& cluster = grid.platform.clusters.emplace_back();
        cluster.name = "c" + std::to_string(c);
        cluster.num_hosts = kHosts;
        cluster.plogp = test::affine_plogp(5e-5, 1e-5, 1.1e8);
        cluster.uplink_capacity = BytesPerSecond(8e7);
        cluster.downlink_capacity = BytesPerSecond(8e7);
        for (int to = 0; to < c; ++to) {
            platform::Link& link = grid.platform.links.emplace_back();
            link.from = to;
            link.to = c;
            link.plogp = test::affine_plogp(5e-3, 2e-5, 4e7);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

class ManyProcesses : public testing::TestWithParam<Operation> {};

TEST_P(ManyProcesses, HavePlansAndAReference) {
    const test::Grid grid = clusters_of_many_hosts();
    for (const std::int64_t bytes : {8, 4096}) {
        Request asked = request(Bytes(bytes));
        asked.operation = GetParam();
        asked.library = scheme::MpiLibrary::kMpich;
        const Decision decision = decide(grid.platform, grid.placement, asked);
        EXPECT_TRUE(std::ranges::any_of(decision.ranking, [](const Candidate& one) { return !is_native(one); }))
            << bytes;
        for (const Candidate& candidate : decision.ranking) {
            EXPECT_LT(candidate.time, Seconds::infinity()) << bytes;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Operations, ManyProcesses,
                         testing::Values(Operation::kAllreduce, Operation::kGather, Operation::kScatter),
                         [](const auto& one) { return std::string(scheme::name_of(one.param)); });

}  // namespace
}  // namespace causeway::planner
