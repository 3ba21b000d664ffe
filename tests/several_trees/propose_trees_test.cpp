/// Proposals: trees that reach every cluster, worth more than one tree where routes share nothing.
#include "causeway/several_trees/propose_trees.hpp"

#include "causeway/plan/fit.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/planner/tree_proposals.hpp"
#include "causeway/schedule/verify.hpp"
#include "tests/planner/decisions.hpp"
#include "tests/several_trees/joined_pairwise.hpp"
#include "tests/support/random_grid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace causeway::several_trees {
namespace {

using planner::ClusterTrees;
using planner::TreeProposal;

void expect_trees(const ClusterTrees& trees, const test::Grid& grid, int root) {
    const std::set<int> all(grid.placement.cluster_of_host.begin(), grid.placement.cluster_of_host.end());
    for (const plan::ClusterTree& tree : trees) {
        EXPECT_GE(tree.segments, 1);
        std::set<int> reached{grid.placement.cluster_of(root)};
        for (const plan::ClusterSend& send : tree.sends) {
            EXPECT_TRUE(reached.contains(send.from));
            EXPECT_TRUE(reached.insert(send.to).second);
            EXPECT_NE(grid.platform.find_link(send.from, send.to), nullptr);
        }
        EXPECT_EQ(reached, all);
    }
}

TEST(ProposeTrees, GivesTreesOverAllClustersFromEveryRoot) {
    std::mt19937_64 random(81);
    for (int round = 0; round < 30; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 6, .hosts = 3, .processes = 2});
        const int root = test::random_int(random, 0, grid.placement.num_processes() - 1);
        const std::vector<TreeProposal> proposals =
            propose_trees(grid.platform, grid.placement, scheme::Operation::kBroadcast, root);
        EXPECT_FALSE(proposals.empty());
        for (const TreeProposal& proposal : proposals) {
            EXPECT_LE(proposal.trees.size(), 8U);
            expect_trees(proposal.trees, grid, root);
        }
    }
}

TEST(ProposeTrees, GivesNoneWhereAClusterCannotBeReached) {
    std::mt19937_64 random(82);
    test::Grid grid = joined_pairwise(3, random);
    std::erase_if(grid.platform.links, [](const platform::Link& link) { return link.to == 2; });
    EXPECT_TRUE(propose_trees(grid.platform, grid.placement, scheme::Operation::kBroadcast, 0).empty());
}

TEST(ProposeTrees, SeveralTreesMakeLongMessagesFasterWhereRoutesShareNothing) {
    std::mt19937_64 random(83);
    for (int round = 0; round < 10; ++round) {
        const test::Grid grid = joined_pairwise(4, random);
        planner::Request with_one = planner::request(Bytes(64 << 20));
        planner::Request with_several = with_one;
        with_several.trees = propose_trees(grid.platform, grid.placement, scheme::Operation::kBroadcast, 0);
        const planner::Decision one = planner::decide(grid, with_one);
        const planner::Decision several = planner::decide(grid, with_several);
        expect_sound(several, grid, with_several);
        EXPECT_EQ(planner::tree_of(several.choice()).shape, plan::Shape::kTrees);
        EXPECT_GT(one.choice().time / several.choice().time, 1.3) << "round " << round;
    }
}

/// Of the operation, over what is proposed for it, and over one tree.
struct Times {
    planner::Decision several;
    Seconds one;
};

Times times_of(scheme::Operation operation, const test::Grid& grid, int root) {
    planner::Request request{.operation = operation, .root = root, .message = Bytes(32 << 20), .least_gain = 0.0};
    const Seconds one = planner::decide(grid, request).choice().time;
    request.trees = propose_trees(grid.platform, grid.placement, operation, root);
    return {planner::decide(grid, request), one};
}

