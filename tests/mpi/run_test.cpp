/// Runs of reductions: how far ahead of its receiver a sender gets.
#include "causeway/mpi/run.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/reduction_blocks.hpp"
#include "causeway/schedule/schedule.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace causeway::mpi {
namespace {

/// Small enough for every MPI library to buffer.
constexpr int kElementsPerBlock = 512;
constexpr int kBlocks = 256;
constexpr int kCount = kBlocks * kElementsPerBlock - 17;
/// Some for every block; where the machine is busy with other things each may last as long as these may run.
constexpr std::int64_t kLooks = 8 * kBlocks;

/// This rank's part in the sum of the ranks' contributions on rank 0, to which every other rank sends block after
/// block. Element i of rank r's contribution is r + i.
class SumOnRankZero {
public:
    explicit SumOnRankZero(std::span<const char> paced)
        : comm_(duplicate(MPI_COMM_WORLD)),
          failures_(Channel(comm_.handle())),
          rank_(rank_of(comm_.handle())),
          size_(size_of(comm_.handle())) {
        schedule::Builder builder(size_, kBlocks);
        builder.begin_section(kBlocks, 1);
        for (int sender = 1; sender < size_; ++sender) {
            builder.reduce(sender, 0, {0, 1});
        }
        schedule_ = builder.finish();
        contribution_.resize(kCount);
        std::iota(contribution_.begin(), contribution_.end(), rank_);
        result_.assign(kCount, -1);
        data_.emplace(
            ReductionArguments{contribution_.data(), rank_ == 0 ? result_.data() : nullptr, kCount, MPI_INT, MPI_SUM},
            equal_runs(kCount, kElementsPerBlock), rank_ == 0, workspace_.scratch);
        const schedule::Program* const program = &schedule_.programs[static_cast<std::size_t>(rank_)];
        run_.emplace(failures_, CallTags{0, 1}, workspace_, std::span(&program, 1), kBlocks, *data_,
                     Run::Manner{.paced = paced});
    }

    [[nodiscard]] Run& run() { return *run_; }

    void expect_sum() const {
        for (int i = 0; rank_ == 0 && i < kCount; ++i) {
            ASSERT_EQ(result_[static_cast<std::size_t>(i)], size_ * i + size_ * (size_ - 1) / 2) << "element " << i;
        }
        EXPECT_EQ(contribution_.back(), rank_ + kCount - 1);
    }

private:
    Communicator comm_;
    FailureNotices failures_;
    int rank_;
    int size_;
    schedule::Schedule schedule_;
    std::vector<int> contribution_;
    std::vector<int> result_;
    Workspace workspace_;
    std::optional<ReductionBlocks> data_;
    std::optional<Run> run_;
};

/// Whether this rank, which sends only, gets through within so many looks at what is under way while rank 0 takes
/// nothing.
bool is_through_alone(SumOnRankZero& sum, std::int64_t looks) {
    bool is_through = sum.run().advance();
    for (; !is_through && looks > 0; --looks) {
        is_through = sum.run().advance();
    }
    return is_through;
}

TEST(PacedRun, WaitsForTheReceiverToTakeWhatWasSent) {
    const std::vector<char> all(static_cast<std::size_t>(size_of(MPI_COMM_WORLD)), 1);
    SumOnRankZero sum(all);
    if (rank_of(MPI_COMM_WORLD) != 0) {
        EXPECT_FALSE(is_through_alone(sum, kLooks));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    sum.run().finish();
    sum.expect_sum();
}

TEST(PacedRun, IsThatOfProcessesNearByOnly) {
    // What the library buffers is complete, though nobody has taken it.
    SumOnRankZero sum({});
    if (rank_of(MPI_COMM_WORLD) != 0) {
        EXPECT_TRUE(is_through_alone(sum, std::numeric_limits<std::int64_t>::max()));  // or the watchdog ends it
    }
    MPI_Barrier(MPI_COMM_WORLD);
    sum.run().finish();
    sum.expect_sum();
}

}  // namespace
}  // namespace causeway::mpi
