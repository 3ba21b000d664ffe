/// Every strategy carried out by real messages for many numbers of processes, from every root, in several segment
/// counts: communicators of the first ranks of one job.
#include "strategy_program.hpp"

#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/stream_blocks.hpp"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <list>
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

constexpr int kCount = 50;

/// One that is under way.
class Broadcast {
public:
    Broadcast(Executor& executor, const strategy::BroadcastStrategy& strategy, int size, int root, int wanted_blocks)
        : rank_(rank_of(MPI_COMM_WORLD)),
          root_(root),
          wanted_blocks_(wanted_blocks),
          block_(base::num_parts(Bytes(kCount * 4), Bytes(blocks_for(strategy, wanted_blocks)))),
          num_blocks_(static_cast<int>(base::num_parts(Bytes(kCount * 4), block_))),
          program_(program_of(strategy, rank_, size, root, num_blocks_)),
          values_(kCount, rank_ == root ? value() : -1),
          blocks_({values_.data(), kCount, MPI_INT}, num_blocks_, block_, (*workspace_).scratch),
          run_(executor.failures(), executor.next_tags(1), *workspace_, {&strand_, 1}, num_blocks_, blocks_,
               Run::Manner{.told_size = Bytes(kCount * 4)}) {
        run_.begin();
    }

    /// Whether it is over.
    [[nodiscard]] bool advance() { return run_.advance(); }

    void expect_its_data() {
        workspace_.is_free();
        ASSERT_EQ(values_, std::vector<int>(kCount, value()))
            << "root " << root_ << ", " << wanted_blocks_ << " blocks";
    }

private:
    [[nodiscard]] int value() const { return 1000 * root_ + wanted_blocks_; }

    int rank_;
    int root_;
    int wanted_blocks_;
    Bytes block_;
    int num_blocks_;
    schedule::Program program_;
    const schedule::Program* strand_ = &program_;
    std::vector<int> values_;
    BorrowedWorkspace workspace_;
    StreamBlocks blocks_;
    Run run_;
};

/// Whoever waits has others' processor, which many share: many of them are under way at once.
constexpr int kRootsAtOnce = 16;

class EveryStrategy : public testing::TestWithParam<const strategy::BroadcastStrategy*> {};

INSTANTIATE_TEST_SUITE_P(Broadcast, EveryStrategy,
                         testing::ValuesIn(strategy::broadcast_strategies().members().begin(),
                                           strategy::broadcast_strategies().members().end()),
                         [](const auto& one) { return std::string(one.param->name); });

TEST_P(EveryStrategy, DeliversForEveryNumberOfProcessesFromEveryRoot) {
    const int world_rank = rank_of(MPI_COMM_WORLD);
    for (const int size : kSizes) {
        if (world_rank >= size) {
            break;
        }
        SCOPED_TRACE(size);
        MPI_Comm some = communicator_of_first(size);
        Executor executor(duplicate(some));
        for (int first = 0; first < size; first += kRootsAtOnce) {
            std::list<Broadcast> under_way;
            for (int root = first; root < std::min(size, first + kRootsAtOnce); ++root) {
                for (const int blocks : {1, 2, 13}) {
                    under_way.emplace_back(executor, *GetParam(), size, root, blocks);
                }
            }
            while (!under_way.empty()) {
                for (auto one = under_way.begin(); one != under_way.end();) {
                    const bool is_over = one->advance();
                    if (is_over) {
                        one->expect_its_data();
                    }
                    one = is_over ? under_way.erase(one) : std::next(one);
                }
            }
        }
        MPI_Comm_free(&some);
    }
    wait_for_all();
}

}  // namespace
}  // namespace causeway::mpi
