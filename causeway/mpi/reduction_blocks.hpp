/// The blocks of a reduction: runs of elements, combined by the MPI library's operators.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::mpi {

/// The arguments of a reduction.
struct ReductionArguments {
    const void* send = nullptr;  ///< this rank's contribution; MPI_IN_PLACE: it is in `receive`
    void* receive = nullptr;     ///< for the result; any address may be one, also MPI_BOTTOM
    MPI_Count count = 0;         ///< elements
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    bool has_result = true;  ///< whether this rank gets the result, all of it, in `receive`
};

/// The elements of a block.
struct ElementRun {
    std::int64_t first = 0;
    std::int64_t count = 0;
};

/// Elements keep the layout of their datatype everywhere, as MPI's operators need it.
class ReductionBlocks final : public BlockData {
public:
    /// `runs`: the elements of each block. With `is_received_here`, this rank receives blocks: then each block of the
    /// contribution is copied, just before something is combined with it, to where it may be overwritten: the result's
    /// place if there is one. Till then, or else, it is sent from where it is. The operator is commutative. Arguments
    /// and `scratch` outlive this. Local. Throws MpiError.
    ReductionBlocks(const ReductionArguments& arguments, std::vector<ElementRun> runs, bool is_received_here,
                    Scratch& scratch);

    /// Copies what of the contribution has not been copied yet: of blocks that nobody else has any share in.
    void bring(schedule::BlockRange blocks);

    /// Every block there is.
    [[nodiscard]] schedule::BlockRange all() const { return {0, static_cast<int>(runs_.size())}; }

    /// Copies elements, whose blocks were combined, received or brought, to a place of the program's. Of a rank that
    /// has no result.
    void give(ElementRun run, void* to) const;

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer partial(schedule::BlockRange blocks, std::size_t place) override;
    void combine(schedule::BlockRange blocks, std::size_t place) override;
    [[nodiscard]] std::int64_t partial_bytes(schedule::BlockRange blocks) const override;

private:
    /// The elements of several blocks, which follow each other.
    [[nodiscard]] ElementRun elements_of(schedule::BlockRange blocks) const;
    void copy_elements(void* from, void* to, MPI_Count count) const;
    /// Memory for `count` elements, and the address that MPI takes for them.
    [[nodiscard]] std::byte* room_for(std::vector<std::byte>& memory, std::int64_t count) const;
    [[nodiscard]] MessageBuffer at(std::byte* base, schedule::BlockRange blocks) const;

    ReductionArguments arguments_;
    std::vector<ElementRun> runs_;  ///< [block]
    std::vector<char> is_away_;     ///< [block]: still where the contribution is; empty if none ever was
    Scratch& scratch_;
    DatatypeView datatype_;              ///< where contributions are copied
    std::int64_t extent_ = 0;            ///< from one element to the next, in bytes
    std::int64_t lower_bound_ = 0;       ///< true lower bound: where the first byte of an element stands
    std::int64_t span_ = 0;              ///< true extent: from there to its last byte
    std::byte* contribution_ = nullptr;  ///< as an address given to MPI; so is the next
    std::byte* elements_ = nullptr;      ///< the blocks
};

/// Blocks of so many elements, the last one with what is left.
[[nodiscard]] std::vector<ElementRun> equal_runs(std::int64_t count, std::int64_t elements_per_block);

}  // namespace causeway::mpi
