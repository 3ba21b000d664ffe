/// The blocks of a broadcast: parts of one stream of bytes (payload.hpp).
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/schedule/block_sizes.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::mpi {

class StreamBlocks final : public CopiedBlocks {
public:
    /// `buffer` in blocks of `block` bytes; whether it is the source or is filled, `program` says. All outlive this.
    /// Local. Throws MpiError.
    StreamBlocks(const BufferDescription& buffer, const schedule::Program& program, int num_blocks, Bytes block,
                 MPI_Comm comm, Scratch& scratch);

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;

private:
    [[nodiscard]] MessageBuffer place_of(schedule::BlockRange blocks) const;

    Payload payload_;
    schedule::BlockSizes sizes_;
    std::vector<char>& held_;  ///< [block]: of a sink
    int prefix_ = 0;           ///< blocks held without a gap: the payload unpacks in order
};

}  // namespace causeway::mpi