/// Whether every process can carry out its program in its order though no message leaves before its receiver is there:
/// so a process with little memory may wait for what it sends (mpi::Run::Flow::kSeveralTrees).
bool needs_no_buffers(const schedule::Schedule& schedule) {
    std::vector<schedule::Cursor> cursors;
    std::vector<std::optional<schedule::Action>> next;
    for (const schedule::Program& program : schedule.programs) {
        cursors.emplace_back(program, schedule.num_blocks);
        next.push_back(cursors.back().next());
    }
    for (bool any = true; any;) {
        any = false;
        for (std::size_t p = 0; p < next.size(); ++p) {
            while (next[p] && next[p]->is_send()) {
                const auto peer = static_cast<std::size_t>(next[p]->peer);
                if (!next[peer] || next[peer]->is_send() || next[peer]->peer != static_cast<int>(p) ||
                    next[peer]->blocks != next[p]->blocks) {
                    break;
                }
                next[p] = cursors[p].next();
                next[peer] = cursors[peer].next();
                any = true;
            }
        }
    }
    return std::none_of(next.begin(), next.end(), [](const auto& action) { return action.has_value(); });
}

TEST(ProposeTrees, GiveReductionsThatNeedNoBuffers) {
    std::mt19937_64 random(87);
    const scheme::Scheme& scheme = *scheme::schemes().find("reduce_over_several_trees");
    int num_checked = 0;
    for (int round = 0; round < 40; ++round) {
        const bool is_random = round % 2 == 0;
        const test::Grid grid = is_random ? test::random_grid(random, {.clusters = 5, .hosts = 4, .processes = 2})
                                          : joined_pairwise(test::random_int(random, 3, 6), random);
        const int root = test::random_int(random, 0, grid.placement.num_processes() - 1);
        planner::Request request{.operation = scheme::Operation::kReduce,
                                 .root = root,
                                 .message = Bytes(4 << 20),
                                 .forced = planner::Forced{.scheme = &scheme},
                                 .least_gain = 0.0};
        request.trees = propose_trees(grid.platform, grid.placement, scheme::Operation::kReduce, root);
        for (const planner::Candidate& candidate : planner::decide(grid, request).ranking) {
            if (candidate.plan.scheme == &scheme) {
                EXPECT_TRUE(needs_no_buffers(plan::compose(candidate.plan, grid.placement).strands.front()))
                    << plan::describe(candidate.plan, grid.platform);
                ++num_checked;
            }
        }
    }
    EXPECT_GT(num_checked, 40);
}

/// Whether the proposal's trees carry all that clusters have, from where they may.
void expect_shared(const ClusterTrees& trees, const test::Grid& grid, scheme::Operation operation, int root) {
    EXPECT_LE(trees.size(), scheme::kMostSharedTrees);
    std::set<int> carried;
    for (const plan::ClusterTree& tree : trees) {
        ASSERT_FALSE(tree.sends.empty());
        const int from = tree.sends.front().from;
        if (scheme::is_rooted(operation)) {
            EXPECT_EQ(from, grid.placement.cluster_of(root));
        }
        std::set<int> reached{from};
        for (const plan::ClusterSend& send : tree.sends) {
            EXPECT_TRUE(reached.contains(send.from));
            EXPECT_TRUE(reached.insert(send.to).second);
        }
        EXPECT_EQ(reached.size(), grid.platform.clusters.size());
        ASSERT_FALSE(tree.carries.empty());
        for (const plan::ClusterPart& part : tree.carries) {
            EXPECT_GE(part.parts, 1);
            carried.insert(part.cluster);
            if (operation == scheme::Operation::kAllgather || operation == scheme::Operation::kReduceScatter) {
                EXPECT_EQ(part.cluster, from);
            }
        }
    }
    EXPECT_EQ(carried.size(), grid.platform.clusters.size());
}

class SharedTreesOf : public testing::TestWithParam<scheme::Operation> {};

/// So whoever passes data on may wait for what it sends, however little memory there is.
TEST_P(SharedTreesOf, GivePlansThatNeedNoBuffers) {
    std::mt19937_64 random(89);
    int num_checked = 0;
    for (int round = 0; round < 8; ++round) {
        const test::Grid grid = joined_pairwise(3 + round % 3, random);
        const int root = test::random_int(random, 0, grid.placement.num_processes() - 1);
        planner::Request request{
            .operation = GetParam(), .root = root, .message = Bytes(1 << 20), .forced = {}, .least_gain = 0.0};
        request.trees = propose_trees(grid.platform, grid.placement, GetParam(), root);
        for (const scheme::Scheme* scheme : scheme::schemes_of(GetParam())) {
            if (scheme->trees != scheme::Trees::kShared) {
                continue;
            }
            request.forced = planner::Forced{.scheme = scheme};
            for (const planner::Candidate& candidate : planner::decide(grid, request).ranking) {
                if (candidate.plan.scheme == scheme) {
                    EXPECT_TRUE(needs_no_buffers(plan::compose(candidate.plan, grid.placement).strands.front()))
                        << plan::describe(candidate.plan, grid.platform);
                    ++num_checked;
                }
            }
        }
    }
    EXPECT_GE(num_checked, 8);
}

