/// MPI_THREAD_MULTIPLE: collectives in several threads at once, each on a communicator of its own.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <fmt/format.h>

#include <string>
#include <thread>

namespace conformance {
namespace {

TEST(Threads, CallCollectivesAtOnceOnDifferentCommunicators) {
    int provided = 0;
    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        GTEST_SKIP() << "the MPI library does not offer MPI_THREAD_MULTIPLE";
    }
    constexpr int kThreads = 3;
    const Catalogue catalogue;
    std::vector<Communicator> communicators;
    for (int i = 0; i < kThreads; ++i) {
        MPI_Comm copy = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, 0, i % 2 == 0 ? i : -described("", MPI_COMM_WORLD).rank, &copy);
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

}  // namespace
}  // namespace conformance
