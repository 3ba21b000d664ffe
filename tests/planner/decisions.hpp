/// Grids, requests and what must hold of every decision: what the planner's tests share.
#pragma once

#include "causeway/plan/compose.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/time_bound.hpp"
#include "causeway/schedule/verify.hpp"
#include "tests/support/random_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace causeway::planner {

using plan::Plan;
using plan::Shape;

inline void expect_equal(const Decision& one, const Decision& other) {
    EXPECT_EQ(one.reason, other.reason);
    ASSERT_EQ(one.ranking.size(), other.ranking.size());
    for (std::size_t i = 0; i < one.ranking.size(); ++i) {
        EXPECT_EQ(one.ranking[i].plan, other.ranking[i].plan);
        EXPECT_EQ(one.ranking[i].time, other.ranking[i].time);
    }
}

inline Request request(Bytes message, int root = 0) {
    Request result;
    result.root = root;
    result.message = message;
    return result;
}

/// Three clusters of three hosts over links of 5 ms and 20 MB/s.
inline test::Grid three_sites() {
    test::Grid grid;
    for (const char* name : {"a", "b", "c"}) {
        platform::Cluster cluster;
        cluster.name = name;
        cluster.num_hosts = 3;
        cluster.plogp = test::affine_plogp(1e-4, 1e-5, 1e8);
        grid.platform.clusters.push_back(cluster);
    }
    for (int from = 0; from < 3; ++from) {
        for (int to = from + 1; to < 3; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp = test::affine_plogp(5e-3, 2e-5, 2e7);
            grid.platform.links.push_back(link);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

/// Sites of 3, 5, 3 and 1 hosts whose uplinks of 25, 12, 40 and 15 MB/s are known, 3 to 15 ms from each other.
inline test::Grid four_unequal_sites() {
    constexpr std::array kHosts{3, 5, 3, 1};
    constexpr std::array kUplinks{25e6, 12e6, 40e6, 15e6};
    constexpr std::array<std::array<double, 4>, 4> kLatency{
        {{0, 4e-3, 9e-3, 15e-3}, {4e-3, 0, 6.5e-3, 12.5e-3}, {9e-3, 6.5e-3, 0, 3e-3}, {15e-3, 12.5e-3, 3e-3, 0}}};
    test::Grid grid;
    for (std::size_t c = 0; c < kHosts.size(); ++c) {
        platform::Cluster cluster;
        cluster.name = std::string(1, static_cast<char>('a' + c));
        cluster.num_hosts = kHosts.at(c);
        cluster.plogp = test::affine_plogp(5e-5, 1e-5, 1.1e8);
        cluster.uplink_capacity = BytesPerSecond(kUplinks.at(c));
        cluster.downlink_capacity = BytesPerSecond(kUplinks.at(c));
        grid.platform.clusters.push_back(cluster);
    }
    for (std::size_t from = 0; from < kHosts.size(); ++from) {
        for (std::size_t to = from + 1; to < kHosts.size(); ++to) {
            platform::Link link;
            link.from = static_cast<int>(from);
            link.to = static_cast<int>(to);
            link.plogp =
                test::affine_plogp(kLatency.at(from).at(to), 2e-5, std::min(kUplinks.at(from), kUplinks.at(to)));
            grid.platform.links.push_back(link);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

/// Two sites, 10 ms and one uplink of 20 MB/s from each other, of two LANs each, 0.6 ms and 60 MB/s from each other, of
/// two hosts.
inline test::Grid two_sites_of_two_lans() {
    test::Grid grid;
    platform::Level sites{.name = "site", .clusters = {}};
    for (const char* name : {"a", "b", "c", "d"}) {
        platform::Cluster lan;
        lan.name = name;
        lan.num_hosts = 2;
        lan.plogp = test::affine_plogp(5e-5, 1e-5, 1.1e8);
        lan.uplink_capacity = BytesPerSecond(6e7);
        lan.downlink_capacity = BytesPerSecond(6e7);
        grid.platform.clusters.push_back(lan);
        if (grid.platform.clusters.size() % 2 == 1) {
            sites.clusters.push_back({.name = name,
                                      .hosts = {},
                                      .uplink_capacity = BytesPerSecond(2e7),
                                      .downlink_capacity = BytesPerSecond(2e7)});
        }
        const std::vector<std::string> hosts = platform::host_names_in(lan);
        sites.clusters.back().hosts.insert(sites.clusters.back().hosts.end(), hosts.begin(), hosts.end());
    }
    grid.platform.levels = {sites};
    for (int from = 0; from < 4; ++from) {
        for (int to = from + 1; to < 4; ++to) {
            platform::Link link;
            link.from = from;
            link.to = to;
            link.plogp = from / 2 == to / 2 ? test::affine_plogp(6e-4, 1e-5, 6e7) : test::affine_plogp(1e-2, 2e-5, 2e7);
            grid.platform.links.push_back(link);
        }
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

inline test::Grid one_cluster(int hosts) {
    test::Grid grid;
    platform::Cluster cluster;
    cluster.name = "a";
    cluster.num_hosts = hosts;
    cluster.plogp = test::affine_plogp(1e-4, 1e-5, 1e8);
    grid.platform.clusters = {cluster};
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

inline Decision decide(const test::Grid& grid, const Request& asked) {
    return decide(grid.platform, grid.placement, asked);
}

/// Whether it is the MPI library's own.
inline bool is_native(const Candidate& candidate) {
    return candidate.plan.scheme == nullptr;
}

/// The tree of a broadcast that is not.
inline const plan::Tree& tree_of(const Candidate& candidate) {
    return candidate.plan.trees.front();
}

/// The best plan of ours in a ranking.
inline const Candidate& best_of_ours(const Decision& decision) {
    return *std::find_if(decision.ranking.begin(), decision.ranking.end(),
                         [](const Candidate& one) { return !is_native(one); });
}

/// What nothing can beat on the grid.
inline TimeBound bound_of(const test::Grid& grid, const Request& asked) {
    return planner::bound_of(asked.operation, grid.platform, grid.placement, asked.root, asked.message);
}

inline void expect_sound(const Decision& decision, const test::Grid& grid, const Request& asked) {
    ASSERT_FALSE(decision.ranking.empty());
    EXPECT_FALSE(decision.reason.empty());
    const TimeBound bound = bound_of(grid, asked);
    int native = 0;
    for (const Candidate& candidate : decision.ranking) {
        EXPECT_EQ(candidate.plan.root, asked.root);
        EXPECT_EQ(candidate.plan.message, asked.message);
        // The bound and the times are sums of the same figures in different orders: roundings of 1e-16 each, over
        // some thousand terms.
        EXPECT_GE(candidate.time.value(), bound.time.value() * (1.0 - 1e-9))
            << plan::describe(candidate.plan, grid.platform) << ", " << name_of(candidate.basis) << "; "
            << bound.reason;
        if (is_native(candidate)) {
            ++native;
            continue;
        }
        EXPECT_TRUE(std::isfinite(candidate.time.value()));
        EXPECT_NO_THROW(
            schedule::verify(plan::compose(candidate.plan, grid.placement).strands, schedule::broadcast(asked.root)))
            << plan::describe(candidate.plan, grid.platform);
    }
    EXPECT_EQ(native, 1);
}

}  // namespace causeway::planner