TEST_P(SharedTreesOf, CarryWhatEveryClusterHas) {
    std::mt19937_64 random(87);
    for (int round = 0; round < 20; ++round) {
        const test::Grid grid = test::random_grid(random, {.clusters = 6, .hosts = 3, .processes = 2});
        const int root = test::random_int(random, 0, grid.placement.num_processes() - 1);
        const std::vector<TreeProposal> proposals = propose_trees(grid.platform, grid.placement, GetParam(), root);
        EXPECT_EQ(proposals.empty(), grid.platform.clusters.size() == 1);
        for (const TreeProposal& proposal : proposals) {
            expect_shared(proposal.trees, grid, GetParam(), root);
        }
        EXPECT_EQ(planner::parse_proposals(planner::to_text(proposals)), proposals);
    }
}

/// Never worse than without, by the model; plans that do what the operation promises; and where routes share nothing
/// and have little in common, much better in the middle of many.
TEST_P(SharedTreesOf, MakeLongDataFasterWhereRoutesShareNothing) {
    std::mt19937_64 random(88);
    std::vector<double> gains;
    for (int round = 0; round < 9; ++round) {
        const test::Grid grid = joined_pairwise(4, random);
        const Bytes message(scheme::has_owned_blocks(GetParam()) ? 2 << 20 : 16 << 20);  // 16 MiB altogether
        planner::Request request{.operation = GetParam(), .root = 1, .message = message, .least_gain = 0.0};
        const Seconds without = planner::decide(grid, request).choice().time;
        request.trees = propose_trees(grid.platform, grid.placement, GetParam(), 1);
        const planner::Candidate with = planner::decide(grid, request).choice();
        gains.push_back(without / with.time);
        plan::Plan shorter = with.plan;
        shorter.message = 7 * shorter.block - Bytes(1);
        EXPECT_EQ(plan::misfit(shorter, grid.placement), "") << plan::describe(shorter, grid.platform);
    }
    std::sort(gains.begin(), gains.end());
    EXPECT_GE(gains.front(), 0.9) << "fewer messages may be worth as much";
    EXPECT_GE(gains[gains.size() / 2], 1.1);
}

INSTANTIATE_TEST_SUITE_P(Operations, SharedTreesOf,
                         testing::Values(scheme::Operation::kGather, scheme::Operation::kScatter,
                                         scheme::Operation::kAllgather, scheme::Operation::kReduceScatter,
                                         scheme::Operation::kAllreduce),
                         [](const auto& one) { return std::string(scheme::name_of(one.param)); });

TEST(ProposeTrees, MakeLongReductionsFasterWhereRoutesShareNothing) {
    std::mt19937_64 random(85);
    for (int round = 0; round < 5; ++round) {
        const test::Grid grid = joined_pairwise(4, random);
        for (const scheme::Operation operation : {scheme::Operation::kReduce, scheme::Operation::kAllreduce}) {
            const Times times = times_of(operation, grid, 0);
            const plan::Plan& plan = times.several.choice().plan;
            ASSERT_NE(plan.scheme, nullptr);
            plan::Plan shorter = plan;
            shorter.message = 50 * plan.block - Bytes(1);
            const scheme::Built built = plan::compose(shorter, grid.placement);
            EXPECT_NO_THROW(
                verify(built.strands, scheme::promise_of(operation, plan::layout_of(shorter, grid.placement), built)));
            EXPECT_EQ(plan::misfit(shorter, grid.placement), "");
            if (operation == scheme::Operation::kReduce) {
                EXPECT_EQ(plan.scheme->name, "reduce_over_several_trees");
                EXPECT_GT(times.one / times.several.choice().time, 1.3) << "round " << round;
            } else {
                EXPECT_GE(times.one / times.several.choice().time, 1.0) << "round " << round;
            }
        }
    }
}

