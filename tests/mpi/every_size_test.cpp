/// Every strategy carried out by real messages for many numbers of processes, from every root, in several segment
/// counts: communicators of the first ranks of one job.
#include "strategy_program.hpp"

#include "causeway/mpi/executor.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace causeway::mpi {
namespace {

/// The largest first: whoever has no part in the rest is done, and waits once for those who have.
constexpr int kSizes[] = {64, 33, 17, 16, 8, 7, 5, 3, 2, 1};

/// Of so many of the first ranks, which call it.
MPI_Comm communicator_of_first(int size) {
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    int range[][3] = {{0, size - 1, 1}};
    MPI_Group first = MPI_GROUP_NULL;
    MPI_Group_range_incl(all, 1, range, &first);
    MPI_Comm communicator = MPI_COMM_NULL;
    MPI_Comm_create_group(MPI_COMM_WORLD, first, size, &communicator);
    MPI_Group_free(&first);
    MPI_Group_free(&all);
    return communicator;
}

/// Without keeping a processor busy.
void wait_for_all() {
    MPI_Request others = MPI_REQUEST_NULL;
    MPI_Ibarrier(MPI_COMM_WORLD, &others);
    for (int done = 0; done == 0;) {
        MPI_Test(&others, &done, MPI_STATUS_IGNORE);
        if (done == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }
}

class EveryStrategy : public testing::TestWithParam<const strategy::BroadcastStrategy*> {};

INSTANTIATE_TEST_SUITE_P(Broadcast, EveryStrategy,
                         testing::ValuesIn(strategy::broadcast_strategies().members().begin(),
                                           strategy::broadcast_strategies().members().end()),
                         [](const auto& one) { return std::string(one.param->name); });

TEST_P(EveryStrategy, DeliversForEveryNumberOfProcessesFromEveryRoot) {
    const int world_rank = rank_of(MPI_COMM_WORLD);
    constexpr int kCount = 50;
    for (const int size : kSizes) {
        if (world_rank >= size) {
            break;
        }
        MPI_Comm some = communicator_of_first(size);
        Executor executor(duplicate(some));
        for (int root = 0; root < size; ++root) {
            for (const int blocks : {1, 2, 13}) {
                const Bytes block(base::num_parts(Bytes(kCount * 4), Bytes(blocks_for(*GetParam(), blocks))));
                const auto num_blocks = static_cast<int>(base::num_parts(Bytes(kCount * 4), block));
                std::vector<int> data(kCount, world_rank == root ? 1000 * root + blocks : -1);
                executor.broadcast(program_of(*GetParam(), world_rank, size, root, num_blocks), num_blocks, block,
                                   {data.data(), kCount, MPI_INT});
                ASSERT_EQ(data, std::vector<int>(kCount, 1000 * root + blocks))
                    << size << " processes, root " << root << ", " << blocks << " blocks";
            }
        }
        MPI_Comm_free(&some);
    }
    wait_for_all();
}

}  // namespace
}  // namespace causeway::mpi
