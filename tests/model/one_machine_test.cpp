/// Hosts that are one machine with too few processors: what all their messages share.
#include "causeway/model/grid_plogp.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace causeway::model {
namespace {

constexpr Bytes kMessage(1000);

platform::Plogp constant(double latency, double gap) {
    return {.latency = Seconds(latency),
            .gap = statistics::PiecewiseLinear(gap),
            .send_overhead = {},
            .receive_overhead = {},
            .delivery = {},
            .shared_gap = {}};
}

/// Two clusters of two hosts each.
platform::Platform clusters_of_two() {
    platform::Platform result;
    for (const char* name : {"a", "b"}) {
        platform::Cluster& cluster = result.clusters.emplace_back();
        cluster.name = name;
        cluster.num_hosts = 2;
        cluster.plogp = constant(1.0, 1.0);
    }
    result.links.push_back({.from = 0,
                            .to = 1,
                            .symmetric = true,
                            .plogp = constant(10.0, 2.0),
                            .shared_capacity = {},
                            .per_flow_limit = {}});
    return result;
}

/// Two processes on a0, one on each other host.
platform::Placement two_on_the_first() {
    return {.host_of = {0, 0, 1, 2, 3}, .cluster_of_host = {0, 0, 1, 1}};
}

bool holds_machine(const GridPlogp& model, int from, int to) {
    const Occupation occupation = model.occupation(from, to, kMessage);
    for (std::size_t h = 0; h < occupation.stages[0].num_holds; ++h) {
        const Hold& hold = occupation.stages[0].holds[h];
        if (model.resource(hold.resource).kind == GridPlogp::Kind::kMachine) {
            EXPECT_EQ(hold.resource, model.machine());
            EXPECT_EQ(hold.duration, model.machine_gap(kMessage));
            return true;
        }
    }
    return false;
}

TEST(OneMachine, IsHeldByAllThatLeavesAHost) {
    platform::Platform platform = clusters_of_two();
    EXPECT_FALSE(GridPlogp(platform, two_on_the_first()).machine()) << "hosts have processors of their own";
    platform.shared_gap = statistics::PiecewiseLinear(0.5);
    const GridPlogp model(platform, two_on_the_first());
    EXPECT_FALSE(holds_machine(model, 0, 1));
    EXPECT_TRUE(holds_machine(model, 0, 2));
    EXPECT_TRUE(holds_machine(model, 2, 4));
    EXPECT_TRUE(holds_machine(model, 4, 3));
}

TEST(OneMachine, LeavesATransferAloneAsFastAsItIs) {
    platform::Platform platform = clusters_of_two();
    const GridPlogp apart(platform, two_on_the_first());
    platform::Platform shared = platform;
    shared.shared_gap = statistics::PiecewiseLinear(0.5);
    const GridPlogp together(shared, two_on_the_first());
    for (const int to : {1, 2, 3, 4}) {
        EXPECT_EQ(apart.occupation(0, to, kMessage).unhindered(), together.occupation(0, to, kMessage).unhindered());
    }
}

}  // namespace
}  // namespace causeway::model
