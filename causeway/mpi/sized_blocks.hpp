/// The blocks of an all-to-all in which processes pass on what is not for them, and nobody but its two ends knows how
/// large a part is: every message says it of each of its blocks.
///
///     size of block 0 | size of block 1 | ... | block 0 | block 1 | ...
///
/// A receive has room for blocks as large as they may be; what comes is as long as they are. So sizes cost no message
/// of their own, and nothing waits for them. Such messages, and no others of ours, are of MPI_PACKED. Parts that are
/// larger than a block may be do not pass through others: they go straight to their receiver, as blocks of numbers after
/// those of the schedule.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/exchanged_blocks.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/mpi/scratch.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::mpi {

/// One of the schedule's blocks on this process.
struct SizedBlock {
    enum class Place { kOfOthers, kLeaves, kComes };

    Place place = Place::kOfOthers;
    int peer = 0;   ///< whom it is for, or from
    Bytes size{0};  ///< of a block that leaves or comes: 0 where the part goes straight
};

class SizedBlocks final : public CopiedBlocks {
public:
    /// `blocks`: [block] of the schedule. `most`: what one of them is at most. `capacity`: blocks in all messages of
    /// this process's program. `straight`: the blocks after those of the schedule, which are parts that go straight, of
    /// `to` and `from`, [process]. `scratch` outlives this. Throws MpiError.
    SizedBlocks(std::vector<SizedBlock> blocks, Bytes most, std::int64_t capacity, std::vector<BufferDescription> to,
                std::vector<BufferDescription> from, std::vector<ExchangedBlock> straight, Scratch& scratch);

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;

private:
    using Size = std::int32_t;  ///< in messages

    struct Held {
        std::size_t offset = 0;  ///< in our memory
        Size size = 0;
    };

    struct Expected {
        int first = 0;
        std::size_t offset = 0;
    };

    [[nodiscard]] bool is_straight(schedule::BlockRange blocks) const {
        return blocks.first >= static_cast<int>(blocks_.size());
    }
    [[nodiscard]] schedule::BlockRange among_straight(schedule::BlockRange blocks) const {
        return {blocks.first - static_cast<int>(blocks_.size()), blocks.count};
    }
    [[nodiscard]] Payload payload_of(const std::vector<BufferDescription>& parts, int peer);

    std::vector<SizedBlock> blocks_;
    Bytes most_;
    ExchangedBlocks straight_;
    std::byte* memory_;                        ///< messages, one after another; what nobody writes takes no room
    std::size_t used_ = 0;                     ///< bytes of it
    std::vector<Held> held_;                   ///< [block] that has come
    std::vector<Expected> expected_;           ///< messages
    MPI_Datatype viewed_ = MPI_DATATYPE_NULL;  ///< what `view_` is of
    DatatypeView view_;
};

}  // namespace causeway::mpi
