/// What is made of a broadcast's tree, for random trees of all sizes: each proved by the verifier, which is tested
/// against broken ones of every kind.
#include "causeway/base/error.hpp"
#include "causeway/base/random.hpp"
#include "causeway/schedule/rank_tree.hpp"
#include "causeway/schedule/reversal.hpp"
#include "causeway/schedule/verify.hpp"
#include "tests/schedule/random_tree.hpp"
#include "tests/schedule/samples.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace causeway::schedule {
namespace {

using base::ScheduleError;
using ::testing::ElementsAre;

/// Calls `check(broadcast of one block, its tree)` for many trees of 1 to 13 processes.
template <typename Check>
void for_many_trees(const Check& check) {
    base::Random random(7);
    for (int p = 1; p <= 13; ++p) {
        for (int draw = 0; draw < 12; ++draw) {
            const Schedule broadcast = random_tree(p, random);
            SCOPED_TRACE(testing::Message() << p << " processes, draw " << draw);
            check(broadcast, tree_of(broadcast));
        }
    }
}

/// `per_process` blocks for each process, numbered along the tree's preorder; every fourth process has none.
Ownership along(const RankTree& tree, int per_process, bool some_have_none = false) {
    Ownership ownership;
    ownership.of_process.resize(tree.parent.size());
    int next = 0;
    for (const int process : tree.in_preorder()) {
        const int count = some_have_none && process % 4 == 1 ? 0 : per_process;
        ownership.of_process[static_cast<std::size_t>(process)] = {next, count};
        next += count;
    }
    ownership.num_blocks = std::max(1, next);
    return ownership;
}

std::vector<int> owners_of(const Ownership& ownership) {
    std::vector<int> owners(static_cast<std::size_t>(ownership.num_blocks), 0);
    for (std::size_t p = 0; p < ownership.of_process.size(); ++p) {
        const BlockRange blocks = ownership.of_process[p];
        for (int b = blocks.first; b < blocks.end(); ++b) {
            owners[static_cast<std::size_t>(b)] = static_cast<int>(p);
        }
    }
    return owners;
}

/// All programs, each made alone.
template <typename Make>
Schedule one_by_one(int num_processes, const Make& make) {
    Schedule result = make(0);
    for (int p = 1; p < num_processes; ++p) {
        result.programs[static_cast<std::size_t>(p)] = make(p).programs[static_cast<std::size_t>(p)];
    }
    return result;
}

TEST(RankTree, HasTheTransfersOfItsBroadcast) {
    Builder builder(4, 1);
    builder.transfer(2, 0, {0, 1});
    builder.transfer(2, 3, {0, 1});
    builder.transfer(0, 1, {0, 1});
    const RankTree tree = tree_of(builder.finish());
    EXPECT_EQ(tree.root, 2);
    EXPECT_THAT(tree.parent, ElementsAre(2, 0, -1, 2));
    EXPECT_THAT(tree.children[2], ElementsAre(0, 3));
    EXPECT_THAT(tree.in_preorder(), ElementsAre(2, 0, 1, 3));
}

TEST(Reduction, OfABroadcastCombinesEveryContributionOnce) {
    for_many_trees([](const Schedule& broadcast, const RankTree& tree) {
        for (const int blocks : {1, 2, 5}) {
            EXPECT_NO_THROW(verify(reduction_of(segment(broadcast, blocks)), reduce(tree.root)));
            EXPECT_NO_THROW(verify(segment(reduction_of(broadcast), blocks), reduce(tree.root)));
        }
    });
}

TEST(Reduction, OfAScatterAndExchangeGoesEveryWayBack) {
    for (int p = 2; p <= 9; ++p) {
        EXPECT_NO_THROW(verify(reduction_of(scatter_and_exchange(p)), reduce(0)));
    }
}

TEST(Reduction, ReturnsThePipelinesFirstBlockFirst) {
    const Schedule back = reduction_of(chain(3, 4));
    const std::vector<Action> operations = operations_of(back, 0);
    ASSERT_EQ(operations.size(), 4U);
    for (int b = 0; b < 4; ++b) {
        EXPECT_EQ(operations[static_cast<std::size_t>(b)], (Action{ActionKind::kReceiveReduce, 1, {b, 1}}));
    }
}

TEST(Allreduce, IsAReductionFollowedByItsBroadcast) {
    for_many_trees([](const Schedule& broadcast, const RankTree&) {
        for (const int blocks : {1, 3}) {
            const Schedule down = segment(broadcast, blocks);
            EXPECT_NO_THROW(verify(Strands{reduction_of(down), down}, allreduce()));
        }
    });
}

TEST(Allreduce, MayUseAnotherTreeForEveryBlockAndAnotherOneDownwards) {
    base::Random random(3);
    for (int p = 1; p <= 13; ++p) {
        for (int classes = 1; classes <= 4; ++classes) {
            for (const int blocks : {1, 2, 7, 12}) {
                Strands strands;
                for (int k = 0; k < classes; ++k) {
                    const Schedule up = random_tree(p, random);
                    const Schedule down = random_tree(p, random, tree_of(up).root);
                    strands.push_back(segment(reduction_of(up), blocks, k, classes));
                    strands.push_back(segment(down, blocks, k, classes));
                }
                EXPECT_NO_THROW(verify(strands, allreduce())) << p << " " << classes << " " << blocks;
            }
        }
    }
}

TEST(Barrier, MayHearOfSomebodyTwiceButMustHearOfEverybody) {
    const auto told = [](std::initializer_list<int> distances) {
        Builder builder(3, 1);
        for (const int distance : distances) {
            std::vector<Message> messages;
            for (int process = 0; process < 3; ++process) {
                messages.push_back({process, (process + distance) % 3, {0, 1}, true});
            }
            builder.round(messages);
        }
        return builder.finish();
    };
    EXPECT_NO_THROW(verify(told({1, 2}), barrier()));
    EXPECT_THROW(verify(told({1, 2}), allreduce()), ScheduleError);
    EXPECT_THROW(verify(told({1}), barrier()), ScheduleError);
    EXPECT_THROW(verify(told({2}), barrier()), ScheduleError);
}

TEST(Gather, OverATreeBringsEveryBlockToTheRoot) {
    for_many_trees([](const Schedule&, const RankTree& tree) {
        for (const Grain grain : {Grain::kCombined, Grain::kRelayed}) {
            for (const int each : {1, 3}) {
                const Ownership ownership = along(tree, each, each == 3);
                const Schedule up = gather_over(tree, ownership, grain);
                EXPECT_NO_THROW(verify(up, gather(tree.root, owners_of(ownership))));
                EXPECT_NO_THROW(verify(scatter_of(up), scatter(tree.root, owners_of(ownership))));
                EXPECT_EQ(one_by_one(tree.num_processes(),
                                     [&](int only) { return gather_over(tree, ownership, grain, only); }),
                          up);
            }
        }
    });
}

TEST(Gather, NeedsOneMessageForEachEdgeWhenCombined) {
    for_many_trees([](const Schedule&, const RankTree& tree) {
        const Schedule up = gather_over(tree, along(tree, 2), Grain::kCombined);
        for (int p = 0; p < tree.num_processes(); ++p) {
            const std::vector<Action> operations = operations_of(up, p);
            const auto sends = std::count_if(operations.begin(), operations.end(),
                                             [](const Action& operation) { return operation.is_send(); });
            EXPECT_EQ(sends, p == tree.root ? 0 : 1);
        }
    });
}

TEST(Allgather, IsAGatherFollowedByWhatEachProcessLacks) {
    for_many_trees([](const Schedule&, const RankTree& tree) {
        for (const Grain grain : {Grain::kCombined, Grain::kRelayed}) {
            const Ownership ownership = along(tree, 2, true);
            const Schedule down = spread_over(tree, ownership, grain);
            EXPECT_NO_THROW(
                verify(Strands{gather_over(tree, ownership, grain), down}, allgather(owners_of(ownership))));
            EXPECT_EQ(
                one_by_one(tree.num_processes(), [&](int only) { return spread_over(tree, ownership, grain, only); }),
                down);
        }
    });
}

TEST(ReduceScatter, IsAReductionFollowedByTheScatterOfItsBlocks) {
    for_many_trees([](const Schedule& broadcast, const RankTree& tree) {
        const Ownership ownership = along(tree, 1);
        EXPECT_NO_THROW(verify(Strands{segment(reduction_of(broadcast), ownership.num_blocks),
                                       scatter_of(gather_over(tree, ownership, Grain::kRelayed))},
                               reduce_scatter(owners_of(ownership))));
    });
}

TEST(Verify, RejectsEveryBrokenReduction) {
    base::Random random(11);
    int mutants = 0;
    const auto expect_rejected = [&](const Strands& strands, const Collective& collective) {
        ++mutants;
        EXPECT_THROW(verify(strands, collective), ScheduleError);
    };
    for (int p = 2; p <= 8; ++p) {
        const Schedule broadcast = random_tree(p, random);
        const Schedule good = unrolled(segment(reduction_of(broadcast), 3));
        const Schedule down = unrolled(segment(broadcast, 3));
        const int root = tree_of(broadcast).root;
        ASSERT_NO_THROW(verify(Strands{good, down}, allreduce()));
        for (std::size_t q = 0; q < good.programs.size(); ++q) {
            if (good.programs[q].sections.empty()) {
                continue;
            }
            for (std::size_t i = 0; i < good.programs[q].sections[0].body.size(); ++i) {
                Schedule mutant = good;
                std::vector<Action>& body = mutant.programs[q].sections[0].body;
                const Action whole = body[i];
                if (whole.kind == ActionKind::kReceiveReduce) {
                    body[i].kind = ActionKind::kReceive;  // loses what was there
                    expect_rejected({mutant}, reduce(root));
                } else {
                    // Sent before all below has come, where there is anything below.
                    if (i > 0 && body[i - 1].kind == ActionKind::kReceiveReduce && body[i - 1].blocks == whole.blocks) {
                        std::swap(body[i - 1], body[i]);
                        expect_rejected({mutant}, reduce(root));
                        body = good.programs[q].sections[0].body;
                    }
                    // Contributed twice.
                    body.push_back(whole);
                    mutant.programs[static_cast<std::size_t>(whole.peer)].sections[0].body.push_back(
                        {ActionKind::kReceiveReduce, static_cast<int>(q), whole.blocks});
                    expect_rejected({mutant}, reduce(root));
                }
            }
        }
        // The wrong way round, and one without the other.
        expect_rejected({down, good}, allreduce());
        expect_rejected({good}, allreduce());
        expect_rejected({good}, reduce((root + 1) % p));
    }
    EXPECT_GT(mutants, 100);
}

/// A schedule of three processes with a result and a total each.
Schedule scan_of(const std::vector<std::vector<Message>>& rounds) {
    Builder builder(3, 2);
    for (const std::vector<Message>& round : rounds) {
        builder.round(round);
    }
    return builder.finish();
}

void expect_refused(const Schedule& schedule, const Collective& collective) {
    EXPECT_THROW(verify(schedule, collective), ScheduleError);
}

TEST(Scans, AreCombinedFromTheLeftAlone) {
    const Message first{0, 1, {0, 1}, true};
    const Message second{1, 2, {0, 1}, true};
    EXPECT_NO_THROW(verify(scan_of({{first}, {second}}), scan()));
    // All contributions are there, but 1's would stand before 0's.
    const Message from_0{0, 2, {1, 1}, true, 0};
    const Message from_1{1, 2, {1, 1}, true, 0};
    EXPECT_NO_THROW(verify(scan_of({{first}, {from_1}, {from_0}}), scan()));
    expect_refused(scan_of({{first}, {from_0}, {from_1}}), scan());
    expect_refused(scan_of({{first}}), scan());
    expect_refused(scan_of({{first}, {second}, {from_0}}), scan());
}

/// Reductions whose operator does not commute.
Collective reduce_in_order(int root) {
    Collective result = reduce(root);
    result.is_in_order = true;
    return result;
}

TEST(Reductions, OfOperatorsThatDoNotCommuteFollowTheRanks) {
    // Whatever tree, as long as what comes from each is of ranks that follow each other: from the nearest first.
    Builder star(5, 1);
    for (const int leaf : {0, 4, 1, 3}) {
        star.transfer(2, leaf, {0, 1});
    }
    const Schedule up = reduction_of(star.finish());
    EXPECT_NO_THROW(verify(up, reduce(2)));
    EXPECT_NO_THROW(verify(up, reduce_in_order(2)));  // backwards: 3, 1, 4, 0
    Builder outwards(5, 1);
    for (const int leaf : {1, 3, 0, 4}) {
        outwards.transfer(2, leaf, {0, 1});
    }
    const Schedule farthest_first = reduction_of(outwards.finish());
    EXPECT_NO_THROW(verify(farthest_first, reduce(2)));
    expect_refused(farthest_first, reduce_in_order(2));
    EXPECT_NO_THROW(verify(nearest_first(farthest_first), reduce_in_order(2)));
    // Ranks 0 and 2 have 1 between them: no order of messages helps.
    Builder apart(3, 1);
    apart.transfer(0, 2, {0, 1});
    apart.transfer(0, 1, {0, 1});
    EXPECT_NO_THROW(verify(nearest_first(reduction_of(apart.finish())), reduce_in_order(0)));
    Builder through(3, 1);
    through.transfer(1, 0, {0, 1});
    through.transfer(0, 2, {0, 1});
    expect_refused(nearest_first(reduction_of(through.finish())), reduce_in_order(1));
}

TEST(Reductions, InRankOrderKeepEachTransfer) {
    for_many_trees([](const Schedule& broadcast, const RankTree& tree) {
        EXPECT_NO_THROW(verify(nearest_first(reduction_of(broadcast)), reduce(tree.root)));
    });
}

}  // namespace
}  // namespace causeway::schedule
