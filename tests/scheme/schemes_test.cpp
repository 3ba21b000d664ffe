/// Every scheme over random trees of many sizes and roots, proved by the verifier.
#include "causeway/base/random.hpp"
#include "causeway/schedule/transforms.hpp"
#include "causeway/schedule/verify.hpp"
#include "causeway/scheme/scheme.hpp"
#include "tests/schedule/random_tree.hpp"
#include "tests/scheme/sent.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace causeway::scheme {
namespace {

/// What a scheme may be asked for: `processes` in at most `clusters` clusters.
Layout random_layout(const Scheme& scheme, int processes, int clusters, base::Random& random) {
    Layout layout;
    layout.processes = processes;
    layout.root = random.below(processes);
    for (int process = 0; process < processes && clusters > 1; ++process) {
        layout.cluster_of_process.push_back(3 * random.below(clusters));
    }
    if (scheme.trees == Trees::kWhole) {
        layout.trees.push_back(schedule::random_tree(processes, random, layout.root));
    }
    if (scheme.trees == Trees::kOne) {
        if (is_rooted(scheme.operation)) {
            layout.trees.push_back(schedule::random_tree(processes, random, layout.root));
        } else {
            layout.trees.push_back(schedule::random_tree(processes, random));
        }
    }
    if (shares_data(scheme.trees)) {
        const int count = std::min(clusters, processes);
        layout.parts.assign(static_cast<std::size_t>(count), std::vector<int>(static_cast<std::size_t>(processes), 0));
        layout.lag = random.below(4);
        for (int tree = 0; tree < count && scheme.operation == Operation::kScatter; ++tree) {
            std::vector<int>& late = layout.late.emplace_back();
            for (int process = 0; process < processes; ++process) {
                late.push_back(random.below(1001));
            }
        }
        const auto parts_on = [&](int tree, int process) -> int& {
            return layout.parts[static_cast<std::size_t>(tree)][static_cast<std::size_t>(process)];
        };
        for (int process = 0; process < processes; ++process) {
            if (scheme.trees == Trees::kPerCluster) {
                parts_on(process < count ? process : random.below(count), process) = 1;
            } else {  // one tree, or two
                parts_on(random.below(count), process) = 1 + random.below(3);
                parts_on(random.below(count), process) = 1 + random.below(3);
            }
        }
        for (int tree = 0; tree < count && !has_owned_blocks(scheme.operation); ++tree) {
            const int parts = tree == 0 ? 1 : random.below(4);
            std::fill_n(layout.parts[static_cast<std::size_t>(tree)].begin(), processes, parts);
        }
        for (int tree = 0; tree < count; ++tree) {
            layout.trees.push_back(schedule::random_tree(
                processes, random, is_rooted(scheme.operation) ? layout.root : random.below(processes)));
        }
    }
    return layout;
}

class EveryScheme : public testing::TestWithParam<const Scheme*> {
protected:
    /// Calls `check(layout)` for many sizes, trees, numbers of blocks and grains.
    template <typename Check>
    void for_many_layouts(const Check& check) {
        const Scheme& scheme = *GetParam();
        base::Random random(5);
        for (int processes = 1; processes <= 13; ++processes) {
            for (const int clusters : {1, 2, 3, 5}) {
                for (const int blocks : {1, 2, 7}) {
                    Layout layout = random_layout(scheme, processes, clusters, random);
                    layout.num_blocks = scheme.operation != Operation::kBarrier ? blocks : 1;
                    if (scheme.trees == Trees::kWhole) {
                        layout.trees.front() = schedule::segment(layout.trees.front(), layout.num_blocks);
                    }
                    SCOPED_TRACE(testing::Message() << processes << " processes, " << clusters << " clusters, "
                                                    << blocks << " blocks, root " << layout.root);
                    check(layout);
                    layout.grain = schedule::Grain::kRelayed;
                    check(layout);
                }
            }
        }
    }
};

TEST_P(EveryScheme, DoesWhatItsOperationPromises) {
    for_many_layouts([&](const Layout& layout) {
        const Built built = GetParam()->build(layout);
        EXPECT_NO_THROW(verify(built.strands, promise_of(GetParam()->operation, layout, built)));
    });
}

TEST_P(EveryScheme, GivesEachProcessAloneWhatItHasInTheWhole) {
    for_many_layouts([&](const Layout& layout) {
        const Built whole = GetParam()->build(layout);
        for (int process = 0; process < layout.processes; ++process) {
            Layout one = layout;
            one.only = process;
            const Built alone = GetParam()->build(one);
            ASSERT_EQ(alone.num_blocks, whole.num_blocks);
            ASSERT_EQ(alone.of_process, whole.of_process);
            ASSERT_EQ(alone.exchanges, whole.exchanges);
            ASSERT_EQ(alone.strands.size(), whole.strands.size());
            for (std::size_t s = 0; s < whole.strands.size(); ++s) {
                for (int p = 0; p < layout.processes; ++p) {
                    const auto place = static_cast<std::size_t>(p);
                    EXPECT_EQ(alone.strands[s].programs[place],
                              p == process ? whole.strands[s].programs[place] : schedule::Program{});
                }
            }
        }
    });
}

TEST_P(EveryScheme, KeepsForAProcessTheBlocksOfAnExchangeThatItDealsWith) {
    if (GetParam()->operation != Operation::kAlltoall) {
        return;
    }
    const auto actions_of = [](const Built& built, int process) {
        std::vector<schedule::Action> actions;
        for (const schedule::Schedule& strand : built.strands) {
            schedule::Cursor cursor(strand.programs[static_cast<std::size_t>(process)], strand.num_blocks);
            while (const auto action = cursor.next()) {
                actions.push_back(*action);
            }
        }
        return actions;
    };
    for_many_layouts([&](const Layout& layout) {
        const Built whole = GetParam()->build(layout);
        ASSERT_EQ(whole.strands.size(), 1U);
        for (int process = 0; process < layout.processes; ++process) {
            const Built own = with_own_blocks(whole, process);
            const std::vector<schedule::Action> before = actions_of(whole, process);
            const std::vector<schedule::Action> after = actions_of(own, process);
            std::set<int> used;
            ASSERT_EQ(before.size(), after.size());
            for (std::size_t a = 0; a < before.size(); ++a) {
                ASSERT_EQ(before[a].kind, after[a].kind);
                ASSERT_EQ(before[a].peer, after[a].peer);
                ASSERT_EQ(before[a].blocks.count, after[a].blocks.count);
                for (int b = 0; b < before[a].blocks.count; ++b) {
                    EXPECT_EQ(whole.exchanges[before[a].blocks.first + b], own.exchanges[after[a].blocks.first + b]);
                    used.insert(after[a].blocks.first + b);
                }
            }
            EXPECT_EQ(used.size(), static_cast<std::size_t>(own.num_blocks));
            if (!GetParam()->relays) {
                EXPECT_EQ(own.num_blocks, 2 * (layout.processes - 1) * layout.num_blocks);
            }
        }
    });
}

TEST_P(EveryScheme, NumbersTheBlocksOfEveryProcessOnce) {
    for_many_layouts([&](const Layout& layout) {
        const Built built = GetParam()->build(layout);
        const bool is_exchange = has_blocks_of_pairs(GetParam()->operation);
        if (GetParam()->operation != Operation::kBarrier) {  // may give processes blocks without data
            const bool has_owned = has_owned_blocks(GetParam()->operation) || GetParam()->gathers_operands;
            EXPECT_EQ(built.of_process.empty(), is_exchange || !has_owned);
        }
        EXPECT_EQ(built.exchanges.size(), is_exchange ? built.num_blocks : 0);
        std::set<int> blocks;
        for (const schedule::BlockRange range : built.of_process) {
            for (int b = range.first; b < range.end(); ++b) {
                EXPECT_TRUE(blocks.insert(b).second);
                EXPECT_LT(b, built.num_blocks);
            }
        }
    });
}

TEST_P(EveryScheme, NumbersThePartsOfAnExchangeOneAfterAnother) {
    for_many_layouts([&](const Layout& layout) {
        const Built built = GetParam()->build(layout);
        std::set<std::pair<int, int>> pairs;
        for (int b = 0; b < built.exchanges.size(); ++b) {
            const Exchange exchange = built.exchanges[b];
            EXPECT_EQ(exchange.part, b % layout.num_blocks);
            if (exchange.part == 0) {
                EXPECT_TRUE(pairs.emplace(exchange.from, exchange.to).second);
            } else {
                EXPECT_EQ(exchange.from, built.exchanges[b - 1].from);
                EXPECT_EQ(exchange.to, built.exchanges[b - 1].to);
            }
        }
    });
}

/// Edges anywhere, several between the same two as well.
Neighbourhood random_neighbourhood(int processes, base::Random& random) {
    Receivers receivers(static_cast<std::size_t>(processes));
    const int edges = random.below(3 * processes + 1);
    for (int edge = 0; edge < edges; ++edge) {
        const int from = random.below(processes);
        const int to = random.below(processes);
        if (to != from) {
            receivers[static_cast<std::size_t>(from)].push_back(to);
        }
    }
    return Neighbourhood(std::move(receivers));
}

TEST(SchemesAmongNeighbours, DoWhatTheirOperationPromisesWhoeverTheNeighboursAre) {
    base::Random random(11);
    for (const Operation operation : operations()) {
        for (const Scheme* scheme : schemes_of(operation)) {
            for (int round = 0; is_among_neighbours(operation) && round < 300; ++round) {
                Layout layout = random_layout(*scheme, 1 + random.below(13), 1 + random.below(4), random);
                layout.num_blocks = 1 + random.below(3);
                layout.neighbourhood = random_neighbourhood(layout.processes, random);
                SCOPED_TRACE(testing::Message() << scheme->name << ", round " << round);
                const Built built = scheme->build(layout);
                EXPECT_NO_THROW(verify(built.strands, promise_of(operation, layout, built)));
            }
        }
    }
}

/// Messages from one cluster to another.
int num_crossings(const schedule::Strands& strands, const std::vector<int>& cluster_of_process) {
    return sent(strands, cluster_of_process, true).messages;
}

TEST(Schemes, ThroughCoordinatorsAllThatAClusterHasForAnotherCrossesInOneMessage) {
    const Layout layout{.processes = 9, .cluster_of_process = {0, 1, 2, 0, 1, 2, 0, 1, 0}};
    const Built built = schemes().find("alltoall_through_coordinators")->build(layout);
    EXPECT_EQ(num_crossings(built.strands, layout.cluster_of_process), 3 * 2);
}

TEST(Schemes, HandedOutPartByPartNobodyGetsWhatIsForOthersButCoordinators) {
    const std::vector<int> cluster_of_process{0, 1, 2, 0, 1, 2, 0, 1, 0};
    const Layout layout{.processes = 9, .cluster_of_process = cluster_of_process, .grain = schedule::Grain::kRelayed};
    const Built built = schemes().find("alltoall_through_coordinators")->build(layout);
    EXPECT_EQ(num_crossings(built.strands, cluster_of_process), 3 * 2);
    int received = 0;  // blocks, by everybody
    for (int process = 0; process < layout.processes; ++process) {
        schedule::Cursor cursor(built.strands.front().programs[static_cast<std::size_t>(process)], built.num_blocks);
        while (const auto action = cursor.next()) {
            received += action->is_send() ? 0 : action->blocks.count;
        }
    }
    // Once by a collector, once across and once from there; three times what is not a coordinator's own at most.
    EXPECT_LE(received, 3 * 9 * 8);
}

TEST(Schemes, ARootServesClustersInTheirTurns) {
    const auto served = [](Layout layout) {
        const Built built = schemes().find("scatter_direct")->build(layout);
        std::vector<int> receivers;
        schedule::Cursor cursor(built.strands.front().programs[static_cast<std::size_t>(layout.root)],
                                built.num_blocks);
        while (const auto action = cursor.next()) {
            receivers.push_back(action->peer);
        }
        return receivers;
    };
    Layout layout{.processes = 6, .root = 3, .cluster_of_process = {7, 1, 2, 7, 1, 2}};
    EXPECT_EQ(served(layout), (std::vector{0, 1, 2, 4, 5}));
    layout.turns = {2, 7, 1};
    EXPECT_EQ(served(layout), (std::vector{2, 5, 0, 1, 4}));
    layout.turns = {1};  // the others behind it
    EXPECT_EQ(served(layout), (std::vector{1, 4, 0, 2, 5}));
    layout.num_blocks = 2;
    EXPECT_EQ(served(layout), (std::vector{1, 4, 0, 2, 5, 1, 4, 0, 2, 5}));
}

TEST(Schemes, BetweenCounterpartsWhatAProcessHasForAClusterCrossesInOneMessage) {
    const Layout layout{.processes = 9, .cluster_of_process = {0, 1, 2, 0, 1, 2, 0, 1, 0}, .num_blocks = 5};
    const Built built = schemes().find("alltoall_between_counterparts")->build(layout);
    EXPECT_EQ(num_crossings(built.strands, layout.cluster_of_process), 9 * 2);
}

TEST(Schemes, BetweenCounterpartsEachBlockEntersEachOtherClusterOnce) {
    const Layout layout{.processes = 9, .cluster_of_process = {0, 1, 2, 0, 1, 2, 0, 1, 0}, .num_blocks = 5};
    const Built built = schemes().find("allgather_between_counterparts")->build(layout);
    EXPECT_EQ(num_crossings(built.strands, layout.cluster_of_process), 9 * 5 * 2);
    const Built backwards = schemes().find("reduce_scatter_between_counterparts")->build(layout);
    EXPECT_EQ(num_crossings(backwards.strands, layout.cluster_of_process), 9 * 5 * 2);
}

TEST(Schemes, BetweenCounterpartsEachBlockOfCommonDataCrossesOnceEachWay) {
    const Layout layout{.processes = 9, .cluster_of_process = {0, 1, 2, 0, 1, 2, 0, 1, 0}, .num_blocks = 25};
    const Built built = schemes().find("allreduce_between_counterparts")->build(layout);
    EXPECT_EQ(num_crossings(built.strands, layout.cluster_of_process), 25 * 2 * 2);
}

/// 0, 3, 6 and 8 beside 1, 4 and 7, and 2 and 5; all are neighbours of all.
TEST(SchemesAmongNeighbours, WhatAProcessHasEntersEachOtherClusterOnce) {
    const Layout layout{.processes = 9, .cluster_of_process = {0, 1, 2, 0, 1, 2, 0, 1, 0}, .num_blocks = 5};
    const Built built = schemes().find("neighbor_allgather_once_per_cluster")->build(layout);
    EXPECT_EQ(num_crossings(built.strands, layout.cluster_of_process), 9 * 5 * 2);
}

TEST(SchemesAmongNeighbours, ThroughCoordinatorsWhatAClusterHasForAnotherCrossesInOneMessage) {
    const Layout layout{.processes = 9, .cluster_of_process = {0, 1, 2, 0, 1, 2, 0, 1, 0}};
    const Built gathered = schemes().find("neighbor_allgather_through_coordinators")->build(layout);
    EXPECT_EQ(num_crossings(gathered.strands, layout.cluster_of_process), 3 * 2);
    const Built exchanged = schemes().find("neighbor_alltoall_through_coordinators")->build(layout);
    EXPECT_EQ(num_crossings(exchanged.strands, layout.cluster_of_process), 3 * 2);
}

TEST(Schemes, ByRunsAScanCrossesFromEveryRunToEveryLaterOneOnce) {
    // Four runs, of which the first and the last are in one cluster.
    const Layout layout{.processes = 9, .cluster_of_process = {0, 0, 1, 1, 1, 2, 0, 0, 0}};
    EXPECT_EQ(num_crossings(schemes().find("scan_over_runs")->build(layout).strands, layout.cluster_of_process),
              4 * 3 / 2 - 1);
}

TEST(Schemes, AlongAChainAScanCrossesToEveryNextRunOnceForEachBlock) {
    const Layout layout{.processes = 9, .cluster_of_process = {0, 0, 1, 1, 1, 2, 0, 0, 0}, .num_blocks = 5};
    EXPECT_EQ(num_crossings(schemes().find("scan_by_chain")->build(layout).strands, layout.cluster_of_process), 3 * 5);
}

INSTANTIATE_TEST_SUITE_P(Collective, EveryScheme,
                         testing::ValuesIn(schemes().members().begin(), schemes().members().end()),
                         [](const auto& one) { return std::string(one.param->name); });

TEST(Schemes, ThereIsOneForEveryOperation) {
    for (const Operation operation : operations()) {
        EXPECT_TRUE(std::any_of(schemes().members().begin(), schemes().members().end(), [&](const Scheme* scheme) {
            return scheme->operation == operation;
        })) << name_of(operation);
        EXPECT_EQ(find_operation(name_of(operation)), operation);
    }
    EXPECT_EQ(find_operation("no such operation"), std::nullopt);
}

}  // namespace
}  // namespace causeway::scheme
