/// Plans for every collective on random grids: proved by the verifier, and what they are chosen for.
#include "causeway/planner/task.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/schedule/verify.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::Operation;

class EveryOperation : public testing::TestWithParam<Operation> {};

TEST_P(EveryOperation, GetsPlansThatDoWhatItPromises) {
    if (GetParam() == Operation::kBroadcast) {
        GTEST_SKIP() << "planner_test.cpp";
    }
    for (int seed = 0; seed < 9; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        const test::Grid grid = test::random_grid(random);
        const int processes = grid.placement.num_processes();
        if (processes > 28) {
            continue;
        }
        for (const Bytes message : {Bytes(0), Bytes(1), Bytes(1 << 10), Bytes(100000)}) {
            const Request asked{
                .operation = GetParam(), .root = seed % processes, .message = message, .reproducible = seed % 3 == 2};
            const Decision decision = decide(grid, asked);
            ASSERT_FALSE(decision.ranking.empty());
            EXPECT_FALSE(decision.reason.empty());
            for (const Candidate& candidate : decision.ranking) {
                const plan::Plan& plan = candidate.plan;
                EXPECT_FALSE(plan::describe(plan, grid.platform).empty());
                if (plan.scheme == nullptr) {
                    continue;
                }
                const scheme::Layout layout = plan::layout_of(plan, grid.placement);
                scheme::Built built = plan::compose(plan, grid.placement);
                ASSERT_NO_THROW(verify(built.strands, scheme::promise_of(GetParam(), layout, built)))
                    << plan::describe(plan, grid.platform);
                const int rank = (seed + 1) % processes;
                const scheme::Built alone = plan::compose(plan, grid.placement, rank);
                if (GetParam() == Operation::kAlltoall) {
                    built = scheme::with_own_blocks(std::move(built), rank);
                }
                ASSERT_EQ(alone.strands.size(), built.strands.size());
                for (std::size_t s = 0; s < built.strands.size(); ++s) {
                    EXPECT_EQ(alone.strands[s].programs[static_cast<std::size_t>(rank)],
                              built.strands[s].programs[static_cast<std::size_t>(rank)]);
                }
            }
        }
    }
}

TEST_P(EveryOperation, MustPromiseAQuarterMoreInsideOneCluster) {
    for (const int processes : {2, 8, 13}) {
        for (const Bytes message : {Bytes(8), Bytes(64 << 10), Bytes(1 << 20)}) {
            const Decision decision = decide(one_cluster(processes), {.operation = GetParam(), .message = message});
            ASSERT_GE(decision.ranking.size(), 2U);
            const auto native = std::find_if(decision.ranking.begin(), decision.ranking.end(), is_native);
            ASSERT_NE(native, decision.ranking.end());
            const double gain = native->time / best_of_ours(decision).time;
            EXPECT_EQ(is_native(decision.choice()), gain < 1.25) << gain;
        }
    }
}

TEST_P(EveryOperation, IsPlannedBetweenSites) {
    const Decision decision = decide(three_sites(), {.operation = GetParam(), .root = 1, .message = Bytes(64 << 10)});
    ASSERT_GE(decision.ranking.size(), 2U);
    // The MPI library's own is the first or the second. Of about equal times of ours the first is the one that needs
    // the fewest messages; the rest is in order.
    std::vector<Candidate> ours = decision.ranking;
    EXPECT_EQ(std::erase_if(ours, is_native), 1U);
    EXPECT_TRUE(is_native(decision.ranking[0]) || is_native(decision.ranking[1]));
    for (std::size_t i = 1; i < ours.size(); ++i) {
        EXPECT_LE(ours[i - 1].time.value(), (i == 1 ? 1.1 : 1.0) * ours[i].time.value());
    }
}