/// What comes to the root goes over other links than what leaves it: only proposals for the way back find them.
TEST(ProposeTrees, GoUpTheLinksThatLeadToTheRoot) {
    std::mt19937_64 random(86);
    test::Grid grid = joined_pairwise(4, random);
    std::vector<platform::Link> links;
    for (platform::Link link : grid.platform.links) {
        link.symmetric = false;
        link.plogp = test::affine_plogp(5e-3, 2e-5, (link.from + link.to) % 2 == 0 ? 2e7 : 5e6);
        links.push_back(link);
        std::swap(link.from, link.to);
        link.plogp = test::affine_plogp(5e-3, 2e-5, (link.from + link.to) % 2 == 0 ? 5e6 : 2e7);
        links.push_back(link);
    }
    grid.platform.links = links;
    const Times times = times_of(scheme::Operation::kReduce, grid, 0);
    planner::Request down{.operation = scheme::Operation::kReduce, .message = Bytes(32 << 20), .least_gain = 0.0};
    down.trees = propose_trees(grid.platform, grid.placement, scheme::Operation::kBroadcast, 0);
    EXPECT_LT(times.several.choice().time, planner::decide(grid, down).choice().time);
}

/// c takes in a hundredth of what it lets out: nothing that goes to the root is held up by that.
TEST(ProposeTrees, AreUsedByReductionsInTheDirectionOfTheData) {
    std::mt19937_64 random(7);
    test::Grid grid = joined_pairwise(5, random);
    for (std::size_t c = 1; c < 5; ++c) {
        grid.platform.clusters[c].uplink_capacity = BytesPerSecond(2e7);
        grid.platform.clusters[c].downlink_capacity = BytesPerSecond(2e5);
    }
    planner::Request request;
    request.operation = scheme::Operation::kReduce;
    request.message = Bytes(4 << 20);
    request.trees = propose_trees(grid.platform, grid.placement, request.operation, 0);
    const planner::Decision decision = planner::decide(grid.platform, grid.placement, request);
    const double through_a_star = 4.0 * 1048576.0 / 5e6;  // over the slowest link there may be
    EXPECT_LT(decision.choice().time.value(), 1.2 * through_a_star);
}

