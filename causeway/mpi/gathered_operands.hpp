/// The operands of all processes of a reduction, gathered by one that combines them itself.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/element_layout.hpp"
#include "causeway/mpi/reduction_blocks.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::mpi {

/// Operands stand one after another, in the order of their blocks, in memory of our own.
class GatheredOperands final : public CopiedBlocks {
public:
    /// `of_process`: whose each block is, as many blocks for each; `runs`: the elements of each block of an operand.
    /// All operands together have no more than INT_MAX elements. Arguments and `scratch` outlive this. Local. Throws
    /// MpiError.
    GatheredOperands(const ReductionArguments& arguments, std::vector<schedule::BlockRange> of_process, int rank,
                     std::vector<ElementRun> runs, Scratch& scratch);

    /// To be called once all are there: combines those of the ranks up to `last` in their order, to where the result is
    /// wanted; nothing of no rank (-1). Throws MpiError.
    void combine_up_to(int last);

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override { return at(blocks); }
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override { return at(blocks); }
    void received(schedule::BlockRange) override {}

private:
    [[nodiscard]] MessageBuffer at(schedule::BlockRange blocks) const;
    [[nodiscard]] MessageBuffer operand_of(int process) const {
        return at(of_process_[static_cast<std::size_t>(process)]);
    }
    void copy_elements(const MessageBuffer& from, const MessageBuffer& to) const;

    ReductionArguments arguments_;
    std::vector<schedule::BlockRange> of_process_;
    std::vector<ElementRun> runs_;
    ElementLayout layout_;
    DatatypeView datatype_;
    std::byte* operands_;
};

}  // namespace causeway::mpi
