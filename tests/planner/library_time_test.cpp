/// What the MPI library's own collectives are predicted to take.
#include "causeway/planner/library.hpp"

#include "causeway/model/grid_plogp.hpp"
#include "causeway/planner/library_rules.hpp"
#include "causeway/planner/prediction.hpp"
#include "causeway/schedule/reversal.hpp"
#include "causeway/simulate/in_steps.hpp"
#include "causeway/strategy/broadcast/broadcast_strategy.hpp"
#include "tests/planner/decisions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace causeway::planner {
namespace {

using scheme::MpiLibrary;
using scheme::Operation;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr std::array kLibraries{MpiLibrary::kOpenMpi, MpiLibrary::kMpich};

TEST(LibraryRules, NameAlgorithmsOfOursForAllThatIsAsked) {
    for (const MpiLibrary library : kLibraries) {
        for (const Operation operation : scheme::operations()) {
            for (const int processes : {2, 3, 4, 5, 8, 12, 31, 64, 100, 128, 300, 513, 1024, 2048, 5000}) {
                for (std::int64_t bytes = 0; bytes < (std::int64_t{1} << 31U); bytes = 3 * bytes + 1) {
                    const std::vector<std::string_view> names =
                        library_algorithms(library, operation, processes, Bytes(bytes));
                    ASSERT_FALSE(names.empty()) << scheme::name_of(operation) << " " << processes;
                    for (const std::string_view name : names) {
                        if (strategy::broadcast_strategies().find(name) != nullptr) {
                            ASSERT_THAT(operation, AnyOf(Operation::kBroadcast, Operation::kReduce)) << name;
                        } else {
                            const scheme::Scheme* scheme = scheme::schemes().find(name);
                            ASSERT_TRUE(scheme != nullptr || rounds_of_library(name)) << name;
                            ASSERT_TRUE(scheme == nullptr || scheme->operation == operation) << name;
                        }
                    }
                }
            }
        }
    }
}

TEST(LibraryRules, AreThoseOfTheLibraries) {
    const auto of = [](MpiLibrary library, Operation operation, int processes, std::int64_t bytes) {
        return library_algorithms(library, operation, processes, Bytes(bytes));
    };
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kBroadcast, 12, 32767), ElementsAre("binomial_tree"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kBroadcast, 12, 32768), ElementsAre("flat_tree"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kReduce, 12, 8191), ElementsAre("binary_tree"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kReduce, 12, 8192), ElementsAre("binomial_tree"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kReduce, 3, 8), ElementsAre("binary_tree"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kReduce, 3, 1 << 20), ElementsAre("chain"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kAllreduce, 12, 8191),
                ElementsAre("allreduce_by_recursive_doubling"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kAllreduce, 12, 8192), ElementsAre("allreduce_by_rabenseifner"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kAllgather, 12, 8), ElementsAre("allgather_by_circulant"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kAllgather, 16, 8), ElementsAre("allgather_by_recursive_doubling"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kAllgather, 40, 1 << 12),
                ElementsAre("allgather_by_neighbor_exchange"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kAllgather, 41, 1 << 12), ElementsAre("allgather_by_ring"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kReduceScatter, 8, 32767),
                ElementsAre("reduce_scatter_by_recursive_halving"));
    EXPECT_THAT(of(MpiLibrary::kOpenMpi, Operation::kReduceScatter, 8, 32768), ElementsAre("reduce_scatter_by_ring"));
    EXPECT_THAT(of(MpiLibrary::kMpich, Operation::kAllreduce, 12, 2048),
                ElementsAre("allreduce_by_recursive_doubling"));
    EXPECT_THAT(of(MpiLibrary::kMpich, Operation::kAllgather, 12, 6826), ElementsAre("allgather_by_circulant"));
    EXPECT_THAT(of(MpiLibrary::kMpich, Operation::kAllgather, 12, 6827), ElementsAre("allgather_by_ring"));
    EXPECT_THAT(of(MpiLibrary::kMpich, Operation::kAllgather, 16, 6827),
                ElementsAre("allgather_by_recursive_doubling"));
}

TEST(LibraryRules, WhereTheAlgorithmIsNotOursItMayBeAnyOfItsOthers) {
    EXPECT_THAT(library_algorithms(MpiLibrary::kOpenMpi, Operation::kBarrier, 6, Bytes(0)), SizeIs(2));
}

