/// Buffers given by MPI_BOTTOM and a datatype of absolute addresses.
#include "tests/conformance/semantics/by_both_names.hpp"

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

}  // namespace
}  // namespace conformance
