/// Buffers given by MPI_BOTTOM and a datatype of absolute addresses.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace conformance {
namespace {

constexpr int kCount = 3000;

/// The ints of `data` as one element from MPI_BOTTOM.
class Absolute {
public:
    explicit Absolute(std::vector<int>& data) {
        MPI_Aint address = 0;
        MPI_Get_address(data.data(), &address);
        const int length = static_cast<int>(data.size());
        MPI_Type_create_hindexed(1, &length, &address, MPI_INT, &handle_);
        MPI_Type_commit(&handle_);
    }
    Absolute(const Absolute&) = delete;
    Absolute& operator=(const Absolute&) = delete;
    ~Absolute() { MPI_Type_free(&handle_); }
    [[nodiscard]] MPI_Datatype get() const { return handle_; }

private:
    MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

TEST(AbsoluteAddresses, AreTakenByWhatMovesData) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    const auto size = static_cast<std::size_t>(world.size);
    for (int root = 0; root < world.size; ++root) {
        std::vector<int> data(kCount, world.rank == root ? 40 + root : -1);
        const Absolute absolute(data);
        MPI_Bcast(MPI_BOTTOM, 1, absolute.get(), root, MPI_COMM_WORLD);
        EXPECT_EQ(data, std::vector<int>(kCount, 40 + root));

        std::vector<int> all(kCount * size, -1);
        data.assign(kCount, world.rank);
        MPI_Gather(MPI_BOTTOM, 1, absolute.get(), all.data(), kCount, MPI_INT, root, MPI_COMM_WORLD);
        if (world.rank == root) {
            for (std::size_t i = 0; i < all.size(); ++i) {
                ASSERT_EQ(all[i], static_cast<int>(i) / kCount);
            }
        }
        MPI_Scatter(all.data(), kCount, MPI_INT, MPI_BOTTOM, 1, absolute.get(), root, MPI_COMM_WORLD);
        EXPECT_EQ(data, std::vector<int>(kCount, world.rank));
    }
    std::vector<int> data(kCount, world.rank);
    const Absolute absolute(data);
    std::vector<int> all(kCount * size, -1);
    MPI_Allgather(MPI_BOTTOM, 1, absolute.get(), all.data(), kCount, MPI_INT, MPI_COMM_WORLD);
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_EQ(all[i], static_cast<int>(i) / kCount);
    }
}

/// Adds the ints of one element of absolute addresses, wherever the MPI library has put it.
void add_absolute(void* given, void* kept, int* count, MPI_Datatype* datatype) {
    if (*count == 0) {
        return;
    }
    int length = 0;
    MPI_Aint place = 0;
    MPI_Datatype basic = MPI_DATATYPE_NULL;
    std::array<int, 2> integers{};
    int combiner = 0;
    int num_integers = 0;
    int num_addresses = 0;
    int num_datatypes = 0;
    MPI_Type_get_envelope(*datatype, &num_integers, &num_addresses, &num_datatypes, &combiner);
    MPI_Datatype made = *datatype;
    if (combiner == MPI_COMBINER_DUP) {
        MPI_Type_get_contents(*datatype, 0, 0, 1, nullptr, nullptr, &made);
    }
    MPI_Type_get_contents(made, 2, 1, 1, integers.data(), &place, &basic);
    length = integers[1];
    if (made != *datatype) {
        MPI_Type_free(&made);
    }
    const auto address_of = [&](void* buffer) {
        return reinterpret_cast<int*>(reinterpret_cast<std::uintptr_t>(buffer) + static_cast<std::uintptr_t>(place));
    };
    for (int i = 0; i < length; ++i) {
        address_of(kept)[i] += address_of(given)[i];
    }
}

TEST(AbsoluteAddresses, AreTakenByReductions) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    MPI_Op sum = MPI_OP_NULL;
    MPI_Op_create(add_absolute, 1, &sum);
    const int total = world.size * (world.size - 1) / 2;
    const std::vector<int> own(kCount, world.rank);
    const std::vector<int> all(kCount, total);
    std::vector<int> data = own;
    const Absolute absolute(data);
    const auto begin_anew = [&] { std::copy(own.begin(), own.end(), data.begin()); };

    MPI_Allreduce(MPI_IN_PLACE, MPI_BOTTOM, 1, absolute.get(), sum, MPI_COMM_WORLD);
    EXPECT_EQ(data, all);
    for (int root = 0; root < world.size; ++root) {
        begin_anew();
        const bool is_root = world.rank == root;
        MPI_Reduce(is_root ? MPI_IN_PLACE : MPI_BOTTOM, is_root ? MPI_BOTTOM : nullptr, 1, absolute.get(), sum, root,
                   MPI_COMM_WORLD);
        EXPECT_EQ(data, is_root ? all : own);
    }
    // One process gets the only element.
    for (int owner = 0; owner < world.size; ++owner) {
        begin_anew();
        std::vector<int> counts(static_cast<std::size_t>(world.size), 0);
        counts[static_cast<std::size_t>(owner)] = 1;
        MPI_Reduce_scatter(MPI_IN_PLACE, MPI_BOTTOM, counts.data(), absolute.get(), sum, MPI_COMM_WORLD);
        if (world.rank == owner) {
            EXPECT_EQ(data, all);
        }
    }
    MPI_Op_free(&sum);
}

TEST(AbsoluteAddresses, AreWhereEverybodyReceives) {
    const Communicator world = described("the world", MPI_COMM_WORLD);
    const auto size = static_cast<std::size_t>(world.size);
    const std::vector<int> own(kCount, world.rank);
    std::vector<int> all(kCount * size, -1);
    std::vector<int> expected;
    for (int rank = 0; rank < world.size; ++rank) {
        expected.insert(expected.end(), kCount, rank);
    }
    // One element holds the data of all processes: from the place of the first, that of the others is counted.
    MPI_Datatype part = MPI_DATATYPE_NULL;
    MPI_Datatype part_with_extent = MPI_DATATYPE_NULL;
    MPI_Aint address = 0;
    MPI_Get_address(all.data(), &address);
    const int length = kCount;
    MPI_Type_create_hindexed(1, &length, &address, MPI_INT, &part);
    MPI_Type_create_resized(part, 0, kCount * static_cast<MPI_Aint>(sizeof(int)), &part_with_extent);
    MPI_Type_commit(&part_with_extent);
    MPI_Allgather(own.data(), kCount, MPI_INT, MPI_BOTTOM, 1, part_with_extent, MPI_COMM_WORLD);
    EXPECT_EQ(all, expected);

    const std::vector<int> for_everybody(kCount * size, world.rank);
    std::fill(all.begin(), all.end(), -1);
    MPI_Alltoall(for_everybody.data(), kCount, MPI_INT, MPI_BOTTOM, 1, part_with_extent, MPI_COMM_WORLD);
    EXPECT_EQ(all, expected);
    MPI_Type_free(&part);
    MPI_Type_free(&part_with_extent);
}

}  // namespace
}  // namespace conformance
