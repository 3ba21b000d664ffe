/// Flat algorithms round by round, against the simulation of all their messages.
#include "causeway/planner/rounds_time.hpp"

#include "causeway/planner/library.hpp"
#include "causeway/planner/library_rules.hpp"
#include "causeway/simulate/in_steps.hpp"
#include "decisions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::Operation;
using scheme::Scheme;

std::vector<const Scheme*> schemes_in_rounds() {
    std::vector<const Scheme*> result;
    for (const Scheme* scheme : scheme::schemes().members()) {
        if (scheme->rounds.round != nullptr) {
            result.push_back(scheme);
        }
    }
    return result;
}

/// A block for each process, or each pair of them.
scheme::Built flat(const Scheme& scheme, int processes) {
    scheme::Layout layout;
    layout.processes = processes;
    layout.num_blocks = scheme.divides ? processes : 1;
    return scheme.build(layout);
}

/// [process] how many blocks it sends to which.
std::vector<std::vector<int>> sent(const scheme::Built& built, int processes) {
    const auto all = static_cast<std::size_t>(processes);
    std::vector<std::vector<int>> result(all, std::vector<int>(all, 0));
    for (const schedule::Schedule& strand : built.strands) {
        for (std::size_t process = 0; process < all; ++process) {
            schedule::Cursor cursor(strand.programs[process], strand.num_blocks);
            while (const auto action = cursor.next()) {
                if (action->is_send()) {
                    result[process][static_cast<std::size_t>(action->peer)] += action->blocks.count;
                }
            }
        }
    }
    return result;
}

TEST(RoundsTime, RoundsAreThoseOfTheSchedules) {
    ASSERT_EQ(schemes_in_rounds().size(), 6U);
    for (const Scheme* scheme : schemes_in_rounds()) {
        for (const int processes : {2, 3, 8, 13}) {
            SCOPED_TRACE(std::string(scheme->name) + " " + std::to_string(processes));
            const auto all = static_cast<std::size_t>(processes);
            std::vector<std::vector<int>> expected(all, std::vector<int>(all, 0));
            for (int round = 0; round < scheme->rounds.count(processes); ++round) {
                for (int process = 0; process < processes; ++process) {
                    const scheme::Round doing = scheme->rounds.round(processes, round, process);
                    expected[static_cast<std::size_t>(process)][static_cast<std::size_t>(doing.to)] += doing.parts;
                    EXPECT_EQ(scheme->rounds.round(processes, round, doing.to).from, process);
                }
            }
            EXPECT_EQ(sent(flat(*scheme, processes), processes), expected);
        }
    }
}

TEST(RoundsTime, IsAboutThatOfAllMessages) {
    std::mt19937_64 random(20261129);
    std::vector<double> ratios;
    for (int draw = 0; draw < 60; ++draw) {
        const test::Grid grid = test::random_grid(random, {.clusters = 5, .hosts = 6, .processes = 2});
        const int processes = grid.placement.num_processes();
        if (processes < 3) {
            continue;
        }
        const model::GridPlogp model(grid.platform, grid.placement, platform::kSupposedHandshake);
        const Bytes part(test::random_int(random, 1, 1 << 17));
        for (const Scheme* scheme : schemes_in_rounds()) {
            plan::Plan plan;
            plan.operation = scheme->operation;
            plan.scheme = scheme;
            plan.message = scheme->divides ? processes * part : part;
            plan.block = part;
            plan.is_by_rank = true;
            const scheme::Built built = plan::compose(plan, grid.placement);
            Seconds all;
            for (const schedule::Schedule& strand : built.strands) {
                all += simulate::run_in_steps(strand, model, plan::block_sizes(built, plan));
            }
            const std::optional<Seconds> time = rounds_time(scheme->rounds, part, grid.placement, model);
            ASSERT_TRUE(time);
            ratios.push_back(*time / all);
        }
    }
    ASSERT_GT(ratios.size(), 200U);
    std::ranges::sort(ratios);
    EXPECT_NEAR(ratios[ratios.size() / 2], 1.0, 0.1);
    EXPECT_GT(ratios[ratios.size() / 20], 0.5);
    EXPECT_LT(ratios[ratios.size() * 19 / 20], 1.3);
}

TEST(RoundsTime, BrucksRoundsCarryEachPartAsOftenAsItsDistanceHasBits) {
    const scheme::FlatRounds bruck = rounds_of_library("alltoall_by_bruck").value();
    for (const int processes : {2, 3, 8, 11, 100}) {
        int bits = 0;
        for (int distance = 1; distance < processes; ++distance) {
            bits += std::popcount(static_cast<unsigned>(distance));
        }
        int parts = 0;
        for (int round = 0; round < bruck.count(processes); ++round) {
            const scheme::Round doing = bruck.round(processes, round, 0);
            EXPECT_EQ(doing.to, (1 << round) % processes);
            EXPECT_EQ(bruck.round(processes, round, doing.to).from, 0);
            parts += doing.parts;
        }
        EXPECT_EQ(parts, bits) << processes;
    }
}

TEST(RoundsTime, TheLibrarysOwnHasATimeHoweverManyProcessesThereAre) {
    test::Grid grid = four_unequal_sites();
    for (platform::Cluster& cluster : grid.platform.clusters) {
        cluster.num_hosts = 260;
    }
    grid.placement = platform::full_placement(grid.platform);
    for (const Operation operation : {Operation::kAllreduce, Operation::kAllgather, Operation::kAlltoall,
                                      Operation::kReduceScatter, Operation::kScan}) {
        for (const Bytes message : {Bytes(8), Bytes(1024), Bytes(64 << 10), Bytes(4 << 20)}) {
            for (const scheme::MpiLibrary library : {scheme::MpiLibrary::kOpenMpi, scheme::MpiLibrary::kMpich}) {
                const Request asked{.operation = operation, .message = message, .library = library};
                const Seconds time = library_time(Task(grid.platform, grid.placement, asked));
                EXPECT_LT(time, Seconds::infinity()) << scheme::name_of(operation) << " " << message.value();
                EXPECT_GE(time.value(), 0.99 * bound_of(grid, asked).time.value());
            }
        }
    }
}

}  // namespace
}  // namespace causeway::planner
