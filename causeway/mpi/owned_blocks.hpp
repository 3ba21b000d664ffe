/// The blocks of a gather, a scatter or an allgather: one process's data is one block, or a run of blocks.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/schedule/block_sizes.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::mpi {

/// Blocks travel as packed bytes through memory of our own, in their order; parts of the program's buffers are packed
/// at the beginning and unpacked as they come.
class OwnedBlocks final : public CopiedBlocks {
public:
    /// `sizes`: what the blocks are, the same on every rank. Blocks from `touched.first` on, `touched.count` of them,
    /// are all that this rank's programs deal with. `scratch` outlives this. Local. Throws MpiError.
    OwnedBlocks(schedule::BlockSizes sizes, schedule::BlockRange touched, MPI_Comm comm, Scratch& scratch);

    /// The blocks are there from the beginning: they hold `part`.
    void put(schedule::BlockRange blocks, const BufferDescription& part);

    /// When the blocks have all come, they go to `part`.
    void expect(schedule::BlockRange blocks, const BufferDescription& part);

    /// Where the packed bytes of a block are, once it is there.
    [[nodiscard]] const std::byte* packed(int block) const { return address_of(block); }

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;

    ~OwnedBlocks() override;

private:
    /// A part of the program's buffer that has not come completely.
    struct Expected {
        BufferDescription part;
        schedule::BlockRange blocks;
        int missing = 0;  ///< blocks
    };

    [[nodiscard]] std::byte* address_of(int block) const;

    schedule::BlockSizes sizes_;
    schedule::BlockRange touched_;
    MPI_Comm comm_;
    std::byte* bytes_ = nullptr;
    std::vector<Expected> expected_;
    std::vector<MPI_Datatype> long_runs_;  ///< of messages that are longer than an int can say
    std::vector<int> expected_of_;         ///< [block - touched_.first]: index into expected_, or -1
};

}  // namespace causeway::mpi
