/// Calls that do not fit together: nobody waits, who was given a wrong length hears of it, and the communicator can be
/// used afterwards.
#include "tests/conformance/semantics/by_both_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace conformance {
namespace {

/// A duplicate of MPI_COMM_WORLD whose errors are returned, with plans.
class Differing : public testing::Test {
protected:
    void SetUp() override {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm_);
        MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
        // Some MPI libraries have the errors of our requests, which are generalized ones, told here.
        MPI_Comm_get_errhandler(MPI_COMM_WORLD, &of_world_);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(comm_, &rank_);
        MPI_Comm_size(comm_, &size_);
        MPI_Barrier(comm_);  // nonblocking calls are planned after one that waits
    }
    void TearDown() override {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world_);
        MPI_Errhandler_free(&of_world_);
        // Never freed: messages of wrong calls may be left, and MPI libraries would give them to a later communicator.
    }

    /// The codes of all ranks, told by the MPI library itself.
    [[nodiscard]] std::vector<int> of_all(int code) const {
        std::vector<int> codes(static_cast<std::size_t>(size_));
        PMPI_Allgather(&code, 1, MPI_INT, codes.data(), 1, MPI_INT, MPI_COMM_WORLD);
        return codes;
    }

    void expect_still_works() const {
        int sum = 0;
        EXPECT_EQ(MPI_Allreduce(&rank_, &sum, 1, MPI_INT, MPI_SUM, comm_), MPI_SUCCESS);
        EXPECT_EQ(sum, size_ * (size_ - 1) / 2);
        std::vector<int> numbers(5000, rank_);
        EXPECT_EQ(MPI_Bcast(numbers.data(), static_cast<int>(numbers.size()), MPI_INT, size_ - 1, comm_), MPI_SUCCESS);
        EXPECT_EQ(std::count(numbers.begin(), numbers.end(), size_ - 1), 5000);
    }

    MPI_Comm comm_ = MPI_COMM_NULL;
    MPI_Errhandler of_world_ = MPI_ERRHANDLER_NULL;
    int rank_ = 0;
    int size_ = 0;
};

struct Lengths {
    int of_root;
    int of_others;
};

/// One block and one; one and several; several that are alike; the length of what is sent ahead of several.
constexpr Lengths kLengths[] = {{1, 10},        {10, 1},       {13, 4096},    {4096, 13},
                                {1024, 1025},   {1025, 1024},  {8192, 16384}, {16384, 32768},
                                {32768, 16384}, {200, 200000}, {200000, 200}};

int broadcast(std::vector<char>& data, int length, MPI_Comm comm, Form form) {
    if (form == Form::kBlocking) {
        return MPI_Bcast(data.data(), length, MPI_CHAR, 0, comm);
    }
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = MPI_Ibcast(data.data(), length, MPI_CHAR, 0, comm, &request);
    return code != MPI_SUCCESS ? code : MPI_Wait(&request, MPI_STATUS_IGNORE);
}

TEST_F(Differing, LengthsOfABroadcastAreAnErrorWhereTheyAreWrongAndNobodyWaits) {
    for (const Form form : kFormsOfAll) {
        for (const Lengths& lengths : kLengths) {
            for (const int wrong : {0, 1, size_ - 1}) {  // 0: all but the root
                if (wrong >= size_ || size_ == 1) {
                    continue;
                }
                const bool is_wrong = wrong == 0 ? rank_ != 0 : rank_ == wrong;
                SCOPED_TRACE(fmt::format("{} bytes, {} on {}", lengths.of_root, lengths.of_others, wrong));
                const int length = is_wrong ? lengths.of_others : lengths.of_root;
                std::vector<char> data(static_cast<std::size_t>(length) + 1, rank_ == 0 ? 'x' : '-');
                data.back() = '|';
                const int code = broadcast(data, length, comm_, form);
                EXPECT_EQ(data.back(), '|') << "written past the end";
                if (is_wrong) {
                    EXPECT_NE(code, MPI_SUCCESS);
                } else if (code == MPI_SUCCESS) {
                    EXPECT_EQ(std::count(data.begin(), data.end(), 'x'), length);
                }
                (void)of_all(code);
                expect_still_works();
            }
        }
    }
}