Seconds time_of(const test::Grid& grid, const Request& asked) {
    return library_time(Task(grid.platform, grid.placement, asked));
}

TEST(LibraryTime, OfALibraryThatIsNotKnownIsMidwayBetweenThoseThatAre) {
    const test::Grid grid = four_unequal_sites();
    for (const Operation operation : scheme::operations()) {
        if (scheme::is_among_neighbours(operation)) {
            continue;
        }
        for (const Bytes message : {Bytes(8), Bytes(16 << 10), Bytes(256 << 10)}) {
            std::vector<Seconds> times;
            for (const MpiLibrary library : kLibraries) {
                times.push_back(time_of(grid, {.operation = operation, .message = message, .library = library}));
            }
            const Seconds unknown = time_of(grid, {.operation = operation, .message = message});
            EXPECT_NEAR(unknown / times[0], times[1] / unknown, 1e-9)
                << scheme::name_of(operation) << " " << message.value();
        }
    }
}

TEST(LibraryTime, AReduceOfOpenMpiGoesUpABinaryTree) {
    const test::Grid grid = three_sites();
    const auto reduce_to = [&](int root, MpiLibrary library) {
        return time_of(grid, {.operation = Operation::kReduce, .root = root, .message = Bytes(8), .library = library});
    };
    for (int root = 0; root < grid.placement.num_processes(); ++root) {
        const Seconds binary = simulate::run_in_steps(
            schedule::reduction_of(
                counted_from_root(strategy::broadcast_strategies()
                                      .find("binary_tree")
                                      ->build({.processes = grid.placement.num_processes(), .num_blocks = 1}),
                                  root)),
            model::GridPlogp(grid.platform, grid.placement, platform::kSupposedHandshake), {Bytes(8), Bytes(8)});
        EXPECT_EQ(reduce_to(root, MpiLibrary::kOpenMpi), binary) << root;
        EXPECT_NE(reduce_to(root, MpiLibrary::kMpich), binary) << root;
    }
}

TEST(LibraryTime, EveryStepOfARingWaitsForTheAnswersOfTheOneBefore) {
    test::Grid grid = three_sites();
    const Request asked{.operation = Operation::kAllgather, .message = Bytes(64 << 10), .library = MpiLibrary::kMpich};
    grid.platform.handshake = {.beyond = Bytes(1 << 20), .round_trips = 1};
    const Seconds unasked = time_of(grid, asked);
    grid.platform.handshake = {.beyond = Bytes(1 << 10), .round_trips = 1};
    // Eight steps over links of 5 ms: of each what the answer takes, and the next one's question after the data of the
    // one before has come.
    EXPECT_GT(time_of(grid, asked), unasked + Seconds(8 * 10e-3));
    EXPECT_LT(time_of(grid, asked), unasked + Seconds(8 * 15.5e-3));
}

TEST(LibraryTime, OfRoundsThatAreTooManyToLookAtTheOthersAddWhatTheLatterOfThoseDo) {
    constexpr int kProcesses = 300;  // of whose 299 rounds 218 are looked at
    test::Grid grid = four_unequal_sites();
    grid.platform.clusters[1].num_hosts += kProcesses - grid.placement.num_hosts();
    grid.placement = platform::full_placement(grid.platform);
    const strategy::BroadcastStrategy& ring = *strategy::broadcast_strategies().find("scatter_collection");
    for (const Bytes message : {Bytes(64 << 10), Bytes(4 << 20)}) {
        const Request asked{
            .operation = Operation::kBroadcast, .message = message, .library = scheme::MpiLibrary::kMpich};
        const Seconds whole =
            simulate::run_in_steps(ring.build({.processes = kProcesses, .num_blocks = kProcesses}),
                                   model::GridPlogp(grid.platform, grid.placement, platform::kSupposedHandshake),
                                   {message, base::part_of(message, kProcesses)});
        EXPECT_NEAR(time_of(grid, asked) / whole, 1.0, 0.1) << message.value();
    }
}

TEST(LibraryTime, OneProcessTakesNone) {
    test::Grid grid = three_sites();
    grid.placement = {{0}, {0}};
    for (const Operation operation : {Operation::kBroadcast, Operation::kAllreduce, Operation::kBarrier}) {
        EXPECT_EQ(time_of(grid, {.operation = operation, .message = Bytes(100)}), Seconds(0.0));
    }
}

}  // namespace
}  // namespace causeway::planner
