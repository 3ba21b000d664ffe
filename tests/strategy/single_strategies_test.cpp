/// What single broadcast strategies promise beyond being a broadcast.
#include "exact_times.hpp"

#include "causeway/base/error.hpp"
#include "causeway/strategy/broadcast/logarithms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace causeway::strategy {
namespace {

/// The number of rounds that a schedule takes when every transfer takes one and a process sends one segment and
/// receives one in each.
int rounds_of(const BroadcastStrategy& strategy, int processes, int num_blocks) {
    platform::Plogp one_per_round;
    one_per_round.gap = statistics::PiecewiseLinear(1.0);
    const Times times = times_of(strategy, one_per_round, processes, 0, Bytes(num_blocks), Bytes(1));
    return static_cast<int>(std::lround(times.simulated.value()));
}

TEST(Circulant, NeedsTheFewestRoundsForAnyNumberOfProcesses) {
    // Round i is the one in which everybody sends over the distance skip[i mod q]: so who sends to whom tells the
    // round.
    const BroadcastStrategy& circulant = broadcast_strategies().at("circulant", "test");
    for (int p = 2; p <= 70; ++p) {
        const int q = ceil_log2(p);
        std::map<int, int> round_of_distance;
        int skip = p;
        for (int round = q - 1; round >= 0; --round) {
            skip = (skip + 1) / 2;
            round_of_distance[skip] = round;
        }
        for (const int blocks : {1, 2, 5, 8, 33}) {
            const schedule::Schedule schedule = circulant.build({p, blocks, 0, std::nullopt});
            const int first_round = (q - (blocks - 1) % q) % q;
            std::map<std::pair<int, int>, int> held_since;  // (process, block)
            for (int b = 0; b < blocks; ++b) {
                held_since[{0, b}] = first_round - 1;
            }
            // All programs advance together, in each round by at most one send and one receive.
            std::vector<schedule::Cursor> cursors;
            std::vector<std::optional<schedule::Action>> next;
            for (const schedule::Program& program : schedule.programs) {
                cursors.emplace_back(program, blocks);
                next.push_back(cursors.back().next());
            }
            const int end_round = first_round + blocks - 1 + q;
            for (int round = first_round; round < end_round; ++round) {
                std::vector<std::pair<int, int>> received;  // (process, block)
                std::map<std::pair<int, int>, int> sent;    // (from, to): block
                std::vector<int> receives(static_cast<std::size_t>(p), 0);
                std::vector<int> sends(static_cast<std::size_t>(p), 0);
                const auto carry_out = [&](int process) {
                    const auto index = static_cast<std::size_t>(process);
                    if (!next[index]) {
                        return false;
                    }
                    const auto [kind, peer, range] = *next[index];
                    const bool is_send = kind == schedule::ActionKind::kSend;
                    const int distance = (p + (is_send ? peer - process : process - peer)) % p;
                    if (round_of_distance.at(distance) != round % q || (is_send ? sends : receives)[index]++ > 0) {
                        return false;
                    }
                    if (is_send) {
                        const auto held = held_since.find({process, range.first});
                        if (held == held_since.end() || held->second >= round) {
                            --sends[index];
                            return false;
                        }
                        sent[{process, peer}] = range.first;
                    } else {
                        const auto arriving = sent.find({peer, process});
                        if (arriving == sent.end() || arriving->second != range.first) {
                            --receives[index];
                            return false;
                        }
                        received.emplace_back(process, range.first);
                    }
                    next[index] = cursors[index].next();
                    return true;
                };
                for (bool progress = true; progress;) {
                    progress = false;
                    for (int process = 0; process < p; ++process) {
                        progress = carry_out(process) || progress;
                    }
                }
                for (const auto& [process, block] : received) {
                    held_since[{process, block}] = round;
                }
            }
            EXPECT_TRUE(std::none_of(next.begin(), next.end(), [](const auto& rest) { return rest.has_value(); }))
                << p << " processes, " << blocks << " blocks: not over after " << blocks - 1 + q << " rounds";
        }
    }
}

TEST(TwoTrees, SendsASegmentInEveryRound) {
    // Sanders, Speck, Träff: 2 ceil(log2 P) rounds until all is in motion, then a segment per round.
    const BroadcastStrategy& two_trees = broadcast_strategies().at("two_trees", "test");
    for (int p = 2; p <= 70; ++p) {
        const int forty = rounds_of(two_trees, p, 40);
        EXPECT_LE(forty, 40 + 2 * ceil_log2(p) + 1) << p << " processes";
        EXPECT_EQ(rounds_of(two_trees, p, 80) - forty, 40) << p << " processes";
    }
}

TEST(KnomialTree, OfRadixTwoIsTheSegmentedBinomialTree) {
    const BroadcastStrategy& knomial = broadcast_strategies().at("knomial_tree", "test");
    const BroadcastStrategy& binomial = broadcast_strategies().at("segmented_binomial_tree", "test");
    for (const int p : kProcesses) {
        EXPECT_EQ(knomial.build({p, 3, 2, std::nullopt}), binomial.build({p, 3, 0, std::nullopt}));
    }
}

TEST(Rendezvous, NoDataLeavesBeforeItsReceiverHasAnswered) {
    const platform::Plogp plogp = test::exact_plogp(900, 100, 1);
    for (const char* name : {"flat_tree_rendezvous", "chain_rendezvous", "binomial_tree_rendezvous"}) {
        for (const int p : kProcesses) {
            const auto timeline =
                simulate::run(broadcast_strategies().at(name, "test").build({p, 1, 0, std::nullopt}),
                              model::ClusterPlogp(plogp, p), {.total = Bytes(64), .block = Bytes(64)});
            std::map<std::pair<int, int>, Seconds> answered;
            int controls = 0;
            for (const simulate::TimedTransfer& transfer : timeline.transfers) {
                if (transfer.blocks.count == 0) {
                    ++controls;
                    answered[{transfer.to, transfer.from}] = transfer.arrival;
                }
            }
            EXPECT_EQ(controls, 2 * (p - 1)) << name;
            for (const simulate::TimedTransfer& transfer : timeline.transfers) {
                if (transfer.blocks.count > 0) {
                    EXPECT_GE(transfer.start, answered.at({transfer.from, transfer.to})) << name;
                }
            }
        }
    }
}

TEST(TunedStrategy, IsReadAsItIsWritten) {
    for (const BroadcastStrategy* strategy : broadcast_strategies().members()) {
        const TunedStrategy tuned{strategy, strategy->degrees == nullptr ? 0 : 3};
        EXPECT_EQ(parse_tuned(to_text(tuned), "test"), tuned);
        EXPECT_EQ(parse_tuned(strategy->name, "test").strategy, strategy);
    }
    for (const char* wrong :
         {"", "tree", "chain/2", "dary_tree/", "dary_tree/1", "dary_tree/x", "dary_tree/3x", "/3"}) {
        EXPECT_THROW((void)parse_tuned(wrong, "test"), base::InputError) << wrong;
    }
}

TEST(BinomialTree, LeavesAreReachedByTheirBinaryDigits) {
    // Process p hears after as many rounds as reach its lowest bit, and as many hops as it has bits.
    const BroadcastStrategy& binomial = broadcast_strategies().at("binomial_tree", "test");
    const platform::Plogp plogp = test::exact_plogp(900, 100, 1);
    const Seconds gap = plogp.gap_of(Bytes(64));
    for (const int p : kProcesses) {
        const auto timeline = simulate::run(binomial.build({p, 1, 0, std::nullopt}), model::ClusterPlogp(plogp, p),
                                            {.total = Bytes(64), .block = Bytes(64)});
        for (const simulate::TimedTransfer& transfer : timeline.transfers) {
            const auto number = static_cast<unsigned>(transfer.to);
            const int rounds = ceil_log2(p) - std::countr_zero(number);
            EXPECT_EQ(transfer.arrival, rounds * gap + std::popcount(number) * plogp.latency) << transfer.to;
        }
    }
}

}  // namespace
}  // namespace causeway::strategy
