/// MPI_THREAD_MULTIPLE: collectives in several threads at once, each on a communicator of its own.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace conformance {
namespace {

bool may_call_at_a_time() {
    int provided = 0;
    MPI_Query_thread(&provided);
    return provided == MPI_THREAD_MULTIPLE;
}

TEST(Threads, CallCollectivesAtOnceOnDifferentCommunicators) {
    if (!may_call_at_a_time()) {
        GTEST_SKIP() << "the MPI library does not offer MPI_THREAD_MULTIPLE";
    }
    constexpr int kThreads = 3;
    const Catalogue catalogue;
    std::vector<Communicator> communicators;
    for (int i = 0; i < kThreads; ++i) {
        MPI_Comm copy = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, 0, i % 2 == 0 ? i : -described("", MPI_COMM_WORLD).rank, &copy);
        MPI_Barrier(copy);  // the first call, by the main thread: further ones are planned in any
        communicators.push_back(described(fmt::format("thread {}", i), copy));
    }
    std::vector<std::string> found(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
            for (const Case& c : cases_over(catalogue, communicators[i], 8, i, {Form::kBlocking})) {
                if (const auto difference = compare(c); difference && found[i].empty()) {
                    found[i] = to_text(c) + ": " + *difference;
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(found, std::vector<std::string>(kThreads));
    for (Communicator& communicator : communicators) {
        MPI_Comm_free(&communicator.comm);
    }
}

/// Some MPI libraries hang when one of them makes a communicator beside what these do.
TEST(Threads, MakeCommunicatorsOfDifferentProcessesAndUseThem) {
    if (!may_call_at_a_time()) {
        GTEST_SKIP() << "the MPI library does not offer MPI_THREAD_MULTIPLE";
    }
    constexpr int kThreads = 4;
    constexpr int kTimes = 50;
    const Communicator world = described("", MPI_COMM_WORLD);
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group half = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    std::vector<int> first(static_cast<std::size_t>(world.size / 2 + 1));
    std::iota(first.begin(), first.end(), 0);
    first.resize(std::min(first.size(), static_cast<std::size_t>(world.size)));
    MPI_Group_incl(all, static_cast<int>(first.size()), first.data(), &half);
    std::vector<int> wrong(kThreads, 0);
    const auto use = [&](MPI_Group group, int tag) {
        MPI_Comm made = MPI_COMM_NULL;
        MPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &made);
        int value = world.rank == 0 ? tag : -1;
        MPI_Barrier(made);
        MPI_Bcast(&value, 1, MPI_INT, 0, made);
        wrong[static_cast<std::size_t>(tag)] += value != tag ? 1 : 0;
        MPI_Comm_free(&made);
    };
    std::vector<std::thread> threads;
    for (int tag = 0; tag < kThreads; ++tag) {
        threads.emplace_back([&, tag] {
            for (int i = 0; i < kTimes; ++i) {
                if (world.rank < static_cast<int>(first.size())) {
                    use(half, tag);
                }
                use(all, tag);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, std::vector<int>(kThreads, 0));
    MPI_Group_free(&half);
    MPI_Group_free(&all);
}

}  // namespace
}  // namespace conformance
