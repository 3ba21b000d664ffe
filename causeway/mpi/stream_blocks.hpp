/// The blocks of a broadcast: parts of one stream of bytes (payload.hpp).
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/schedule/block_sizes.hpp"

#include <mpi.h>

#include <vector>

namespace causeway::mpi {

/// A little data with gaps is packed once, for all processes that it is sent to; much of it is sent from where it is
/// and received where it belongs.
class StreamBlocks final : public CopiedBlocks {
public:
    /// `buffer` in blocks of `block` bytes. `scratch` and the buffer outlive this. Local. Throws MpiError.
    StreamBlocks(const BufferDescription& buffer, int num_blocks, Bytes block, Scratch& scratch);

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;

private:
    [[nodiscard]] MessageBuffer place_of(schedule::BlockRange blocks);

    Payload payload_;
    schedule::BlockSizes sizes_;
    std::byte* packed_ = nullptr;      ///< the stream, of data that is packed
    std::vector<char>& held_;          ///< [block]: whether it is packed
    schedule::BlockRange last_{0, 0};  ///< what `message_` is of
    MessageMemory message_;
};

}  // namespace causeway::mpi
