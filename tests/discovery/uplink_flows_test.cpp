/// Which hosts the flows of uplink experiments are between.
#include "causeway/discovery/uplink_estimate.hpp"

#include "tests/discovery/flows_between.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace causeway::discovery {
namespace {

TEST(UplinkFlows, JoinEveryOrderedPairOfClustersOnce) {
    for (const int n : {1, 2, 3, 5, 8}) {
        for (const int hosts : {1, 2, 3, 7}) {
            const clustering::Partition clusters = clusters_of(n, hosts);
            std::set<std::pair<int, int>> seen;
            for (const Flow& flow : one_flow_each(clusters)) {
                EXPECT_NE(flow.from, flow.to);
                EXPECT_TRUE(seen.emplace(flow.from, flow.to).second);
                EXPECT_EQ(flow.from_host / hosts, flow.from);
                EXPECT_EQ(flow.to_host / hosts, flow.to);
            }
            EXPECT_EQ(seen.size(), static_cast<std::size_t>(n * (n - 1)));
        }
    }
}

TEST(UplinkFlows, UseEveryHostAsRarelyAsItsNumberAllows) {
    constexpr int kNumClusters = 4;
    for (const int hosts : {1, 2, 3, 4, 6, 9}) {
        const std::vector<Flow> flows = one_flow_each(clusters_of(kNumClusters, hosts));
        for (int host = 0; host < kNumClusters * hosts; ++host) {
            const auto sends =
                std::count_if(flows.begin(), flows.end(), [&](const Flow& f) { return f.from_host == host; });
            const auto receives =
                std::count_if(flows.begin(), flows.end(), [&](const Flow& f) { return f.to_host == host; });
            EXPECT_LE(sends, (kNumClusters - 1 + hosts - 1) / hosts) << hosts << " hosts";
            EXPECT_LE(receives, (kNumClusters - 1 + hosts - 1) / hosts) << hosts << " hosts";
            EXPECT_LE(sends + receives, (2 * (kNumClusters - 1) + hosts - 1) / hosts) << hosts << " hosts";
        }
    }
}

TEST(UplinkFlows, OfLinksWithSeveralUseEveryHostAsWell) {
    for (const int each : {2, 3}) {
        const std::vector<Flow> flows =
            flows_over_all_links(clusters_of(3, 2 * each), base::SquareMatrix<int>(3, each));
        for (int host = 0; host < 3 * 2 * each; ++host) {
            EXPECT_EQ(std::ranges::count(flows, host, &Flow::from_host), 1);
            EXPECT_EQ(std::ranges::count(flows, host, &Flow::to_host), 1);
        }
    }
}

}  // namespace
}  // namespace causeway::discovery
