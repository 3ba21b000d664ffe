/// Persistent operations: made in the same order at all processes, started in any, with other requests among them, and
/// what they were made with freed as early as the standard allows.
#include "tests/conformance/semantics/by_both_names.hpp"
#include "tests/conformance/semantics/by_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <numeric>

namespace conformance {
namespace {

#if MPI_VERSION >= 4 || defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)

int make_bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm, MPI_Request* request) {
    return CONFORMANCE_PERSISTENT(, Bcast)(buffer, count, datatype, root, comm, MPI_INFO_NULL, request);
}

int make_sum(const int* send, int* receive, int count, MPI_Comm comm, MPI_Request* request) {
    return CONFORMANCE_PERSISTENT(, Allreduce)(send, receive, count, MPI_INT, MPI_SUM, comm, MPI_INFO_NULL, request);
}

/// An order of so many things, for one process in one round.
std::vector<std::size_t> shuffled(std::size_t size, std::uint64_t seed) {
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = size; i > 1; --i) {
        std::swap(order[i - 1], order[mixed(seed + i) % i]);
    }
    return order;
}

TEST(Persistent, OneOfNothingWaitsForNobodyHoweverItIsDescribed) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Datatype nothing = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(0, MPI_INT, &nothing);
    MPI_Type_commit(&nothing);
    int data = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    if (world.rank == 0) {
        make_bcast(&data, 0, MPI_INT, 0, comm, &request);
    } else {
        make_bcast(&data, 1, nothing, 0, comm, &request);
    }
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    int sum = 0;
    const int one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    EXPECT_EQ(sum, world.size);
    MPI_Type_free(&nothing);
    MPI_Comm_free(&comm);
}

