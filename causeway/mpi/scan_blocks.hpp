/// The blocks of a scan: runs of elements, combined by the MPI library's operators.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/element_layout.hpp"
#include "causeway/mpi/reduction_blocks.hpp"
#include "causeway/schedule/collective.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::mpi {

/// Results stand in the program's memory, totals (schedule::ScanBlocks) where the contribution is, or in memory of our
/// own where they change, or the contribution's place is the result's. What comes is combined as the left operand.
class ScanBlocks final : public BlockData {
public:
    enum class Results {
        kWithOwn,     ///< a result begins as the process's own contribution
        kWithoutOwn,  ///< it begins as what is received first; what nothing is received of stays as it is
    };

    /// `runs`: the elements of each block of the results. `are_totals_sent`, `are_totals_received`: by this rank.
    /// Arguments and `scratch` outlive this. Local. Throws MpiError.
    ScanBlocks(const ReductionArguments& arguments, std::vector<ElementRun> runs, Results results, bool are_totals_sent,
               bool are_totals_received, Scratch& scratch);

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override { return at(blocks); }
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override { return at(blocks); }
    void received(schedule::BlockRange) override {}
    [[nodiscard]] MessageBuffer partial(schedule::BlockRange blocks, std::size_t place) override;
    void combine(schedule::BlockRange blocks, std::size_t place) override;
    [[nodiscard]] std::int64_t partial_bytes(schedule::BlockRange blocks) const override;
    [[nodiscard]] std::int64_t held_bytes() const override { return 0; }
    void over(int) override {}

private:
    [[nodiscard]] bool are_results(schedule::BlockRange blocks) const {
        return blocks.first < static_cast<int>(runs_.size());
    }
    /// Of blocks that are all of one kind.
    [[nodiscard]] ElementRun elements(schedule::BlockRange blocks) const;
    [[nodiscard]] MessageBuffer at(schedule::BlockRange blocks) const;

    std::vector<ElementRun> runs_;
    MPI_Op op_;
    Scratch& scratch_;
    ElementLayout layout_;
    std::byte* results_;
    std::byte* totals_;
};

}  // namespace causeway::mpi
