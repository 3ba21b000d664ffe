/// What everybody sends straight to everybody: where that is chosen, and where it is not even looked at.
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace causeway::planner {
namespace {

using scheme::Operation;

/// One switch over which a message takes 0.1 ms, of which it keeps hosts busy for 1 us.
test::Grid one_switch(int hosts) {
    test::Grid grid;
    platform::Cluster cluster;
    cluster.name = "a";
    cluster.num_hosts = hosts;
    cluster.plogp = test::affine_plogp(1e-4, 1e-6, 1e9);
    grid.platform.clusters.push_back(cluster);
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

Request asked_for(Operation operation, Bytes message) {
    Request result = request(message);
    result.operation = operation;
    result.least_gain = 0.0;
    return result;
}

bool is_straight(const Candidate& candidate) {
    return candidate.plan.scheme != nullptr && candidate.plan.scheme->name.ends_with("_direct");
}

class Straight : public testing::TestWithParam<Operation> {};

TEST_P(Straight, FewBytesAmongFewProcessesTakeOneLatency) {
    for (const int processes : {4, 8, 24}) {
        const test::Grid grid = one_switch(processes);
        const Decision decision = decide(grid.platform, grid.placement, asked_for(GetParam(), Bytes(8)));
        EXPECT_TRUE(is_straight(decision.choice()))
            << processes << ": "
            << (decision.choice().plan.scheme == nullptr ? "native" : decision.choice().plan.scheme->name) << " "
            << decision.choice().time.value();
        EXPECT_LT(decision.choice().time.value(), 2e-4);
    }
}

TEST_P(Straight, AmongManyOnlyIfItIsForced) {
    const test::Grid grid = one_switch(100);
    Request asked = asked_for(GetParam(), Bytes(8));
    const Decision decision = decide(grid.platform, grid.placement, asked);
    EXPECT_TRUE(std::ranges::none_of(decision.ranking, is_straight));
    for (const scheme::Scheme* scheme : scheme::schemes_of(GetParam())) {
        if (scheme->most_processes) {
            asked.forced = Forced{.scheme = scheme};
        }
    }
    EXPECT_TRUE(is_straight(decide(grid.platform, grid.placement, asked).choice()));
}

INSTANTIATE_TEST_SUITE_P(Operations, Straight, testing::Values(Operation::kAllreduce, Operation::kScan),
                         [](const auto& one) { return std::string(scheme::name_of(one.param)); });

}  // namespace
}  // namespace causeway::planner