/// With a tree from each of many clusters other schemes alone would simulate as much as a decision may.
TEST(ProposeTrees, AreLookedAtHoweverMuchOtherSchemesTake) {
    std::mt19937_64 random(11);
    test::Grid grid = joined_pairwise(12, random);
    for (platform::Cluster& cluster : grid.platform.clusters) {
        cluster.num_hosts = 4;
    }
    grid.placement = platform::full_placement(grid.platform);
    planner::Request request;
    request.operation = scheme::Operation::kReduceScatter;
    request.message = Bytes(400'000);
    request.trees = propose_trees(grid.platform, grid.placement, request.operation, 0);
    const planner::Decision decision = planner::decide(grid.platform, grid.placement, request);
    std::set<std::string_view> schemes;
    for (const planner::Candidate& candidate : decision.ranking) {
        schemes.insert(candidate.plan.scheme != nullptr ? candidate.plan.scheme->name : "native");
    }
    EXPECT_TRUE(schemes.contains("reduce_scatter_over_several_trees"));
    EXPECT_TRUE(schemes.contains("reduce_scatter_over_tree"));
}

/// What two clusters have for each other goes over a third one where their own link is narrow.
TEST(ProposeTrees, OfAnAllToAllGoAroundNarrowLinks) {
    std::mt19937_64 random(13);
    test::Grid grid = joined_pairwise(4, random);
    for (platform::Cluster& cluster : grid.platform.clusters) {
        cluster.num_hosts = 3;
        cluster.hosts = {cluster.name + "0", cluster.name + "1", cluster.name + "2"};
        cluster.uplink_capacity = std::nullopt;
        cluster.downlink_capacity = std::nullopt;
    }
    for (platform::Link& link : grid.platform.links) {
        const bool is_narrow = link.from + link.to == 3;  // of a and d, and of b and c
        link.plogp = test::affine_plogp(3e-3, 2e-5, is_narrow ? 4e6 : 2e7);
    }
    grid.placement = platform::full_placement(grid.platform);
    planner::Request request{.operation = scheme::Operation::kAlltoall, .message = Bytes(64 << 10), .least_gain = 0.0};
    const planner::Decision straight = planner::decide(grid.platform, grid.placement, request);
    request.trees = propose_trees(grid.platform, grid.placement, request.operation, 0);
    ASSERT_FALSE(request.trees.empty());
    const planner::Decision around = planner::decide(grid.platform, grid.placement, request);
    ASSERT_NE(around.choice().plan.scheme, nullptr);
    EXPECT_EQ(around.choice().plan.scheme->name, "alltoall_over_several_trees");
    EXPECT_LT(around.choice().time, 0.7 * straight.choice().time);
    plan::verify(around.choice().plan, grid.placement);
    EXPECT_THAT(plan::describe(around.choice().plan, grid.platform), testing::HasSubstr("all else straight"));
    // One way for each: no data has two trees to take.
    for (const TreeProposal& one : planner::of_at_most(1, request.operation, request.trees)) {
        std::set<std::pair<int, int>> carried;
        for (const plan::ClusterTree& tree : one.trees) {
            for (const plan::ClusterPart& part : tree.carries) {
                EXPECT_TRUE(carried.emplace(tree.sends.front().from, part.cluster).second);
            }
        }
        EXPECT_EQ(carried.size(), 12U);
    }
}

/// Two of eight clusters are behind the second; one of them takes in as little as nobody else does.
test::Grid with_a_relay() {
    std::mt19937_64 random(12);
    test::Grid grid = joined_pairwise(8, random);
    for (platform::Link& link : grid.platform.links) {
        const bool is_slow = link.from == 0 && (link.to == 2 || link.to == 3);
        link.plogp = test::affine_plogp(3e-3, 2e-5, is_slow ? 1e5 : 5e7);
    }
    grid.platform.clusters[0].uplink_capacity = BytesPerSecond(4.5e7);
    grid.platform.clusters[2].downlink_capacity = BytesPerSecond(5e6);
    return grid;
}

/// Flows share the root's uplink evenly, whatever each carries: what takes longest on its way leaves first.
TEST(ProposeTrees, LetGoFirstWhatTakesLongestOnItsWay) {
    const test::Grid grid = with_a_relay();
    planner::Request request{.operation = scheme::Operation::kScatter, .message = Bytes(2 << 20), .least_gain = 0.0};
    request.trees = propose_trees(grid.platform, grid.placement, request.operation, 0);
    ASSERT_FALSE(request.trees.empty());
    std::map<int, int> late;  // [cluster], on its first tree
    for (const plan::ClusterTree& tree : request.trees.front().trees) {
        for (const plan::ClusterPart& part : tree.carries) {
            late.emplace(part.cluster, part.late);
        }
    }
    EXPECT_LT(late.at(2), late.at(3));
    EXPECT_LT(late.at(3), 1000);
    const Seconds into_the_slow = Bytes(4 << 20) / BytesPerSecond(5e6);
    const planner::Decision decision = planner::decide(grid, request);
    EXPECT_LT(decision.choice().time, 1.05 * into_the_slow);
    for (TreeProposal& proposal : request.trees) {
        for (plan::ClusterTree& tree : proposal.trees) {
            for (plan::ClusterPart& part : tree.carries) {
                part.late = 0;
            }
        }
    }
    EXPECT_GT(planner::decide(grid, request).choice().time, 1.01 * decision.choice().time);
}

TEST(ProposeTrees, AreTheSameAsTextAndBack) {
    std::mt19937_64 random(84);
    const test::Grid grid = joined_pairwise(5, random);
    const std::vector<TreeProposal> proposals =
        propose_trees(grid.platform, grid.placement, scheme::Operation::kBroadcast, 0);
    EXPECT_EQ(planner::parse_proposals(planner::to_text(proposals)), proposals);
    const std::vector<TreeProposal> single = planner::of_at_most(1, scheme::Operation::kBroadcast, proposals);
    EXPECT_FALSE(single.empty());
    EXPECT_LT(single.size(), proposals.size());
    for (const TreeProposal& one : single) {
        EXPECT_EQ(one.trees.size(), 1U);
    }
    const test::Grid relayed = with_a_relay();
    const std::vector<TreeProposal> shared =
        propose_trees(relayed.platform, relayed.placement, scheme::Operation::kScatter, 0);
    EXPECT_EQ(planner::parse_proposals(planner::to_text(shared)), shared);
}

}  // namespace
}  // namespace causeway::several_trees