/// Collectives in which what one process gives is what another gets, with a count of its own.
int call(const std::string& name, const std::vector<int>& given, std::vector<int>& got, int count, MPI_Comm comm) {
    const void* const send = given.data();
    if (name == "reduce") {
        return MPI_Reduce(send, got.data(), count, MPI_INT, MPI_SUM, 0, comm);
    }
    if (name == "allreduce") {
        return MPI_Allreduce(send, got.data(), count, MPI_INT, MPI_SUM, comm);
    }
    if (name == "gather") {
        return MPI_Gather(send, count, MPI_INT, got.data(), count, MPI_INT, 0, comm);
    }
    if (name == "scatter") {
        return MPI_Scatter(send, count, MPI_INT, got.data(), count, MPI_INT, 0, comm);
    }
    if (name == "allgather") {
        return MPI_Allgather(send, count, MPI_INT, got.data(), count, MPI_INT, comm);
    }
    return MPI_Alltoall(send, count, MPI_INT, got.data(), count, MPI_INT, comm);
}

TEST_F(Differing, CountsByOnePlanAreAnErrorWhereverTheyAreSeenAndNobodyWaits) {
    for (const char* const name : {"reduce", "allreduce", "gather", "scatter", "allgather", "alltoall"}) {
        for (const int by : {-1, 1}) {
            for (const int wrong : {0, size_ - 1}) {
                if (size_ == 1) {
                    continue;
                }
                SCOPED_TRACE(fmt::format("{}, {} by {}", name, wrong, by));
                // Near the middle of its class of sizes; all parts together are short enough to be sent at once, as
                // Open MPI 4.1 writes past the end of what is too short for longer ones.
                constexpr int kRightCount = 50;
                std::vector<int> given(1000 * static_cast<std::size_t>(size_), 1);
                std::vector<int> got(given.size(), -1);
                const int code = call(name, given, got, rank_ == wrong ? kRightCount + by : kRightCount, comm_);
                const std::vector<int> codes = of_all(code);
                EXPECT_NE(std::count(codes.begin(), codes.end(), MPI_SUCCESS), size_);
                expect_still_works();
            }
        }
    }
}

/// What a root gives stands where it gets it. Only the root calls: the MPI library refuses before any message.
TEST_F(Differing, PlacesOfARootThatAreOneAreRefusedAsByTheMpiLibrary) {
    std::vector<int> data(4 * static_cast<std::size_t>(size_), 1);
    const Communicator communicator = described("a duplicate of the world", comm_);
    int refused = 0;
    for (const Collective* const collective : all_collectives()) {
#if defined(OPEN_MPI) && OPEN_MPI
        const bool is_refused = collective->name == "reduce";
#else
        const bool is_refused = collective->has_root && collective->name != "bcast";
#endif
        for (const Form form : kFormsOfAll) {
            if (!is_refused || rank_ != size_ - 1 || size_ == 1) {
                continue;
            }
            SCOPED_TRACE(collective->name);
            const bool gives_parts = collective->name.starts_with("scatter");
            const bool gets_parts = collective->name.starts_with("gather");
            Call wrong;
            wrong.send = wrong.receive = {data.data(), 2, MPI_INT, std::vector<int>(static_cast<std::size_t>(size_), 2),
                                          std::vector<int>(static_cast<std::size_t>(size_))};
            for (int rank = 0; rank < size_; ++rank) {
                wrong.send.places[static_cast<std::size_t>(rank)] = 2 * rank;
                wrong.receive.places[static_cast<std::size_t>(rank)] = 2 * rank;
            }
            (gives_parts  ? wrong.receive
             : gets_parts ? wrong.send
                          : wrong.receive)
                .address = data.data() + (gives_parts || gets_parts ? 2 * rank_ : 0);
            wrong.operation = MPI_SUM;
            wrong.root = rank_;
            wrong.comm = comm_;
            wrong.form = form;
            int classes[2] = {};
            for (const Library library : {Library::kProfiled, Library::kStandard}) {
                wrong.library = library;
                MPI_Request request = MPI_REQUEST_NULL;
                const int code = collective->start(wrong, &request);
                MPI_Error_class(code, &classes[library == Library::kStandard ? 1 : 0]);
            }
            EXPECT_NE(classes[0], MPI_SUCCESS);
            EXPECT_EQ(classes[1], classes[0]);
            ++refused;
        }
    }
    EXPECT_TRUE(rank_ != size_ - 1 || size_ == 1 || refused > 0);
    expect_still_works();
}

}  // namespace
}  // namespace conformance
