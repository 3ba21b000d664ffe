/// Datatypes that functions of the MPI library which count in ints do not deal with: made by constructors that count in
/// MPI_Count, and elements of more than two gibibytes.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace conformance {
namespace {

#if MPI_VERSION >= 4
TEST(Datatypes, OfConstructorsWithLargeCountsAreTaken) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    const auto size = static_cast<std::size_t>(world.size);
    constexpr int kInts = 5000;
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    MPI_Datatype every_second = MPI_DATATYPE_NULL;
    MPI_Type_vector_c(kInts, 1, 2, MPI_INT, &inner);
    MPI_Type_create_resized_c(inner, 0, MPI_Count{2} * kInts * static_cast<MPI_Count>(sizeof(int)), &every_second);
    MPI_Type_commit(&every_second);
    MPI_Type_free(&inner);
    for (int root = 0; root < world.size; ++root) {
        std::vector<int> data(std::size_t{2} * kInts, world.rank == root ? root : -1);
        std::vector<int> expected(data.size(), world.rank == root ? root : -1);
        for (std::size_t i = 0; i < expected.size(); i += 2) {
            expected[i] = root;
        }
        MPI_Bcast(data.data(), 1, every_second, root, MPI_COMM_WORLD);
        EXPECT_EQ(data, expected);

        std::fill(data.begin(), data.end(), world.rank == root ? root : -1);
        MPI_Datatype of_the_call = MPI_DATATYPE_NULL;
        MPI_Type_dup(every_second, &of_the_call);
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Ibcast(data.data(), 1, of_the_call, root, MPI_COMM_WORLD, &request);
        MPI_Type_free(&of_the_call);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        EXPECT_EQ(data, expected);
    }
    std::vector<int> all(2 * kInts * size, -1);
    std::vector<int> expected(all.size(), -1);
    for (std::size_t i = 0; i < all.size(); i += 2) {
        expected[i] = static_cast<int>(i / (std::size_t{2} * kInts));
    }
    const std::vector<int> own(kInts, world.rank);
    MPI_Allgather(own.data(), kInts, MPI_INT, all.data(), 1, every_second, MPI_COMM_WORLD);
    EXPECT_EQ(all, expected);
    MPI_Type_free(&every_second);
}
#endif

/// How often the program was asked to copy its attribute of a datatype, and to delete it.
struct AttributeCalls {
    int copies = 0;
    int deletions = 0;
};

extern "C" int conformance_copy_attribute(MPI_Datatype, int, void* calls, void* value, void* copy, int* is_copied) {
    ++static_cast<AttributeCalls*>(calls)->copies;
    *static_cast<void**>(copy) = value;
    *is_copied = 1;
    return MPI_SUCCESS;
}

extern "C" int conformance_delete_attribute(MPI_Datatype, int, void*, void* calls) {
    ++static_cast<AttributeCalls*>(calls)->deletions;
    return MPI_SUCCESS;
}

