/// Nonblocking collectives on communicators on which nothing came before that waits: they begin without the other
/// processes, go on beside each other, and end.
#include "tests/conformance/semantics/by_both_names.hpp"
#include "tests/conformance/semantics/by_plan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <vector>

namespace conformance {
namespace {

/// A communicator of all processes, the last one first.
MPI_Comm backwards() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &made);
    return made;
}

TEST(BegunFirst, EveryCollectiveIsRight) {
    const Catalogue catalogue;
    MPI_Comm all = backwards();
    const Communicator there = described("all backwards", all);
    const std::vector<Case> cases = cases_over(catalogue, there, 4, 11, {Form::kNonblocking});
    constexpr std::size_t kAtOnce = 4;
    for (std::size_t first = 0; first < cases.size(); first += kAtOnce) {
        MPI_Comm unknown = MPI_COMM_NULL;
        MPI_Comm_dup(all, &unknown);
        const Communicator communicator = described("a duplicate", unknown);
        std::vector<Case> some(cases.begin() + static_cast<std::ptrdiff_t>(first),
                               cases.begin() + static_cast<std::ptrdiff_t>(std::min(first + kAtOnce, cases.size())));
        std::deque<RunningCase> ours;
        for (Case& c : some) {
            c.communicator = &communicator;
            ours.emplace_back(c, Library::kStandard).start();
        }
        for (std::size_t i = ours.size(); i-- > 0;) {
            ours[i].complete();
        }
        for (std::size_t i = 0; i < some.size(); ++i) {
            RunningCase native(ours[i], Library::kProfiled);
            native.start();
            native.complete();
            const auto difference = ours[i].difference(native);
            EXPECT_FALSE(difference.has_value()) << to_text(some[i]) << ": " << difference.value_or("");
        }
        MPI_Comm_free(&unknown);
    }
    MPI_Comm_free(&all);
}

