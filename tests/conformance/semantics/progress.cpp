/// Nonblocking operations go on while a process is inside of another call of MPI, whatever it waits for there.
#include "tests/conformance/semantics/by_both_names.hpp"
#include "tests/conformance/semantics/by_plan.hpp"

#include <fmt/format.h>

#include <string_view>

namespace conformance {
namespace {

/// What a process waits for while others need it to pass data on.
struct Wait {
    std::string_view name;
    /// Returns when process `last` has called `let_go`; called by all others.
    void (*wait)(int last);
    void (*let_go)(int last);
};

void tell_all(int last) {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int rank = 0; rank < size; ++rank) {
        if (rank != last) {
            MPI_Send(nullptr, 0, MPI_BYTE, rank, 3, MPI_COMM_WORLD);
        }
    }
}

const std::vector<Wait> kWaits{
    {"a message", [](int last) { MPI_Recv(nullptr, 0, MPI_BYTE, last, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE); },
     tell_all},
    {"a message to be probed",
     [](int last) {
         MPI_Status status;
         MPI_Probe(last, 3, MPI_COMM_WORLD, &status);
         MPI_Recv(nullptr, 0, MPI_BYTE, last, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
     },
     tell_all},
    {"a synchronous send", [](int last) { MPI_Ssend(nullptr, 0, MPI_BYTE, last, 4, MPI_COMM_WORLD); },
     [](int last) {
         int size = 0;
         MPI_Comm_size(MPI_COMM_WORLD, &size);
         for (int rank = 0; rank < size; ++rank) {
             if (rank != last) {
                 MPI_Recv(nullptr, 0, MPI_BYTE, rank, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
             }
         }
     }},
    {"another request",
     [](int last) {
         MPI_Request request = MPI_REQUEST_NULL;
         MPI_Irecv(nullptr, 0, MPI_BYTE, last, 3, MPI_COMM_WORLD, &request);
         MPI_Wait(&request, MPI_STATUS_IGNORE);
     },
     tell_all},
    {"a barrier", [](int) { MPI_Barrier(MPI_COMM_WORLD); }, [](int) { MPI_Barrier(MPI_COMM_WORLD); }},
    {"a barrier of the MPI library's", [](int) { PMPI_Barrier(MPI_COMM_WORLD); },
     [](int) { PMPI_Barrier(MPI_COMM_WORLD); }},
    {"a communicator",
     [](int) {
         MPI_Comm copy = MPI_COMM_NULL;
         MPI_Comm_dup(MPI_COMM_WORLD, &copy);
         MPI_Comm_free(&copy);
     },
     [](int) {
         MPI_Comm copy = MPI_COMM_NULL;
         MPI_Comm_dup(MPI_COMM_WORLD, &copy);
         MPI_Comm_free(&copy);
     }},
};

/// The last one waits for the end of its operation, the others for the last one.
void expect_end_of_last(MPI_Request& request, int last, const Wait& wait, const Communicator& world) {
    if (world.rank == last) {
        ASSERT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
        wait.let_go(last);
    } else {
        wait.wait(last);
        ASSERT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    }
}

TEST(Progress, DataIsPassedOnWhileAProcessWaitsForSomethingElse) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (const int count : {1, 50000}) {
        for (const Wait& wait : kWaits) {
            for (int last = 0; last < world.size; ++last) {
                SCOPED_TRACE(fmt::format("{}, last is {}, count {}", wait.name, last, count));
                const int root = (last + 1) % world.size;
                std::vector<int> data(static_cast<std::size_t>(count), world.rank == root ? last : -1);
                MPI_Request request = MPI_REQUEST_NULL;
                ASSERT_EQ(MPI_Ibcast(data.data(), count, MPI_INT, root, MPI_COMM_WORLD, &request), MPI_SUCCESS);
                expect_end_of_last(request, last, wait, world);
                ASSERT_EQ(data, std::vector<int>(data.size(), last));
                std::vector<int> sum(data.size(), -1);
                ASSERT_EQ(MPI_Iallreduce(data.data(), sum.data(), count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request),
                          MPI_SUCCESS);
                expect_end_of_last(request, last, wait, world);
                ASSERT_EQ(sum, std::vector<int>(data.size(), last * world.size));
            }
        }
    }
}

TEST(Progress, TestsAloneCarryOperationsOn) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int root = 0; root < world.size; ++root) {
        constexpr int kOperations = 5;
        std::vector<int> data(kOperations, world.rank == root ? root : -1);
        std::vector<MPI_Request> requests(kOperations, MPI_REQUEST_NULL);
        for (int i = 0; i < kOperations; ++i) {
            MPI_Ibcast(&data[static_cast<std::size_t>(i)], 1, MPI_INT, root, MPI_COMM_WORLD,
                       &requests[static_cast<std::size_t>(i)]);
        }
        int are_done = 0;
        while (are_done == 0) {
            ASSERT_EQ(MPI_Testall(kOperations, requests.data(), &are_done, MPI_STATUSES_IGNORE), MPI_SUCCESS);
        }
        ASSERT_EQ(data, std::vector<int>(kOperations, root));
        ASSERT_EQ(requests, std::vector<MPI_Request>(kOperations, MPI_REQUEST_NULL));
    }
}

TEST(Progress, ACommunicatorAndADatatypeMayBeFreedUnderAnOperation) {
    for (int round = 0; round < 20; ++round) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Barrier(comm);
        const Communicator world = described("a duplicate", comm);
        const int root = round % world.size;
        MPI_Datatype pair = MPI_DATATYPE_NULL;
        MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        constexpr int kPairs = 3000;
        std::vector<int> data(std::size_t{3} * kPairs, -1);
        for (std::size_t i = 0; i < data.size() && world.rank == root; i += 3) {
            data[i] = data[i + 2] = static_cast<int>(i) + round;
        }
        MPI_Request request = MPI_REQUEST_NULL;
        ASSERT_EQ(MPI_Ibcast(data.data(), kPairs, pair, root, comm, &request), MPI_SUCCESS);
        MPI_Type_free(&pair);
#if defined(OPEN_MPI) && OPEN_MPI
        // Open MPI 4.1.4 itself sends over the communicator after it has been freed, and dies.
        const bool is_freed_first = is_by_plan(world.size);
#else
        const bool is_freed_first = true;
#endif
        if (is_freed_first) {
            MPI_Comm_free(&comm);
        }
        ASSERT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
        if (!is_freed_first) {
            MPI_Comm_free(&comm);
        }
        for (std::size_t i = 0; i < data.size(); i += 3) {
            ASSERT_EQ(data[i], static_cast<int>(i) + round) << i;
            ASSERT_EQ(data[i + 1], -1) << i;
        }
    }
}

}  // namespace
}  // namespace conformance