TEST(Datatypes, AttributesAreTheProgramsBusiness) {
    AttributeCalls calls;
    int key = MPI_KEYVAL_INVALID;
    MPI_Type_create_keyval(conformance_copy_attribute, conformance_delete_attribute, &key, &calls);
    MPI_Datatype pair = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_set_attr(pair, key, &calls);
    for (int round = 0; round < 3; ++round) {
        std::array<int, 2> data{round, round};
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Ibcast(data.data(), 1, pair, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Bcast(data.data(), 1, pair, 0, MPI_COMM_WORLD);
        EXPECT_EQ(calls.copies, 0);
        EXPECT_EQ(calls.deletions, 0);
    }
    MPI_Type_free(&pair);
    EXPECT_EQ(calls.deletions, 1);
    MPI_Type_free_keyval(&key);
}

/// Much address space on little memory, which stands there again and again.
class Repeated {
public:
    static constexpr std::size_t kStep = std::size_t{1} << 20U;
    static constexpr std::size_t kPeriod = 17 * kStep;
    static constexpr std::size_t kTimes = 128;  // 2.1 GiB

    Repeated() {
        const int file = memfd_create("repeated", 0);
        if (file < 0 || ftruncate(file, kPeriod) != 0) {
            throw std::runtime_error("no memory to stand in a place twice");
        }
        void* const space =
            mmap(nullptr, kPeriod * kTimes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        data_ = static_cast<std::byte*>(space);
        for (std::size_t i = 0; i < kTimes; ++i) {
            if (space == MAP_FAILED || mmap(data_ + i * kPeriod, kPeriod, PROT_READ | PROT_WRITE,
                                            MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
                throw std::runtime_error("no room for large elements");
            }
        }
        close(file);
    }
    Repeated(const Repeated&) = delete;
    Repeated& operator=(const Repeated&) = delete;
    ~Repeated() { munmap(data_, kPeriod * kTimes); }

    [[nodiscard]] std::byte* data() const { return data_; }

    void fill(int seed) const {
        for (std::size_t i = 0; i < kPeriod; ++i) {
            data_[i] = value(seed, i);
        }
    }

    /// Bytes that are not those of `seed`; without the gaps, if there are any, which are zero then.
    [[nodiscard]] std::size_t wrong(int seed, std::size_t length_of_row) const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < kPeriod; ++i) {
            count += data_[i] != (i % kStep < length_of_row ? value(seed, i) : std::byte{0}) ? 1 : 0;
        }
        return count;
    }

private:
    static std::byte value(int seed, std::size_t i) {
        return static_cast<std::byte>(i * 31 + i / 977 + 7 * i / kStep + static_cast<std::size_t>(seed));
    }

    std::byte* data_ = nullptr;
};

/// One element over all of it: rows of so many bytes, one in each step.
MPI_Datatype rows_of(std::size_t length) {
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Datatype rows = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(static_cast<int>(length), MPI_BYTE, &row);
    MPI_Type_create_hvector(static_cast<int>(Repeated::kPeriod / Repeated::kStep * Repeated::kTimes), 1,
                            static_cast<MPI_Aint>(Repeated::kStep), row, &rows);
    MPI_Type_commit(&rows);
    MPI_Type_free(&row);
    return rows;
}

/// What one process gives and another gets. Only between two: it is much.
TEST(Datatypes, MayHaveElementsBeyondTwoGibibytes) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    if (world.size != 2) {
        GTEST_SKIP() << "two processes are enough";
    }
    const Repeated memory;
    const std::size_t length = Repeated::kStep - 100;
    MPI_Datatype whole = rows_of(Repeated::kStep);
    MPI_Datatype with_gaps = rows_of(length);
    MPI_Count size = 0;
    MPI_Type_size_x(with_gaps, &size);
    ASSERT_GT(size, MPI_Count{INT_MAX});
    int seed = 0;
    for (const MPI_Datatype datatype : {whole, with_gaps}) {
        const std::size_t row = datatype == whole ? Repeated::kStep : length;
        for (const std::string_view call : {"broadcast", "gatherv", "scatterv"}) {
            if (datatype == whole && call != "broadcast") {
                continue;  // the same messages as with gaps, and simpler ones
            }
            SCOPED_TRACE(call);
            ++seed;
            const bool gives = (world.rank == 0) == (call != "gatherv");
            if (gives) {
                memory.fill(seed);
            } else {
                std::memset(memory.data(), 0, Repeated::kPeriod);
            }
            MPI_Barrier(MPI_COMM_WORLD);
            const std::array<int, 2> counts{0, 1};
            const std::array<int, 2> places{0, 0};
            const int own = world.rank;
            if (call == "broadcast") {
                MPI_Bcast(memory.data(), 1, datatype, 0, MPI_COMM_WORLD);
            } else if (call == "gatherv") {
                MPI_Gatherv(memory.data(), own, datatype, memory.data(), counts.data(), places.data(), datatype, 0,
                            MPI_COMM_WORLD);
            } else {
                MPI_Scatterv(memory.data(), counts.data(), places.data(), datatype, memory.data(), own, datatype, 0,
                             MPI_COMM_WORLD);
            }
            if (!gives) {
                EXPECT_EQ(memory.wrong(seed, row), 0U);
            }
        }
    }
    MPI_Type_free(&whole);
    MPI_Type_free(&with_gaps);
}

}  // namespace
}  // namespace conformance