TEST(BegunFirst, ABeginningWaitsForNobody) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    for (int early = 0; early < world.size; ++early) {
        constexpr int kOperations = 4;
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        if (world.rank != early) {
            MPI_Recv(nullptr, 0, MPI_BYTE, early, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
        std::vector<int> data(kOperations, world.rank == early ? early : -1);
        std::vector<MPI_Request> requests(kOperations, MPI_REQUEST_NULL);
        for (std::size_t i = 0; i < data.size(); ++i) {
            MPI_Ibcast(&data[i], 1, MPI_INT, early, comm, &requests[i]);
        }
        for (int rank = 0; rank < world.size && world.rank == early; ++rank) {
            if (rank != early) {
                MPI_Send(nullptr, 0, MPI_BYTE, rank, 1, MPI_COMM_WORLD);
            }
        }
        MPI_Waitall(kOperations, requests.data(), MPI_STATUSES_IGNORE);
        EXPECT_EQ(data, std::vector<int>(kOperations, early));
        MPI_Comm_free(&comm);
    }
}

TEST(BegunFirst, OneThatIsNotOverIsNotEndedByAnyOfThoseThatFollow) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    if (world.size < 2) {
        GTEST_SKIP() << "needs somebody to wait for";
    }
    constexpr std::size_t kOperations = 500;
    constexpr std::size_t kLate = 10;  // its root begins it when all others have begun everything
    constexpr int kFirst = 1;          // root of all others
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    std::vector<int> data(kOperations, -1);
    std::vector<int> expected(kOperations);
    std::vector<MPI_Request> requests(kOperations, MPI_REQUEST_NULL);
    for (std::size_t i = 0; i < kOperations; ++i) {
        const int root = i == kLate ? 0 : kFirst;
        if (i == kLate && world.rank == 0) {
            for (int rank = 1; rank < world.size; ++rank) {
                MPI_Recv(nullptr, 0, MPI_BYTE, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
        }
        expected[i] = static_cast<int>(i);
        data[i] = world.rank == root ? expected[i] : -1;
        MPI_Ibcast(&data[i], 1, MPI_INT, root, comm, &requests[i]);
    }
    if (world.rank != 0) {
        int is_over = 0;
        for (int look = 0; look < 2000 && is_over == 0; ++look) {
            MPI_Test(&requests[kLate], &is_over, MPI_STATUS_IGNORE);
        }
        EXPECT_EQ(is_over, 0);
        EXPECT_EQ(data[kLate], -1);
        MPI_Send(nullptr, 0, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Waitall(static_cast<int>(kOperations), requests.data(), MPI_STATUSES_IGNORE);
    EXPECT_EQ(data, expected);
    MPI_Comm_free(&comm);
}

TEST(BegunFirst, CommunicatorsMayBeUsedInAnotherOrderAtEachProcess) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    constexpr std::size_t kCommunicators = 6;
    for (int round = 0; round < 3; ++round) {
        std::array<MPI_Comm, kCommunicators> comms{};
        std::array<int, kCommunicators> sums{};
        std::array<int, kCommunicators> sizes{};
        std::vector<MPI_Request> requests;
        for (std::size_t i = 0; i < kCommunicators; ++i) {
            const int parts = static_cast<int>(i) / 2 + 1;
            MPI_Comm_split(MPI_COMM_WORLD, world.rank % parts, i % 2 == 0 ? world.rank : -world.rank, &comms[i]);
            MPI_Comm_size(comms[i], &sizes[i]);
        }
        for (int call = 0; call < 2; ++call) {
            sums.fill(1);
            for (std::size_t i = 0; i < kCommunicators; ++i) {
                const std::size_t which = (i + static_cast<std::size_t>(world.rank)) % kCommunicators;
                requests.emplace_back();
                MPI_Iallreduce(MPI_IN_PLACE, &sums[which], 1, MPI_INT, MPI_SUM, comms[which], &requests.back());
            }
            MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
            requests.clear();
            EXPECT_EQ(sums, sizes);
        }
        for (MPI_Comm& comm : comms) {
            MPI_Comm_free(&comm);
        }
    }
}

TEST(BegunFirst, OneThatWaitsMayComeBetween) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    MPI_Comm comm = backwards();
    constexpr int kElements = 3000;
    std::array<std::vector<int>, 6> sums;
    std::array<MPI_Request, 6> requests{};
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i].assign(kElements, static_cast<int>(i));
        MPI_Iallreduce(MPI_IN_PLACE, sums[i].data(), kElements, MPI_INT, MPI_SUM, comm, &requests[i]);
        if (i == 2) {
            int sum = 1;
            MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comm);
            EXPECT_EQ(sum, world.size);
        }
    }
    MPI_Waitall(6, requests.data(), MPI_STATUSES_IGNORE);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        EXPECT_EQ(sums[i], std::vector<int>(kElements, static_cast<int>(i) * world.size));
    }
    MPI_Comm_free(&comm);
}

TEST(BegunFirst, ManyCommunicatorsComeAndGo) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    for (int round = 0; round < 40; ++round) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_split(MPI_COMM_WORLD, 0, (world.rank + round) % world.size, &comm);
        std::array<int, 3> values{1, world.rank, round};
        std::array<MPI_Request, 3> requests{};
        MPI_Iallreduce(MPI_IN_PLACE, &values[0], 1, MPI_INT, MPI_SUM, comm, &requests[0]);
        MPI_Iallreduce(MPI_IN_PLACE, &values[1], 1, MPI_INT, MPI_MAX, comm, &requests[1]);
        MPI_Ibcast(&values[2], 1, MPI_INT, round % world.size, comm, &requests[2]);
        MPI_Waitall(3, requests.data(), MPI_STATUSES_IGNORE);
        EXPECT_EQ(values, (std::array<int, 3>{world.size, world.size - 1, round}));
        MPI_Comm_free(&comm);
    }
}

TEST(BegunFirst, ACommunicatorMayBeFreedUnderAnOperation) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
#if defined(OPEN_MPI) && OPEN_MPI
    if (!is_by_plan(world.size)) {
        GTEST_SKIP() << "Open MPI 4.1.4 sends over the communicator after it has been freed, and dies";
    }
#endif
    for (int round = 0; round < 20; ++round) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        std::vector<int> data(1 + 3000 * static_cast<std::size_t>(round % 2), world.rank == 0 ? round : -1);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Ibcast(data.data(), static_cast<int>(data.size()), MPI_INT, 0, comm, &request);
        MPI_Comm_free(&comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT_EQ(data, std::vector<int>(data.size(), round));
    }
}

}  // namespace
}  // namespace conformance
