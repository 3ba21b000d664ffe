/// An ordinary MPI program that checks MPI_Bcast from the outside, as the standard describes it. It runs with and
/// without the preloaded library and must not see a difference.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace {

int rank_in(MPI_Comm comm) {
    int rank = 0;
    MPI_Comm_rank(comm, &rank);
    return rank;
}

int size_of(MPI_Comm comm) {
    int size = 0;
    MPI_Comm_size(comm, &size);
    return size;
}

int value_at(int index, int salt) {
    return 31 * index + 7919 * salt + 1;
}

/// Broadcasts `count` ints from every root and checks them.
void check_ints(MPI_Comm comm, int count, int salt = 0) {
    for (int root = 0; root < size_of(comm); ++root) {
        std::vector<int> data(static_cast<std::size_t>(count) + 1, -1);
        if (rank_in(comm) == root) {
            for (int i = 0; i < count; ++i) {
                data[static_cast<std::size_t>(i)] = value_at(i, root + salt);
            }
        }
        ASSERT_EQ(MPI_Bcast(data.data(), count, MPI_INT, root, comm), MPI_SUCCESS);
        for (int i = 0; i < count; ++i) {
            ASSERT_EQ(data[static_cast<std::size_t>(i)], value_at(i, root + salt))
                << "root " << root << ", element " << i;
        }
        ASSERT_EQ(data.back(), -1) << "written beyond the end";
    }
}

TEST(Broadcast, DeliversAnyCountFromAnyRoot) {
    for (const int count : {0, 1, 2, 3, 17, 1000, 1009, 16384, 65537, 262147}) {
        SCOPED_TRACE(count);
        check_ints(MPI_COMM_WORLD, count);
    }
}

TEST(Broadcast, DeliversLargeData) {
    constexpr std::size_t kSize = std::size_t{20} << 20;
    std::vector<std::uint8_t> data(kSize);
    const int root = size_of(MPI_COMM_WORLD) - 1;
    if (rank_in(MPI_COMM_WORLD) == root) {
        for (std::size_t i = 0; i < kSize; ++i) {
            data[i] = static_cast<std::uint8_t>(i % 241);
        }
    }
    MPI_Bcast(data.data(), static_cast<int>(kSize), MPI_BYTE, root, MPI_COMM_WORLD);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < kSize; ++i) {
        wrong += data[i] != static_cast<std::uint8_t>(i % 241) ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0U);
}

TEST(Broadcast, WorksOnSubCommunicatorsOfEveryShape) {
    const int rank = rank_in(MPI_COMM_WORLD);
    for (int colours = 1; colours <= 3; ++colours) {
        for (const int order : {1, -1}) {
            MPI_Comm part = MPI_COMM_NULL;
            MPI_Comm_split(MPI_COMM_WORLD, rank % colours, order * rank, &part);
            check_ints(part, 5000, colours);
            MPI_Comm copy = MPI_COMM_NULL;
            MPI_Comm_dup(part, &copy);
            MPI_Comm_free(&part);
            check_ints(copy, 70000, colours);
            MPI_Comm_free(&copy);
        }
    }
    check_ints(MPI_COMM_SELF, 100);
}

TEST(Broadcast, WorksOnManyShortLivedCommunicators) {
    for (int i = 0; i < 40; ++i) {
        MPI_Comm copy = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &copy);
        int value = rank_in(copy) == 0 ? i : -1;
        MPI_Bcast(&value, 1, MPI_INT, 0, copy);
        ASSERT_EQ(value, i);
        MPI_Comm_free(&copy);
    }
}

