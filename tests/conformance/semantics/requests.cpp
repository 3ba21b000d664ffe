/// Requests of nonblocking and persistent collectives in every function that waits for, tests or asks about requests,
/// beside requests of all other kinds: null ones, messages, persistent ones that are active and that are not.
#include "tests/conformance/semantics/by_both_names.hpp"
#include "tests/conformance/semantics/by_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace conformance {
namespace {

using Requests = std::vector<MPI_Request>;

constexpr int kTagOfRing = 11;
constexpr int kTagOfPersistent = 12;
constexpr int kTagOfInactive = 13;
constexpr int kTagOfGo = 14;

int count_of(const Requests& requests) {
    return static_cast<int>(requests.size());
}

/// A way to complete all that is active among requests.
struct Way {
    std::string_view name;
    void (*complete)(Requests& requests, int num_active);
};

const std::vector<Way> kWays{
    {"MPI_Waitall",
     [](Requests& requests, int) {
         std::vector<MPI_Status> statuses(requests.size());
         ASSERT_EQ(MPI_Waitall(count_of(requests), requests.data(), statuses.data()), MPI_SUCCESS);
         for (const MPI_Status& status : statuses) {
             int is_cancelled = 1;
             MPI_Test_cancelled(&status, &is_cancelled);
             EXPECT_EQ(is_cancelled, 0);
         }
     }},
    {"MPI_Waitall without statuses",
     [](Requests& requests, int) {
         ASSERT_EQ(MPI_Waitall(count_of(requests), requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
     }},
    {"MPI_Waitany",
     [](Requests& requests, int num_active) {
         int index = 0;
         for (; num_active > 0; --num_active) {
             ASSERT_EQ(MPI_Waitany(count_of(requests), requests.data(), &index, MPI_STATUS_IGNORE), MPI_SUCCESS);
             ASSERT_NE(index, MPI_UNDEFINED);
         }
     }},
    {"MPI_Waitsome",
     [](Requests& requests, int num_active) {
         std::vector<int> indices(requests.size());
         for (int done = 0; num_active > 0; num_active -= done) {
             ASSERT_EQ(MPI_Waitsome(count_of(requests), requests.data(), &done, indices.data(), MPI_STATUSES_IGNORE),
                       MPI_SUCCESS);
             ASSERT_NE(done, MPI_UNDEFINED);
         }
     }},
    {"MPI_Wait of each",
     [](Requests& requests, int) {
         for (MPI_Request& request : requests) {
             ASSERT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
         }
     }},
    {"MPI_Testall",
     [](Requests& requests, int) {
         for (int is_done = 0; is_done == 0;) {
             ASSERT_EQ(MPI_Testall(count_of(requests), requests.data(), &is_done, MPI_STATUSES_IGNORE), MPI_SUCCESS);
         }
     }},
    {"MPI_Testany",
     [](Requests& requests, int num_active) {
         while (num_active > 0) {
             int index = 0;
             int is_done = 0;
             ASSERT_EQ(MPI_Testany(count_of(requests), requests.data(), &index, &is_done, MPI_STATUS_IGNORE),
                       MPI_SUCCESS);
             ASSERT_FALSE(is_done != 0 && index == MPI_UNDEFINED);
             num_active -= is_done != 0 ? 1 : 0;
         }
     }},
    {"MPI_Testsome",
     [](Requests& requests, int num_active) {
         std::vector<int> indices(requests.size());
         for (int done = 0; num_active > 0; num_active -= done) {
             ASSERT_EQ(MPI_Testsome(count_of(requests), requests.data(), &done, indices.data(), MPI_STATUSES_IGNORE),
                       MPI_SUCCESS);
             ASSERT_NE(done, MPI_UNDEFINED);
         }
     }},
    {"MPI_Request_get_status and MPI_Test of each",
     [](Requests& requests, int) {
         for (MPI_Request& request : requests) {
             for (int is_done = 0; is_done == 0;) {
                 ASSERT_EQ(MPI_Request_get_status(request, &is_done, MPI_STATUS_IGNORE), MPI_SUCCESS);
             }
             int is_done = 0;
             ASSERT_EQ(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), MPI_SUCCESS);
             ASSERT_NE(is_done, 0);
         }
     }},
};

/// What the requests of one round work on.
struct Memory {
    std::vector<int> message;
    int own = 0;
    int sum = -1;
    int from_ring = -1;
    int to_ring = 0;
    int from_persistent = -1;
    int never_received = 0;
};

/// Where persistent collectives that are not active may be beside others.
bool may_have_persistent(const Communicator& world) {
#if MPI_VERSION >= 4 || defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#if defined(MPICH_VERSION)
    // MPICH 4.0.2 takes requests of its own persistent collectives that are not active for active ones.
    return is_by_plan(world.size);
#else
    return world.size > 1;
#endif
#else
    return false;
#endif
}

void make_bcast([[maybe_unused]] std::vector<int>* data, [[maybe_unused]] int root,
                [[maybe_unused]] MPI_Request* request) {
#if MPI_VERSION >= 4 || defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
    CONFORMANCE_PERSISTENT(, Bcast)
    (data->data(), static_cast<int>(data->size()), MPI_INT, root, MPI_COMM_WORLD, MPI_INFO_NULL, request);
#endif
}

/// One round at one process. The root begins nothing before all others have what they will wait for, so that they ask
/// about requests that are not complete.
void complete_all(const Way& way, const Communicator& world, int count, int root, std::size_t shift) {
    const bool is_root = world.rank == root;
    const int next = (world.rank + 1) % world.size;
    const int previous = (world.rank + world.size - 1) % world.size;
    const bool has_persistent = may_have_persistent(world);
    Memory memory;
    memory.message.assign(static_cast<std::size_t>(count), is_root ? 17 : -1);
    memory.own = memory.to_ring = world.rank;
    std::vector<int> of_active(memory.message);
    std::vector<int> of_inactive(memory.message);
    MPI_Request persistent = MPI_REQUEST_NULL;
    MPI_Request inactive = MPI_REQUEST_NULL;
    if (has_persistent) {
        make_bcast(&of_active, root, &persistent);
        make_bcast(&of_inactive, root, &inactive);
    }
    if (is_root) {
        for (int rank = 1; rank < world.size; ++rank) {
            MPI_Recv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, kTagOfGo, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    Requests requests(3, MPI_REQUEST_NULL);
    const auto add = [&] {
        requests.push_back(MPI_REQUEST_NULL);
        return &requests.back();
    };
    MPI_Ibcast(memory.message.data(), count, MPI_INT, root, MPI_COMM_WORLD, add());
    MPI_Irecv(&memory.from_ring, 1, MPI_INT, previous, kTagOfRing, MPI_COMM_WORLD, add());
    MPI_Recv_init(&memory.never_received, 1, MPI_INT, previous, kTagOfInactive, MPI_COMM_WORLD, add());
    MPI_Iallreduce(&memory.own, &memory.sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, add());
    MPI_Recv_init(&memory.from_persistent, 1, MPI_INT, previous, kTagOfPersistent, MPI_COMM_WORLD, add());
    MPI_Start(&requests.back());
    MPI_Isend(&memory.to_ring, 1, MPI_INT, next, kTagOfRing, MPI_COMM_WORLD, add());
    MPI_Isend(&memory.to_ring, 1, MPI_INT, next, kTagOfPersistent, MPI_COMM_WORLD, add());
    int num_active = 6;
    if (has_persistent) {
        MPI_Start(&persistent);
        *add() = persistent;
        *add() = inactive;
        ++num_active;
    }
    add();
    std::rotate(requests.begin(), requests.begin() + static_cast<std::ptrdiff_t>(shift % requests.size()),
                requests.end());
    if (!is_root) {
        int is_done = 1;
        EXPECT_EQ(MPI_Testall(count_of(requests), requests.data(), &is_done, MPI_STATUSES_IGNORE), MPI_SUCCESS);
        EXPECT_EQ(is_done, 0) << "before the root has begun";
        MPI_Send(nullptr, 0, MPI_BYTE, root, kTagOfGo, MPI_COMM_WORLD);
    }
    way.complete(requests, num_active);
    EXPECT_EQ(memory.message, std::vector<int>(memory.message.size(), 17));
    EXPECT_EQ(memory.sum, world.size * (world.size - 1) / 2);
    EXPECT_EQ(memory.from_ring, previous);
    EXPECT_EQ(memory.from_persistent, previous);
    if (has_persistent) {
        EXPECT_EQ(of_active, memory.message);
    }
    // Those that are left are the persistent ones, and nothing is active.
    int index = 0;
    EXPECT_EQ(MPI_Waitany(count_of(requests), requests.data(), &index, MPI_STATUS_IGNORE), MPI_SUCCESS);
    EXPECT_EQ(index, MPI_UNDEFINED);
    int num_left = 0;
    for (MPI_Request& request : requests) {
        if (request != MPI_REQUEST_NULL) {
            ++num_left;
            EXPECT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
        }
    }
    EXPECT_EQ(num_left, has_persistent ? 4 : 2);
}

TEST(Requests, OfAllKindsAreCompletedTogetherInEveryWay) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    if (world.size < 2) {
        GTEST_SKIP() << "needs a root and somebody who waits for it";
    }
    MPI_Barrier(MPI_COMM_WORLD);  // from here on nonblocking calls are planned
    std::size_t shift = 0;
    for (const Way& way : kWays) {
        for (const int count : {1, 5000}) {
            for (int time = 0; time < 3; ++time, ++shift) {
                SCOPED_TRACE(testing::Message() << way.name << ", " << count << " numbers, turned by " << shift);
                complete_all(way, world, count, static_cast<int>(shift) % world.size, shift);
            }
        }
    }
}

/// Only the null request and one that is not complete: what MPI libraries have fast ways for.
TEST(Requests, ANullOneBesideOneThatIsNotCompleteDoesNoHarm) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    if (world.size < 2) {
        GTEST_SKIP() << "needs a root and somebody who waits for it";
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (const Way& way : kWays) {
        for (const bool is_null_first : {true, false}) {
            SCOPED_TRACE(way.name);
            int value = world.rank == 0 ? 5 : -1;
            Requests requests(2, MPI_REQUEST_NULL);
            if (world.rank == 0) {
                MPI_Recv(nullptr, 0, MPI_BYTE, world.size - 1, kTagOfGo, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            }
            MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[is_null_first ? 1 : 0]);
            if (world.rank == world.size - 1) {
                MPI_Send(nullptr, 0, MPI_BYTE, 0, kTagOfGo, MPI_COMM_WORLD);
            }
            way.complete(requests, 1);
            EXPECT_EQ(value, 5);
            EXPECT_EQ(requests, Requests(2, MPI_REQUEST_NULL));
        }
    }
}

}  // namespace
}  // namespace conformance
