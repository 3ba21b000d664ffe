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

/// Whether a process's result has its own contribution in it.
enum class ScanKind { kInclusive, kExclusive };

/// What a rank's programs do with the blocks of a scan (schedule::ScanBlocks).
struct ScanUse {
    bool sends_results = false;
    bool receives_results = false;
    bool sends_totals = false;
    bool receives_totals = false;
};

/// Results stand in the program's memory; of an exclusive scan what has come of them does, and they themselves in
/// memory of our own. Totals stand where the contribution is, or in memory of our own where they change, or where that
/// place is the result's. What comes is combined as the left operand.
class ScanBlocks final : public BlockData {
public:
    /// `runs`: the elements of each block of the results. Every block that comes is to be combined. Arguments and
    /// `scratch` outlive this. Local. Throws MpiError.
    ScanBlocks(ScanKind kind, const ReductionArguments& arguments, std::vector<ElementRun> runs, const ScanUse& use,
               Scratch& scratch);

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override { return at(blocks); }
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override { return at(blocks); }
    void received(schedule::BlockRange) override {}
    [[nodiscard]] MessageBuffer partial(schedule::BlockRange blocks, std::size_t place) override;
    void combine(schedule::BlockRange blocks, std::size_t place, int from) override;
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
    void add_to_what_came(schedule::BlockRange blocks, std::size_t place);
    void copy_elements(void* from, void* to, std::int64_t count) const;

    ScanKind kind_;
    MPI_Op op_;
    std::vector<ElementRun> runs_;
    bool are_results_sent_;
    Scratch& scratch_;
    ElementLayout layout_;
    DatatypeView datatype_;
    std::vector<char> has_come_;  ///< [block of the results]: something of it; of an exclusive scan
    std::byte* program_;          ///< where the program wants its result
    std::byte* results_;
    std::byte* totals_;
};

}  // namespace causeway::mpi
