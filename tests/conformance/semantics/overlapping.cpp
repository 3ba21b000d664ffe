/// Several operations at once on one communicator, with point-to-point messages under way.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <string_view>
#include <vector>

namespace conformance {
namespace {

TEST(Overlapping, NonblockingCollectivesEndInAnotherOrderThanTheyBegan) {
    const Catalogue catalogue;
    const Communicator world = described("the world", MPI_COMM_WORLD);
    std::vector<Case> cases = cases_over(catalogue, world, 6, 3, {Form::kNonblocking});
    for (std::size_t first = 0; first < cases.size(); first += 5) {
        const std::size_t end = std::min(first + 5, cases.size());
        std::deque<RunningCase> ours;
        for (std::size_t i = first; i < end; ++i) {
            ours.emplace_back(cases[i], Library::kStandard).start();
        }
        // A blocking one between them.
        int one = 1;
        int sum = 0;
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        EXPECT_EQ(sum, world.size);
        for (std::size_t i = ours.size(); i-- > 0;) {
            ours[i].complete();
        }
        for (std::size_t i = first; i < end; ++i) {
            RunningCase native(ours[i - first], Library::kProfiled);
            native.start();
            native.complete();
            const auto difference = ours[i - first].difference(native);
            EXPECT_FALSE(difference.has_value()) << to_text(cases[i]) << ": " << difference.value_or("");
        }
    }
}

TEST(Overlapping, CollectivesDoNotTakePointToPointMessages) {
    const Catalogue catalogue;
    const Communicator world = described("the world", MPI_COMM_WORLD);
    if (world.size < 2) {
        GTEST_SKIP() << "needs two processes (MPICH 4.0.2 hangs with a message to itself pending)";
    }
    const std::vector<Case> cases = cases_over(catalogue, world, 4, 4);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const int sent = 1000 * static_cast<int>(i) + world.rank;
        int received = -1;
        MPI_Request requests[2];
        MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
        const auto difference = compare(cases[i]);
        EXPECT_FALSE(difference.has_value()) << to_text(cases[i]) << ": " << difference.value_or("");
        MPI_Isend(&sent, 1, MPI_INT, (world.rank + 1) % world.size, static_cast<int>(i), MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        ASSERT_EQ(received, 1000 * static_cast<int>(i) + (world.rank + world.size - 1) % world.size);
    }
}

/// What begins an operation at one process only, by what is under way there.
struct Beginning {
    std::string_view name;
    void (*begin)(int* value, MPI_Comm comm, MPI_Request* request);
};

/// Making communicators takes several steps, in which processes must keep together: what begins something between them
/// must not give the MPI library a chance for some of them. One at a time: of several Open MPI 4.1.4 hangs by itself
/// where the numbers of communicators that processes have free are not the same.
TEST(Overlapping, CommunicatorsAreDuplicatedBesideNonblockingCollectives) {
    const std::vector<Beginning> beginnings{
        {"MPI_Ibarrier", [](int*, MPI_Comm comm, MPI_Request* request) { MPI_Ibarrier(comm, request); }},
        {"MPI_Ibcast",
         [](int* value, MPI_Comm comm, MPI_Request* request) { MPI_Ibcast(value, 1, MPI_INT, 0, comm, request); }},
        {"MPI_Iallreduce",
         [](int* value, MPI_Comm comm, MPI_Request* request) {
             MPI_Iallreduce(MPI_IN_PLACE, value, 1, MPI_INT, MPI_MAX, comm, request);
         }},
    };
    constexpr std::size_t kTimes = 5;
    for (const Beginning& beginning : beginnings) {
        for (int round = 0; round < 3; ++round) {
            SCOPED_TRACE(beginning.name);
            MPI_Comm comm = MPI_COMM_NULL;
            MPI_Comm_dup(MPI_COMM_WORLD, &comm);
            MPI_Barrier(comm);
            const Communicator all = described("a duplicate", comm);
            std::array<int, kTimes> values{};
            values.fill(all.rank == 0 ? 8 : 0);
            std::array<MPI_Comm, kTimes> made{};
            std::vector<MPI_Request> requests(kTimes, MPI_REQUEST_NULL);
            for (std::size_t i = 0; i < kTimes; ++i) {
                MPI_Request duplicated = MPI_REQUEST_NULL;
                MPI_Comm_idup(comm, &made[i], &duplicated);
                beginning.begin(&values[i], comm, &requests[i]);
                ASSERT_EQ(MPI_Wait(&duplicated, MPI_STATUS_IGNORE), MPI_SUCCESS);
            }
            ASSERT_EQ(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
                      MPI_SUCCESS);
            for (std::size_t i = 0; i < kTimes; ++i) {
                EXPECT_TRUE(beginning.name == "MPI_Ibarrier" || values[i] == 8);
                int sum = 1;
                MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, made[i]);
                EXPECT_EQ(sum, all.size);
                MPI_Comm_free(&made[i]);
            }
            MPI_Comm_free(&comm);
        }
    }
}

}  // namespace
}  // namespace conformance