TEST(Broadcast, DoesNotMixWithPointToPointMessages) {
    const int rank = rank_in(MPI_COMM_WORLD);
    const int size = size_of(MPI_COMM_WORLD);
    for (int round = 0; round < 20; ++round) {
        int sent = 100 * round + rank;
        int received = -1;
        MPI_Request requests[2];
        MPI_Irecv(&received, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&sent, 1, MPI_INT, (rank + 1) % size, round, MPI_COMM_WORLD, &requests[1]);
        std::vector<int> data(30000, rank == 0 ? round : -1);
        MPI_Bcast(data.data(), 30000, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        ASSERT_EQ(received, 100 * round + (rank + size - 1) % size);
        ASSERT_EQ(data, std::vector<int>(30000, round));
    }
}

// ---- datatypes ------------------------------------------------------------------------------------

/// A committed datatype, freed at the end of the scope.
class Datatype {
public:
    explicit Datatype(const std::function<void(MPI_Datatype*)>& make) {
        make(&handle_);
        MPI_Type_commit(&handle_);
    }
    Datatype(const Datatype&) = delete;
    Datatype& operator=(const Datatype&) = delete;
    ~Datatype() { MPI_Type_free(&handle_); }
    [[nodiscard]] MPI_Datatype get() const { return handle_; }

private:
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

/// Broadcasts with `type` and compares all memory with what the MPI library's own broadcast leaves.
void check_against_native(MPI_Datatype type, int count, std::size_t memory, std::ptrdiff_t offset = 0) {
    for (int root = 0; root < size_of(MPI_COMM_WORLD); ++root) {
        const int rank = rank_in(MPI_COMM_WORLD);
        std::vector<std::uint8_t> ours(memory);
        for (std::size_t i = 0; i < memory; ++i) {
            ours[i] = rank == root ? static_cast<std::uint8_t>(i * 13 + 5) : static_cast<std::uint8_t>(255 - i % 7);
        }
        std::vector<std::uint8_t> native = ours;
        ASSERT_EQ(MPI_Bcast(ours.data() + offset, count, type, root, MPI_COMM_WORLD), MPI_SUCCESS);
        ASSERT_EQ(PMPI_Bcast(native.data() + offset, count, type, root, MPI_COMM_WORLD), MPI_SUCCESS);
        ASSERT_EQ(ours, native) << "root " << root;
    }
}

TEST(BroadcastDatatypes, VectorsWithHoles) {
    const Datatype type([](MPI_Datatype* t) { MPI_Type_vector(50, 3, 7, MPI_SHORT, t); });
    for (const int count : {1, 2, 7, 301}) {
        check_against_native(type.get(), count, static_cast<std::size_t>(count) * 50 * 14 + 64);
    }
}

TEST(BroadcastDatatypes, PermutedPartsWhoseSizeEqualsTheirExtent) {
    const Datatype type([](MPI_Datatype* t) {
        const int displacements[] = {3, 0, 2, 1};
        MPI_Type_create_indexed_block(4, 1, displacements, MPI_INT, t);
    });
    check_against_native(type.get(), 1, 16);
    check_against_native(type.get(), 5001, 5001 * 16);
}

TEST(BroadcastDatatypes, NegativeLowerBounds) {
    const Datatype type([](MPI_Datatype* t) {
        const int lengths[] = {2, 1};
        const int displacements[] = {-3, 1};
        MPI_Type_indexed(2, lengths, displacements, MPI_INT, t);
    });
    check_against_native(type.get(), 1, 64, 16);
    check_against_native(type.get(), 1000, 1000 * 20 + 64, 16);
}

TEST(BroadcastDatatypes, ResizedOverlapFreeElementsInReverseOrder) {
    const Datatype type([](MPI_Datatype* t) { MPI_Type_create_resized(MPI_INT, 0, -8, t); });
    check_against_native(type.get(), 3000, 3000 * 8 + 8, 3000 * 8 - 8);
}

TEST(BroadcastDatatypes, PredefinedPairsWithPadding) {
    check_against_native(MPI_SHORT_INT, 10000, 10000 * 8);
    check_against_native(MPI_DOUBLE_INT, 10000, 10000 * 16);
}

TEST(BroadcastDatatypes, StructsOfDifferentTypes) {
    struct Particle {
        double position[3];
        char kind;
        int number;
    };
    const Datatype type([](MPI_Datatype* t) {
        const int lengths[] = {3, 1, 1};
        const MPI_Aint displacements[] = {offsetof(Particle, position), offsetof(Particle, kind),
                                          offsetof(Particle, number)};
        const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR, MPI_INT};
        MPI_Type_create_struct(3, lengths, displacements, types, t);
    });
    const Datatype resized([&](MPI_Datatype* t) { MPI_Type_create_resized(type.get(), 0, sizeof(Particle), t); });
    check_against_native(resized.get(), 4000, 4000 * sizeof(Particle));
}

TEST(BroadcastDatatypes, ContiguousRunsDuplicatesAndEmptyTypes) {
    const Datatype run([](MPI_Datatype* t) { MPI_Type_contiguous(1000, MPI_DOUBLE, t); });
    check_against_native(run.get(), 30, 30 * 8000);
    const Datatype duplicate([&](MPI_Datatype* t) { MPI_Type_dup(run.get(), t); });
    check_against_native(duplicate.get(), 3, 3 * 8000);
    const Datatype nested([&](MPI_Datatype* t) { MPI_Type_contiguous(3, duplicate.get(), t); });
    check_against_native(nested.get(), 2, 6 * 8000);
    const Datatype empty([](MPI_Datatype* t) { MPI_Type_contiguous(0, MPI_INT, t); });
    check_against_native(empty.get(), 5, 16);
}

TEST(BroadcastDatatypes, DifferentDescriptionsOfTheSameSignatureMeet) {
    // The root: one element of a contiguous run. Others: ints, or ints with holes.
    constexpr int kCount = 40000;
    const int rank = rank_in(MPI_COMM_WORLD);
    const Datatype run([](MPI_Datatype* t) { MPI_Type_contiguous(kCount, MPI_INT, t); });
    const Datatype holes([](MPI_Datatype* t) { MPI_Type_create_resized(MPI_INT, 0, 12, t); });
    const int stride = rank != 0 && rank % 2 == 0 ? 3 : 1;
    std::vector<int> data(kCount * static_cast<std::size_t>(stride), -1);
    if (rank == 0) {
        std::iota(data.begin(), data.end(), 0);
        MPI_Bcast(data.data(), 1, run.get(), 0, MPI_COMM_WORLD);
    } else if (stride == 3) {
        MPI_Bcast(data.data(), kCount, holes.get(), 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(data.data(), kCount, MPI_INT, 0, MPI_COMM_WORLD);
    }
    for (int i = 0; i < kCount * stride; ++i) {
        ASSERT_EQ(data[static_cast<std::size_t>(i)], i % stride == 0 ? i / stride : -1);
    }
}

TEST(BroadcastDatatypes, AbsoluteAddressesFromMpiBottom) {
    std::vector<int> data(20000, rank_in(MPI_COMM_WORLD) == 0 ? 42 : 0);
    MPI_Aint address = 0;
    MPI_Get_address(data.data(), &address);
    const Datatype type([&](MPI_Datatype* t) {
        const int length = 20000;
        const MPI_Datatype part = MPI_INT;
        MPI_Type_create_struct(1, &length, &address, &part, t);
    });
    MPI_Bcast(MPI_BOTTOM, 1, type.get(), 0, MPI_COMM_WORLD);
    EXPECT_EQ(data, std::vector<int>(20000, 42));
}

// ---- errors ----------------------------------------------------------------------------------------

int handled_code = MPI_SUCCESS;
MPI_Comm handled_comm = MPI_COMM_NULL;

void remember(MPI_Comm* comm, int* code, ...) {
    handled_comm = *comm;
    handled_code = *code;
}

int class_of(int code) {
    int result = MPI_SUCCESS;
    MPI_Error_class(code, &result);
    return result;
}

TEST(BroadcastErrors, AreReturnedAndGoThroughTheCommunicatorsOwnHandler) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    check_ints(comm, 1000);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    MPI_Comm_create_errhandler(remember, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    int value = 1;
    const auto expect_error = [&](int code, int expected) {
        EXPECT_EQ(class_of(code), expected);
        EXPECT_EQ(handled_code, code);
        EXPECT_EQ(handled_comm, comm);
        handled_code = MPI_SUCCESS;
        handled_comm = MPI_COMM_NULL;
    };
    expect_error(MPI_Bcast(&value, 1, MPI_INT, size_of(comm), comm), MPI_ERR_ROOT);
    expect_error(MPI_Bcast(&value, 1, MPI_INT, -7, comm), MPI_ERR_ROOT);
    expect_error(MPI_Bcast(&value, -1, MPI_INT, 0, comm), MPI_ERR_COUNT);
    expect_error(MPI_Bcast(&value, 1, MPI_DATATYPE_NULL, 0, comm), MPI_ERR_TYPE);
    MPI_Errhandler_free(&handler);
    // The communicator still works.
    check_ints(comm, 1000);
    MPI_Comm_free(&comm);
}

// ---- what passes through ---------------------------------------------------------------------------

TEST(Broadcast, WorksOnIntercommunicators) {
    const int rank = rank_in(MPI_COMM_WORLD);
    const int size = size_of(MPI_COMM_WORLD);
    if (size < 2) {
        GTEST_SKIP() << "needs two groups";
    }
    const int colour = rank % 2;
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, colour, rank, &half);
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - colour, 5, &inter);
    for (int repetition = 0; repetition < 3; ++repetition) {
        std::vector<int> data(20000, colour == 0 && rank_in(half) == 0 ? 9 + repetition : -1);
        const int root = colour == 1 ? 0 : rank_in(half) == 0 ? MPI_ROOT : MPI_PROC_NULL;
        MPI_Bcast(data.data(), 20000, MPI_INT, root, inter);
        if (colour == 1) {
            EXPECT_EQ(data, std::vector<int>(20000, 9 + repetition));
        }
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

TEST(Broadcast, RunsInSeveralThreadsOnDifferentCommunicators) {
    int provided = 0;
    MPI_Query_thread(&provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        GTEST_SKIP() << "the MPI library does not offer MPI_THREAD_MULTIPLE";
    }
    constexpr int kThreads = 3;
    std::vector<MPI_Comm> comms(kThreads);
    for (MPI_Comm& comm : comms) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    }
    std::vector<int> wrong(kThreads, 0);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
        threads.emplace_back([&, t] {
            for (int round = 0; round < 8; ++round) {
                const int root = (round + static_cast<int>(t)) % size_of(comms[t]);
                std::vector<int> data(3000 + 9000 * t, rank_in(comms[t]) == root ? round : -1);
                MPI_Bcast(data.data(), static_cast<int>(data.size()), MPI_INT, root, comms[t]);
                wrong[t] +=
                    static_cast<int>(data.size()) - static_cast<int>(std::count(data.begin(), data.end(), round));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, std::vector<int>(kThreads, 0));
    for (MPI_Comm& comm : comms) {
        MPI_Comm_free(&comm);
    }
}

#if MPI_VERSION >= 4
TEST(Broadcast, TakesLargeCounts) {
    std::vector<int> data(50000, rank_in(MPI_COMM_WORLD) == 0 ? 3 : 0);
    MPI_Bcast_c(data.data(), 50000, MPI_INT, 0, MPI_COMM_WORLD);
    EXPECT_EQ(data, std::vector<int>(50000, 3));
}
#endif

}  // namespace
