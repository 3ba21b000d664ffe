/// Every strategy carried out by real messages: all roots, segment counts, datatypes.
#include "strategy_program.hpp"

#include "causeway/mpi/executor.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace causeway::mpi {
namespace {

int value_at(int index, int root) {
    return 7 * index + 1000 * root + 1;
}

/// The strategy's program of this rank with `root` as process 0.
schedule::Program program_for(const strategy::BroadcastStrategy& strategy, int root, int num_blocks) {
    return program_of(strategy, rank_of(MPI_COMM_WORLD), size_of(MPI_COMM_WORLD), root, num_blocks);
}

class EveryStrategy : public testing::TestWithParam<const strategy::BroadcastStrategy*> {};

TEST_P(EveryStrategy, DeliversContiguousDataFromEveryRoot) {
    Executor executor(duplicate(MPI_COMM_WORLD));
    for (int root = 0; root < size_of(MPI_COMM_WORLD); ++root) {
        for (const int count : {1, 2, 17, 1009, 40000}) {
            for (const int wanted : {1, 3, 64}) {
                const int blocks = blocks_for(*GetParam(), wanted);
                const Bytes total(count * static_cast<std::int64_t>(sizeof(int)));
                const Bytes block(base::num_parts(total, Bytes(blocks)));
                const auto num_blocks = static_cast<int>(base::num_parts(total, block));
                std::vector<int> data(static_cast<std::size_t>(count), -1);
                if (rank_of(MPI_COMM_WORLD) == root) {
                    for (int i = 0; i < count; ++i) {
                        data[static_cast<std::size_t>(i)] = value_at(i, root);
                    }
                }
                const schedule::Program program = program_for(*GetParam(), root, num_blocks);
                executor.broadcast(program, num_blocks, block, {data.data(), count, MPI_INT});
                for (int i = 0; i < count; ++i) {
                    ASSERT_EQ(data[static_cast<std::size_t>(i)], value_at(i, root)) << "element " << i;
                }
            }
        }
    }
}

TEST_P(EveryStrategy, DeliversBetweenDifferentDescriptionsOfTheSameData) {
    // The root has every second int of an array, odd ranks every third, even ranks a plain array.
    const int rank = rank_of(MPI_COMM_WORLD);
    constexpr int kCount = 999;
    const int stride = rank == 0 ? 2 : rank % 2 == 1 ? 3 : 1;
    MPI_Datatype strided = MPI_DATATYPE_NULL;
    MPI_Datatype element = MPI_DATATYPE_NULL;
    MPI_Type_vector(1, 1, 1, MPI_INT, &element);
    MPI_Type_create_resized(element, 0, stride * static_cast<MPI_Aint>(sizeof(int)), &strided);
    MPI_Type_commit(&strided);
    std::vector<int> data(static_cast<std::size_t>(kCount * stride), -1);
    if (rank == 0) {
        for (int i = 0; i < kCount; ++i) {
            data[static_cast<std::size_t>(i * stride)] = value_at(i, 0);
        }
    }
    const Bytes block(GetParam()->cut != strategy::Cut::kWhole ? 130 : kCount * 4);  // cuts elements in two
    const auto num_blocks = static_cast<int>(base::num_parts(Bytes(kCount * 4), block));
    Executor executor(duplicate(MPI_COMM_WORLD));
    executor.broadcast(program_for(*GetParam(), 0, num_blocks), num_blocks, block, {data.data(), kCount, strided});
    for (int i = 0; i < kCount * stride; ++i) {
        ASSERT_EQ(data[static_cast<std::size_t>(i)], i % stride == 0 ? value_at(i / stride, 0) : -1) << i;
    }
    MPI_Type_free(&strided);
    MPI_Type_free(&element);
}

TEST_P(EveryStrategy, RunsOneAfterAnotherWithoutMixingMessages) {
    Executor executor(duplicate(MPI_COMM_WORLD));
    for (int round = 0; round < 50; ++round) {
        const int root = round % size_of(MPI_COMM_WORLD);
        const int num_blocks = GetParam()->cut != strategy::Cut::kWhole ? 5 : 1;
        std::vector<int> data(10, rank_of(MPI_COMM_WORLD) == root ? round : -1);
        const Bytes block(GetParam()->cut != strategy::Cut::kWhole ? 8 : 40);
        executor.broadcast(program_for(*GetParam(), root, num_blocks), num_blocks, block, {data.data(), 10, MPI_INT});
        ASSERT_EQ(data, std::vector<int>(10, round));
    }
}

INSTANTIATE_TEST_SUITE_P(Broadcast, EveryStrategy,
                         testing::ValuesIn(std::vector<const strategy::BroadcastStrategy*>(
                             strategy::broadcast_strategies().members().begin(),
                             strategy::broadcast_strategies().members().end())),
                         [](const auto& one) { return std::string(one.param->name); });

/// A periodic schedule: segment s of every period goes along a chain of its own, the others rotated by s. Every process
/// gets segments from several others.
schedule::Schedule rotating_chains(int processes, int root, int segments, int num_blocks) {
    schedule::Builder builder(processes, num_blocks);
    builder.begin_section((num_blocks + segments - 1) / segments + processes, segments);
    const auto member = [&](int segment, int position) {
        return position == 0 ? root : (root + 1 + (segment + position - 1) % (processes - 1)) % processes;
    };
    for (int position = 0; position + 1 < processes; ++position) {
        for (int s = 0; s < segments; ++s) {
            builder.transfer(member(s, position), member(s, position + 1), {s - position * segments, 1});
        }
    }
    return builder.finish();
}

TEST(SeveralTrees, DeliverFromEveryRootInEveryCut) {
    const int processes = size_of(MPI_COMM_WORLD);
    if (processes == 1) {
        return;
    }
    Executor executor(duplicate(MPI_COMM_WORLD));
    constexpr int kCount = 200003;
    for (int root = 0; root < processes; ++root) {
        for (const int segments : {1, 2, 5, 11}) {
            for (const int num_blocks : {1, 2, 7, 200}) {
                const Bytes total(kCount * static_cast<std::int64_t>(sizeof(int)));
                const Bytes block(base::num_parts(total, Bytes(num_blocks)));
                std::vector<int> data(kCount, -1);
                if (rank_of(MPI_COMM_WORLD) == root) {
                    for (int i = 0; i < kCount; ++i) {
                        data[static_cast<std::size_t>(i)] = value_at(i, root);
                    }
                }
                const schedule::Schedule schedule = rotating_chains(processes, root, segments, num_blocks);
                executor.broadcast(schedule.programs[static_cast<std::size_t>(rank_of(MPI_COMM_WORLD))], num_blocks,
                                   block, {data.data(), kCount, MPI_INT});
                for (int i = 0; i < kCount; ++i) {
                    ASSERT_EQ(data[static_cast<std::size_t>(i)], value_at(i, root)) << "element " << i;
                }
            }
        }
    }
}

/// The processes of `comm` in the opposite order, over a channel of it: tags begin elsewhere at each.
std::unique_ptr<Executor> backwards_over(const Communicator& comm, int salt) {
    constexpr int kTags = 4096;
    const int size = size_of(comm.handle());
    const int rank = size - 1 - rank_of(comm.handle());
    auto places = std::make_shared<std::vector<int>>(static_cast<std::size_t>(size));
    std::iota(places->rbegin(), places->rend(), 0);
    std::vector<int> first_tags;
    for (int i = 0; i < size; ++i) {
        first_tags.push_back(kTags * ((i + 2) * (salt + 1)));
    }
    const int own = first_tags[static_cast<std::size_t>(rank)];
    auto executor = std::make_unique<Executor>(Channel(comm.handle(), std::move(places), rank, own), kTags);
    executor->failures().open(std::move(first_tags));
    return executor;
}

TEST(Channels, OfOneCommunicatorDoNotMixMessages) {
    const Communicator comm = duplicate(MPI_COMM_WORLD);
    const int size = size_of(comm.handle());
    const int rank = size - 1 - rank_of(comm.handle());
    std::vector<std::unique_ptr<Executor>> executors;
    for (int salt = 0; salt < 3; ++salt) {
        executors.push_back(backwards_over(comm, salt));
        EXPECT_EQ(executors.back()->channel().rank(), rank);
        EXPECT_EQ(executors.back()->channel().size(), size);
    }
    const auto& tree = *strategy::broadcast_strategies().find("segmented_binomial_tree");
    for (int round = 0; round < 30; ++round) {
        const int root = round % size;
        const int num_blocks = round % 2 == 0 ? 1 : 5;
        const schedule::Program program = program_of(tree, rank, size, root, num_blocks);
        std::vector<int> data(static_cast<std::size_t>(num_blocks), rank == root ? value_at(round, root) : -1);
        executors[static_cast<std::size_t>(round) % executors.size()]->broadcast(
            program, num_blocks, Bytes(sizeof(int)), {data.data(), num_blocks, MPI_INT});
        ASSERT_EQ(data, std::vector<int>(data.size(), value_at(round, root))) << round;
    }
}

TEST(Channels, TellOfFailuresToTheirOwn) {
    const Communicator comm = duplicate(MPI_COMM_WORLD);
    const std::unique_ptr<Executor> failed = backwards_over(comm, 0);
    const std::unique_ptr<Executor> other = backwards_over(comm, 1);
    constexpr std::int64_t kCall = 7;
    if (failed->channel().rank() == 0) {
        failed->failures().tell(kCall, MPI_ERR_TRUNCATE);
    } else {
        MPI_Request request = failed->failures().lend(true);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        failed->failures().take_back(request);
        EXPECT_THROW((void)failed->failures().check(kCall, 0), FailedCall);
    }
    EXPECT_TRUE(failed->failures().ranks_differ());
    EXPECT_FALSE(other->failures().ranks_differ());
    EXPECT_EQ(other->failures().check(kCall, 0), 0);
}

TEST(FlowControl, DataLargerThanTheMemoryBetweenSynchronousSendsArrives) {
    // 24 MiB in small segments: several synchronous sends.
    const auto& chain = *strategy::broadcast_strategies().find("segmented_chain");
    constexpr std::int64_t kTotal = std::int64_t{24} << 20;
    constexpr Bytes kBlock{32 << 10};
    const auto num_blocks = static_cast<int>(base::num_parts(Bytes(kTotal), kBlock));
    std::vector<unsigned char> data(kTotal, 0);
    if (rank_of(MPI_COMM_WORLD) == 0) {
        for (std::size_t i = 0; i < data.size(); ++i) {
            data[i] = static_cast<unsigned char>(i % 251);
        }
    }
    Executor executor(duplicate(MPI_COMM_WORLD));
    executor.broadcast(program_for(chain, 0, num_blocks), num_blocks, kBlock, {data.data(), kTotal, MPI_BYTE});
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
        wrong += data[i] != static_cast<unsigned char>(i % 251) ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0U);
}

}  // namespace
}  // namespace causeway::mpi