TEST(Persistent, OperationsAreStartedInAnyOrderByAnyProcess) {
    const Catalogue catalogue;
    const Communicator world = described("the world", MPI_COMM_WORLD);
    const std::vector<Case> cases = cases_over(catalogue, world, 4, 5, {Form::kPersistent});
    constexpr std::size_t kAtOnce = 6;
    for (std::size_t first = 0; first < cases.size(); first += kAtOnce) {
        const std::size_t number = std::min(kAtOnce, cases.size() - first);
        std::deque<RunningCase> ours;
        std::deque<RunningCase> native;
        for (std::size_t i = 0; i < number; ++i) {
            ours.emplace_back(cases[first + i], Library::kStandard).make();
            native.emplace_back(ours.back(), Library::kProfiled).make();
        }
        for (std::uint64_t round = 0; round < 4; ++round) {
            const std::uint64_t seed = mixed(first + round) + static_cast<std::uint64_t>(world.rank);
            for (const std::size_t i : shuffled(number, seed)) {
                ours[i].start();
            }
            // A blocking and a nonblocking one between them.
            int one = 1;
            std::array<int, 2> sums{};
            MPI_Request request = MPI_REQUEST_NULL;
            MPI_Iallreduce(&one, &sums[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
            MPI_Allreduce(&one, &sums[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            for (const std::size_t i : shuffled(number, ~seed)) {
                ours[i].complete();
            }
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            EXPECT_EQ(sums, (std::array<int, 2>{world.size, world.size}));
            for (std::size_t i = 0; i < number; ++i) {
                native[i].start();
                native[i].complete();
                const auto difference = ours[i].difference(native[i]);
                EXPECT_FALSE(difference.has_value()) << to_text(cases[first + i]) << ": " << difference.value_or("");
                const std::uint64_t salt = cases[first + i].salt + round + 1;
                ours[i].renew(salt);
                native[i].renew(ours[i]);
            }
        }
    }
}

TEST(Persistent, AProcessMayBeRoundsAhead) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    for (const int count : {1, 2000}) {
        for (int root = 0; root < world.size; ++root) {
            std::vector<int> data(static_cast<std::size_t>(count), -1);
            MPI_Request request = MPI_REQUEST_NULL;
            ASSERT_EQ(make_bcast(data.data(), count, MPI_INT, root, MPI_COMM_WORLD, &request), MPI_SUCCESS);
            for (int round = 0; round < 50; ++round) {
                std::fill(data.begin(), data.end(), world.rank == root ? round : -1);
                ASSERT_EQ(MPI_Start(&request), MPI_SUCCESS);
                ASSERT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
                ASSERT_EQ(data, std::vector<int>(data.size(), round));
            }
            ASSERT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
            ASSERT_EQ(request, MPI_REQUEST_NULL);
        }
    }
}

TEST(Persistent, RequestsOfAllKindsAreStartedAtOnce) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
#if defined(MPICH_VERSION)
    if (!is_by_plan(world.size)) {
        GTEST_SKIP() << "MPICH 4.0.2 takes requests of persistent collectives that are not active for active ones";
    }
#endif
    const int next = (world.rank + 1) % world.size;
    const int previous = (world.rank + world.size - 1) % world.size;
    constexpr std::size_t kRequests = 5;
    std::array<MPI_Request, kRequests> requests{};
    int sent = 0;
    int received = -1;
    int own = 0;
    int sum = -1;
    std::vector<int> first(300);
    std::vector<int> last(3);
    MPI_Recv_init(&received, 1, MPI_INT, previous, 7, MPI_COMM_WORLD, &requests[0]);
    make_bcast(first.data(), 300, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Send_init(&sent, 1, MPI_INT, next, 7, MPI_COMM_WORLD, &requests[2]);
    make_sum(&own, &sum, 1, MPI_COMM_WORLD, &requests[3]);
    make_bcast(last.data(), 3, MPI_INT, world.size - 1, MPI_COMM_WORLD, &requests[4]);
    for (int round = 0; round < 20; ++round) {
        sent = 100 * round + world.rank;
        own = round;
        first.assign(first.size(), world.rank == 0 ? round : -1);
        last.assign(last.size(), world.rank == world.size - 1 ? -2 * round : -1);
        ASSERT_EQ(MPI_Startall(kRequests, requests.data()), MPI_SUCCESS);
        if (round % 4 == 0) {
            ASSERT_EQ(MPI_Waitall(kRequests, requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
        } else if (round % 4 == 1) {
            for (std::size_t i = 0; i < kRequests; ++i) {
                int index = MPI_UNDEFINED;
                ASSERT_EQ(MPI_Waitany(kRequests, requests.data(), &index, MPI_STATUS_IGNORE), MPI_SUCCESS);
                ASSERT_NE(index, MPI_UNDEFINED);
            }
        } else if (round % 4 == 2) {
            std::array<int, kRequests> indices{};
            for (int left = kRequests, done = 0; left > 0; left -= done) {
                ASSERT_EQ(MPI_Testsome(kRequests, requests.data(), &done, indices.data(), MPI_STATUSES_IGNORE),
                          MPI_SUCCESS);
                ASSERT_NE(done, MPI_UNDEFINED);
            }
        } else {
            for (MPI_Request& request : requests) {
                for (int is_done = 0; is_done == 0;) {
                    ASSERT_EQ(MPI_Request_get_status(request, &is_done, MPI_STATUS_IGNORE), MPI_SUCCESS);
                }
                ASSERT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
            }
        }
        int index = 0;  // none is active
        ASSERT_EQ(MPI_Waitany(kRequests, requests.data(), &index, MPI_STATUS_IGNORE), MPI_SUCCESS);
        ASSERT_EQ(index, MPI_UNDEFINED);
        // What is wrong at one process only must not end the test there: the others would wait for it.
        EXPECT_EQ(received, 100 * round + previous);
        EXPECT_EQ(sum, round * world.size);
        EXPECT_EQ(first, std::vector<int>(first.size(), round));
        EXPECT_EQ(last, std::vector<int>(last.size(), -2 * round));
    }
    for (MPI_Request& request : requests) {
        ASSERT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
    }
}

TEST(Persistent, RequestsComeAndGoInAnyOrder) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    constexpr std::size_t kRequests = 8;
    std::vector<MPI_Request> requests(kRequests, MPI_REQUEST_NULL);
    std::vector<int> own(kRequests, 0);
    std::vector<int> sums(kRequests, 0);
    for (std::uint64_t round = 0; round < 30; ++round) {
        const std::uint64_t seed = mixed(round) + static_cast<std::uint64_t>(world.rank);
        for (std::size_t i = 0; i < kRequests; ++i) {
            if (requests[i] == MPI_REQUEST_NULL) {
                ASSERT_EQ(make_sum(&own[i], &sums[i], 1, MPI_COMM_WORLD, &requests[i]), MPI_SUCCESS);
            }
            own[i] = static_cast<int>(round * kRequests + i);
        }
        for (const std::size_t i : shuffled(kRequests, seed)) {
            ASSERT_EQ(MPI_Start(&requests[i]), MPI_SUCCESS);
        }
        ASSERT_EQ(MPI_Waitall(kRequests, requests.data(), MPI_STATUSES_IGNORE), MPI_SUCCESS);
        for (std::size_t i = 0; i < kRequests; ++i) {
            ASSERT_EQ(sums[i], own[i] * world.size);
        }
        // The same half everywhere, in another order at each.
        for (const std::size_t i : shuffled(kRequests, ~seed)) {
            if (mixed(round * kRequests + i) % 2 == 0) {
                ASSERT_EQ(MPI_Request_free(&requests[i]), MPI_SUCCESS);
            }
        }
    }
    for (MPI_Request& request : requests) {
        if (request != MPI_REQUEST_NULL) {
            ASSERT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
        }
    }
}

TEST(Persistent, ACommunicatorAndADatatypeMayBeFreedBeforeTheRequest) {
    if (!is_by_plan(described("the world", MPI_COMM_WORLD).size)) {
        GTEST_SKIP() << "the MPI libraries use the communicator after it has been freed";
    }
    for (int round = 0; round < 10; ++round) {
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        const Communicator world = described("a duplicate", comm);
        const int root = round % world.size;
        MPI_Datatype pair = MPI_DATATYPE_NULL;
        MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
        MPI_Type_commit(&pair);
        constexpr int kPairs = 3000;
        std::vector<int> data(std::size_t{3} * kPairs, -1);
        MPI_Request request = MPI_REQUEST_NULL;
        ASSERT_EQ(make_bcast(data.data(), kPairs, pair, root, comm, &request), MPI_SUCCESS);
        MPI_Type_free(&pair);
        for (int start = 0; start < 3; ++start) {
            for (std::size_t i = 0; i < data.size(); i += 3) {
                data[i] = data[i + 2] = world.rank == root ? static_cast<int>(i) + start : -1;
            }
            ASSERT_EQ(MPI_Start(&request), MPI_SUCCESS);
            if (start == 1) {
                MPI_Comm_free(&comm);
            }
            ASSERT_EQ(MPI_Wait(&request, MPI_STATUS_IGNORE), MPI_SUCCESS);
            for (std::size_t i = 0; i < data.size(); i += 3) {
                ASSERT_EQ(data[i], static_cast<int>(i) + start) << i;
                ASSERT_EQ(data[i + 1], -1) << i;
            }
        }
        // Some outlive MPI_Finalize.
        if (round % 2 == 0) {
            ASSERT_EQ(MPI_Request_free(&request), MPI_SUCCESS);
        }
    }
}

#endif

}  // namespace
}  // namespace conformance