TEST_P(EveryOperation, IsTheLibrarysOwnUnlessAPlanIsPredictedToBeFaster) {
    for (int seed = 0; seed < 6; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(seed));
        const test::Grid grid = test::random_grid(random);
        if (grid.placement.num_processes() > 24) {
            continue;
        }
        for (const Bytes message : {Bytes(8), Bytes(4 << 10), Bytes(200'000)}) {
            const Decision decision =
                decide(grid, {.operation = GetParam(), .message = message, .least_gain = policy::kLeastGain});
            const auto native = std::find_if(decision.ranking.begin(), decision.ranking.end(), is_native);
            ASSERT_NE(native, decision.ranking.end());
            if (native != decision.ranking.begin()) {
                EXPECT_GE(native->time.value(), policy::kLeastGain * decision.choice().time.value());
            } else if (decision.ranking.size() > 1) {
                EXPECT_LT(native->time.value(), policy::kLeastGain * decision.ranking[1].time.value());
            }
        }
    }
}

TEST_P(EveryOperation, TakesNoLessThanItsBound) {
    for (int seed = 0; seed < 24; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(100 + seed));
        test::Grid grid = test::random_grid(random);
        if (seed % 2 == 1) {  // also where clusters carry less than their links
            test::limit_capacities(random, grid.platform);
        }
        if (seed % 3 == 1) {  // where one flow does not fill a link
            test::limit_flows(random, grid.platform);
        }
        if (seed % 4 >= 2) {  // and where hosts of a cluster are not alike
            test::know_hosts(random, grid.platform);
            grid.placement = test::scattered(grid.platform, 2, random);
        }
        const int processes = grid.placement.num_processes();
        if (processes > 20) {
            continue;
        }
        for (const Bytes message : {Bytes(1), Bytes(4 << 10), Bytes(200'000)}) {
            const Request asked{.operation = GetParam(), .root = seed % processes, .message = message};
            const Decision decision = decide(grid, asked);
            const TimeBound bound = bound_of(grid, asked);
            EXPECT_FALSE(bound.reason.empty());
            for (const Candidate& candidate : decision.ranking) {
                EXPECT_GE(candidate.time.value(), bound.time.value() * (1.0 - 1e-9))
                    << plan::describe(candidate.plan, grid.platform) << ", " << name_of(candidate.basis) << "; "
                    << bound.reason;
            }
        }
    }
}

TEST_P(EveryOperation, PromisesNoLargerMessageSoonerThanASmallerOne) {
    for (int seed = 0; seed < 8; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(300 + seed));
        test::Grid grid = test::random_grid(random);
        test::limit_capacities(random, grid.platform);
        if (grid.placement.num_processes() > 16) {
            continue;
        }
        Seconds least_of_smaller(0.0);
        Seconds smaller(0.0);
        const std::int64_t most = GetParam() == Operation::kBarrier ? 1 : std::int64_t{4} << 20U;  // has no data
        for (std::int64_t bytes = 1; bytes <= most; bytes *= 8) {
            const Decision decision =
                decide(grid, {.operation = GetParam(), .message = Bytes(bytes), .least_gain = 0.0});
            Seconds least = Seconds::infinity();
            for (const Candidate& candidate : decision.ranking) {
                least = is_native(candidate) ? least : std::min(least, candidate.time);
            }
            SCOPED_TRACE(testing::Message()
                         << bytes << " bytes, " << plan::describe(decision.choice().plan, grid.platform));
            // Where messages queue for a host, one that is ready a little later may leave in a better order (Graham
            // 1969).
            EXPECT_GE(1.05 * least.value(), least_of_smaller.value());
            // Of about equal times the plan of the fewest messages is chosen.
            EXPECT_GE(1.1 * decision.choice().time.value(), smaller.value());
            least_of_smaller = least;
            smaller = decision.choice().time;
        }
    }
}

TEST_P(EveryOperation, PutsNothingThatWasNotSimulatedBeforeWhatWas) {
    for (int seed = 0; seed < 6; ++seed) {
        std::mt19937_64 random(static_cast<std::uint64_t>(500 + seed));
        const test::Grid grid = test::random_grid(random);
        if (grid.placement.num_processes() > 16) {
            continue;
        }
        const Decision decision = decide(grid, {.operation = GetParam(), .message = Bytes(3 << 20), .least_gain = 0.0});
        if (!is_native(decision.choice())) {
            EXPECT_EQ(decision.choice().basis, Basis::kSimulated)
                << plan::describe(decision.choice().plan, grid.platform);
        }
    }
}

TEST_P(EveryOperation, IsPlannedWhateverItPromisesWhereThatIsAsked) {
    for (const test::Grid& grid : {one_cluster(6), three_sites()}) {
        for (const Bytes message : {Bytes(8), Bytes(4 << 10)}) {
            const Decision decision = decide(grid, {.operation = GetParam(), .message = message, .least_gain = 0.0});
            ASSERT_NE(decision.choice().plan.scheme, nullptr);
            const Decision never = decide(grid, {.operation = GetParam(), .message = message, .least_gain = 1e9});
            EXPECT_EQ(never.choice().plan.scheme, nullptr);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Collective, EveryOperation, testing::ValuesIn(scheme::operations()),
                         [](const auto& one) { return std::string(scheme::name_of(one.param)); });

TEST(Allreduce, LetsNoUplinkCarryMoreThanItMustWhenDataIsLong) {
    const Bytes message(16 << 20);
    const Decision decision =
        decide(three_sites(), {.operation = Operation::kAllreduce, .message = message, .least_gain = 0.0});
    EXPECT_EQ(decision.choice().plan.scheme->name, "allreduce_between_counterparts");
    // 2 (n-1)/n of the data through every uplink of 20 MB/s.
    const double least = 4.0 / 3.0 * static_cast<double>(message.value()) / 2e7;
    EXPECT_GE(decision.choice().time.value(), least);
    EXPECT_LE(decision.choice().time.value(), 1.3 * least);
}

TEST(Allreduce, OfFewBytesTakesOneLatencyWhereAllSitesAreAsFarFromEachOther) {
    // Also for operators that do not commute.
    for (const bool in_rank_order : {false, true}) {
        const Decision decision = decide(
            three_sites(), {.operation = Operation::kAllreduce, .message = Bytes(8), .in_rank_order = in_rank_order});
        ASSERT_NE(decision.choice().plan.scheme, nullptr) << decision.reason;
        EXPECT_TRUE(decision.choice().plan.scheme->gathers_operands);
        EXPECT_LE(decision.choice().time.value(), 5e-3 + 1e-3);
    }
}

TEST(Allreduce, OfMoreBytesIsNotGathered) {
    const Decision decision = decide(three_sites(), {.operation = Operation::kAllreduce, .message = Bytes(2048)});
    for (const Candidate& candidate : decision.ranking) {
        EXPECT_FALSE(candidate.plan.scheme != nullptr && candidate.plan.scheme->gathers_operands);
    }
}

TEST(Allreduce, OfFewBytesMeetsInTheMiddleOfTheNetwork) {
    // The shortest way through all four sites takes 4 + 6.5 + 3 ms, twice the way from its middle to the farthest 18.
    for (const Operation operation : {Operation::kAllreduce, Operation::kBarrier}) {
        const Decision decision = decide(four_unequal_sites(), {.operation = operation, .message = Bytes(8)});
        EXPECT_LT(decision.choice().time.value(), 14.5e-3)
            << plan::describe(decision.choice().plan, four_unequal_sites().platform);
    }
}

TEST(Allreduce, OverOneTreePaysForBothDirectionsThoughTheyMeetLate) {
    // Latencies so long that many blocks leave before the first result comes back.
    test::Grid grid = three_sites();
    for (platform::Link& link : grid.platform.links) {
        link.plogp = test::affine_plogp(15e-3, 2e-5, 2e7);
    }
    const Bytes message(4 << 20);
    const Forced over_one{.scheme = scheme::schemes().find("allreduce_over_tree")};
    const Decision decision =
        decide(grid, {.operation = Operation::kAllreduce, .message = message, .forced = over_one});
    // Two uplinks of three carry the data up and down, or one carries it twice in one direction.
    EXPECT_GE(decision.choice().time.value(), 2.0 * static_cast<double>(message.value()) / 2e7);
}

TEST(Alltoall, CutsLongPartsAndKeepsEveryUplinkBusy) {
    const Bytes message(64 << 10);
    const Decision decision = decide(three_sites(), {.operation = Operation::kAlltoall, .message = message});
    ASSERT_NE(decision.choice().plan.scheme, nullptr) << decision.reason;
    EXPECT_EQ(decision.choice().plan.scheme->name, "alltoall_direct");
    EXPECT_EQ(decision.choice().plan.block, Bytes(32 << 10));
    // 3 processes of a site have something for 6 others.
    const double wire = 18.0 * static_cast<double>(message.value()) / 2e7;
    EXPECT_GE(decision.choice().time.value(), wire);
    EXPECT_LE(decision.choice().time.value(), 1.1 * wire + 5e-3);
}

TEST(Alltoall, OfFewBytesIsTheLibrarysOwnWhereThatIsADirectExchangeToo) {
    const auto decision = [](scheme::MpiLibrary library) {
        return decide(three_sites(), {.operation = Operation::kAlltoall, .message = Bytes(8), .library = library});
    };
    const Decision direct = decision(scheme::MpiLibrary::kOpenMpi);
    EXPECT_EQ(direct.choice().plan.scheme, nullptr);
    EXPECT_LT(direct.choice().time, Seconds::infinity());
    // Bruck's, in four rounds over the long links.
    const Decision in_rounds = decision(scheme::MpiLibrary::kMpich);
    ASSERT_NE(in_rounds.choice().plan.scheme, nullptr);
    EXPECT_LT(in_rounds.choice().time, 0.5 * in_rounds.ranking[1].time);
}

TEST(Gather, OfWholeMessagesPaysForItsHandshakes) {
    const Bytes message(256 << 10);
    const Decision decision = decide(three_sites(), {.operation = Operation::kGather, .message = message});
    ASSERT_NE(decision.choice().plan.scheme, nullptr);
    EXPECT_LE(decision.choice().plan.block, platform::kSupposedHandshake.beyond);
}

/// As many hosts on each of three sites.
test::Grid three_sites_of(int hosts) {
    test::Grid grid = three_sites();
    for (platform::Cluster& cluster : grid.platform.clusters) {
        cluster.num_hosts = hosts;
    }
    grid.placement = platform::full_placement(grid.platform);
    return grid;
}

TEST(Alltoall, OfManyProcessesCrossesInFewMessages) {
    const Decision decision = decide(three_sites_of(100), {.operation = Operation::kAlltoall, .message = Bytes(8)});
    ASSERT_NE(decision.choice().plan.scheme, nullptr) << decision.reason;
    EXPECT_EQ(decision.choice().plan.scheme->name, "alltoall_between_counterparts");
    // Nine rounds are the library's, of which those over the shortest distances alone stay in a site; ours are 100
    // messages of 800 bytes from each to each.
    ASSERT_EQ(decision.ranking[1].plan.scheme, nullptr);
    EXPECT_LT(decision.choice().time, 0.8 * decision.ranking[1].time);
}

TEST(Alltoall, OfManyProcessesKeepsCoordinatorsSmall) {
    // 10 MB from site to site.
    const Decision decision =
        decide(three_sites_of(100), {.operation = Operation::kAlltoall, .message = Bytes(1 << 10)});
    for (const Candidate& candidate : decision.ranking) {
        EXPECT_TRUE(candidate.plan.scheme == nullptr || !candidate.plan.scheme->relays);
    }
}

TEST(Alltoall, OfTooManyProcessesIsTheLibrarysOwn) {
    const Decision decision =
        decide(three_sites_of(400), {.operation = Operation::kAlltoall, .message = Bytes(1 << 10)});
    EXPECT_EQ(decision.choice().plan.scheme, nullptr);
    EXPECT_FALSE(decision.reason.empty());
}

TEST(Allgather, OfLongDataNeedsNoCoordinators) {
    const Bytes message(256 << 10);
    const Decision decision = decide(three_sites(), {.operation = Operation::kAllgather, .message = message});
    ASSERT_NE(decision.choice().plan.scheme, nullptr) << decision.reason;
    EXPECT_EQ(decision.choice().plan.scheme->name, "allgather_between_counterparts");
    // What the 6 processes of the other two sites have enters each site.
    const double wire = 6.0 * static_cast<double>(message.value()) / 2e7;
    EXPECT_GE(decision.choice().time.value(), wire);
    EXPECT_LE(decision.choice().time.value(), 1.1 * wire + 5e-3);
}

TEST(Barrier, IsRootedInTheMiddle) {
    test::Grid grid = three_sites();
    grid.platform.links[1].plogp = test::affine_plogp(12e-3, 2e-5, 2e7);  // from a to c; b is 5 ms from both
    const Decision decision =
        decide(grid, {.operation = Operation::kBarrier, .message = Bytes(0), .library = scheme::MpiLibrary::kMpich});
    EXPECT_EQ(grid.placement.cluster_of(decision.choice().plan.trees.front().root), 1);
    EXPECT_LE(decision.choice().time.value(), 2 * 5e-3 + 1e-3);
}

TEST(Barrier, OfTheLibraryTakesARoundForEveryDoublingOfTheProcesses) {
    for (const auto& [processes, rounds] : {std::pair(2, 1), std::pair(8, 3), std::pair(9, 4), std::pair(16, 4)}) {
        const Decision decision =
            decide(one_cluster(processes),
                   {.operation = Operation::kBarrier, .message = Bytes(0), .library = scheme::MpiLibrary::kMpich});
        const auto native = std::find_if(decision.ranking.begin(), decision.ranking.end(), is_native);
        ASSERT_NE(native, decision.ranking.end());
        EXPECT_DOUBLE_EQ(native->time.value(), rounds * (1e-4 + 1e-5));
    }
}

TEST(Scan, OfRanksThatAreScatteredIsHeldAgainstWhatTheLibraryAtHandDoes) {
    test::Grid grid = three_sites();
    std::vector<int>& host_of = grid.placement.host_of;
    std::mt19937_64 random(1);
    std::shuffle(host_of.begin(), host_of.end(), random);
    const auto native_of = [&](std::optional<scheme::MpiLibrary> library) {
        const Decision decision =
            decide(grid, {.operation = Operation::kScan, .message = Bytes(8), .library = library});
        return std::find_if(decision.ranking.begin(), decision.ranking.end(), is_native)->time;
    };
    const Seconds chain = native_of(scheme::MpiLibrary::kOpenMpi);
    const Seconds doubling = native_of(scheme::MpiLibrary::kMpich);
    EXPECT_GT(chain.value(), 1.5 * doubling.value());
    EXPECT_GT(native_of({}), doubling);
    EXPECT_LT(native_of({}), chain);
}

}  // namespace
}  // namespace causeway::planner
