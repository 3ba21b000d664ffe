/// The blocks of a reduction: runs of elements, combined by the MPI library's operators.
#pragma once

#include "causeway/mpi/block_data.hpp"

#include <mpi.h>

#include <cstdint>

namespace causeway::mpi {

/// The arguments of a reduction.
struct ReductionArguments {
    const void* send = nullptr;  ///< this rank's contribution; MPI_IN_PLACE: it is in `receive`
    void* receive = nullptr;     ///< for the result; null where this rank gets none
    MPI_Count count = 0;         ///< elements
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
};

/// Whether the elements lie in memory so that runs of them can be copied into memory of our own and back: the extent is
/// positive and no element reaches beyond it into the next. Local. Throws MpiError.
[[nodiscard]] bool can_be_reduced_in_blocks(MPI_Datatype datatype);

/// Elements keep the layout of their datatype everywhere, as MPI's operators need it.
class ReductionBlocks final : public BlockData {
public:
    /// Block b is `elements_per_block` elements from b * elements_per_block on; the last one may be shorter. With
    /// `is_combined_here`, some blocks are received: then the contribution is copied to where it may be overwritten;
    /// else it is sent from where it is. The operator is commutative. Arguments and `scratch` outlive this. Local.
    /// Throws MpiError.
    ReductionBlocks(const ReductionArguments& arguments, std::int64_t elements_per_block, bool is_received_here,
                    Scratch& scratch);

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer partial(schedule::BlockRange blocks, std::size_t place) override;
    void combine(schedule::BlockRange blocks, std::size_t place) override;
    [[nodiscard]] std::int64_t partial_bytes(schedule::BlockRange blocks) const override;

private:
    [[nodiscard]] std::int64_t first_element(int block) const;
    [[nodiscard]] MessageBuffer at(std::byte* base, schedule::BlockRange blocks) const;

    ReductionArguments arguments_;
    std::int64_t elements_per_block_;
    Scratch& scratch_;
    std::int64_t extent_ = 0;        ///< from one element to the next, in bytes
    std::int64_t lower_bound_ = 0;   ///< true lower bound: where the first byte of an element stands
    std::int64_t span_ = 0;          ///< true extent: from there to its last byte
    std::byte* elements_ = nullptr;  ///< the blocks: as an address given to MPI
};

/// `count` elements from one place to another that does not overlap it. Local. Throws MpiError.
void copy_elements(const void* from, void* to, MPI_Count count, MPI_Datatype datatype);

}  // namespace causeway::mpi
