/// What an all-to-all holds of every resource: by clusters, against all its messages one by one.
#include "causeway/planner/exchange_time.hpp"

#include "causeway/planner/busiest_time.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

namespace causeway::planner {
namespace {

const scheme::Scheme& direct() {
    return *scheme::schemes().find("alltoall_direct");
}

/// All messages hold what they need, one after another, and the longest takes its time.
Seconds message_by_message(Bytes message, const platform::Placement& placement, const model::GridPlogp& model) {
    std::vector<double> held(static_cast<std::size_t>(model.num_resources()), 0.0);
    Seconds longest;
    for (int from = 0; from < placement.num_processes(); ++from) {
        for (int to = 0; to < placement.num_processes(); ++to) {
            if (from != to) {
                const model::Occupation occupation = model.occupation(from, to, message);
                longest = std::max(longest, occupation.unhindered());
                for_each_hold(occupation, [&](const model::Hold& hold) {
                    held[static_cast<std::size_t>(hold.resource)] += hold.duration.value();
                });
            }
        }
    }
    return Seconds(*std::max_element(held.begin(), held.end())) + longest;
}

TEST(ExchangeTime, IsThatOfAllMessages) {
    std::mt19937_64 random(20261128);
    for (int round = 0; round < 200; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 5, .hosts = 6, .processes = 3});
        const model::GridPlogp model(grid.platform, grid.placement);
        const Bytes message(test::random_int(random, 1, 1 << 20));
        const std::optional<Seconds> time =
            exchange_time(direct(), schedule::Grain::kRelayed, message, grid.placement, model);
        const Seconds all = message_by_message(message, grid.placement, model);
        ASSERT_TRUE(time) << round;
        EXPECT_NEAR(time->value(), all.value(), 1e-9 * all.value()) << round;
    }
}

TEST(ExchangeTime, OfHostsThatAreKnownOneByOneIsThatOfAllMessages) {
    test::Grid grid = two_sites_of_two_lans();
    for (platform::Cluster& cluster : grid.platform.clusters) {
        platform::Ethernet ethernet;
        for (int host = 0; host < cluster.num_hosts; ++host) {
            ethernet.hosts.push_back({Seconds(1e-5 * (1 + host)), SecondsPerByte(1e-9 * (1 + host))});
        }
        ethernet.wire = base::SquareMatrix<SecondsPerByte>(cluster.num_hosts, SecondsPerByte(9e-9));
        cluster.ethernet = ethernet;
    }
    grid.placement = platform::full_placement(grid.platform);
    const model::GridPlogp model(grid.platform, grid.placement);
    ASSERT_TRUE(model.knows_hosts(0));
    for (const std::int64_t bytes : {1, 1000, 100000}) {
        const std::optional<Seconds> time =
            exchange_time(direct(), schedule::Grain::kRelayed, Bytes(bytes), grid.placement, model);
        ASSERT_TRUE(time);
        const Seconds all = message_by_message(Bytes(bytes), grid.placement, model);
        EXPECT_NEAR(time->value(), all.value(), 1e-9 * all.value()) << bytes;
    }
}

/// Ten thousand hosts: pairs of clusters are looked at, not of hosts.
TEST(ExchangeTime, IsKnownOfTenThousandHosts) {
    test::Grid grid = two_sites_of_two_lans();
    for (platform::Cluster& cluster : grid.platform.clusters) {
        cluster.num_hosts = 2500;
    }
    grid.placement = platform::full_placement(grid.platform);
    const model::GridPlogp model(grid.platform, grid.placement);
    EXPECT_TRUE(exchange_time(direct(), schedule::Grain::kRelayed, Bytes(1), grid.placement, model));
}

}  // namespace
}  // namespace causeway::planner
