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

constexpr int kSizes[] = {1, 2, 3, 5, 7, 8, 16, 17, 33, 64};

class EveryStrategy : public testing::TestWithParam<const strategy::BroadcastStrategy*> {};

INSTANTIATE_TEST_SUITE_P(Broadcast, EveryStrategy,
                         testing::ValuesIn(strategy::broadcast_strategies().members().begin(),
                                           strategy::broadcast_strategies().members().end()),
                         [](const auto& one) { return std::string(one.param->name); });

TEST_P(EveryStrategy, DeliversForEveryNumberOfProcessesFromEveryRoot) {
    const int world_rank = rank_of(MPI_COMM_WORLD);
    constexpr int kCount = 50;
    for (const int size : kSizes) {
        MPI_Comm some = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, world_rank < size ? 0 : MPI_UNDEFINED, world_rank, &some);
        if (some != MPI_COMM_NULL && size_of(some) == size) {
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
        }
        if (some != MPI_COMM_NULL) {
            MPI_Comm_free(&some);
        }
        // Those who have no part wait without keeping a processor busy.
        MPI_Request others = MPI_REQUEST_NULL;
        MPI_Ibarrier(MPI_COMM_WORLD, &others);
        for (int done = 0; done == 0;) {
            MPI_Test(&others, &done, MPI_STATUS_IGNORE);
            if (done == 0) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        }
    }
}

}  // namespace
}  // namespace causeway::mpi
