/// The blocks of a gather, a scatter or an allgather: one process's data is one block, or a run of blocks.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/schedule/block_sizes.hpp"

#include <mpi.h>

#include <cstdint>
#include <vector>

namespace causeway::mpi {

/// Where the blocks are that a process sends and receives: those of parts of the program's buffers in these, the
/// others, which it passes on, in memory of our own. A little data goes through memory of our own altogether: parts are
/// packed at the beginning and unpacked as they come, so that a message of several is one row of bytes.
class OwnedBlocks final : public CopiedBlocks {
public:
    /// Which blocks go through memory of our own.
    enum class Kept {
        kOthers,  ///< those of no part, and of parts too if it is not much
        kAll,
    };

    /// `sizes`: what the blocks are, the same on every rank. Blocks from `touched.first` on, `touched.count` of them,
    /// are all that this rank's programs deal with. `scratch` outlives this. Local. Throws MpiError.
    OwnedBlocks(schedule::BlockSizes sizes, schedule::BlockRange touched, Scratch& scratch, Kept kept = Kept::kOthers);

    /// The blocks are there from the beginning: they hold `part`, which is not written before they have left; unless
    /// all are kept, then it may be at once.
    void put(schedule::BlockRange blocks, const BufferDescription& part);

    /// When the blocks have all come, they are in `part`; parts do not overlap.
    void expect(schedule::BlockRange blocks, const BufferDescription& part);

    /// Where the packed bytes of a block are, once it is there, if all are kept.
    [[nodiscard]] const std::byte* packed(int block) const { return bytes_ + place_of(block).offset; }

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override;
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override;
    void received(schedule::BlockRange blocks) override;
    [[nodiscard]] std::int64_t held_bytes() const override { return held_bytes_; }
    void over(int block) override;

private:
    static constexpr int kNoPart = -1;
    static constexpr std::int64_t kNoPlace = -1;

    struct Part {
        Payload payload;
        schedule::BlockRange blocks;
        int missing = 0;  ///< blocks that have not come
    };

    /// Of a block.
    struct Place {
        int part = kNoPart;              ///< index into parts_
        std::int64_t offset = kNoPlace;  ///< in the part; in our memory where there is none, or everything is kept
    };

    [[nodiscard]] const Place& place_of(int block) const {
        return places_[static_cast<std::size_t>(block - touched_.first)];
    }
    [[nodiscard]] std::int64_t size_of(int block) const { return sizes_.size_of({block, 1}).value(); }
    void enter(schedule::BlockRange blocks, const BufferDescription& part, int missing);
    void reserve();

    schedule::BlockSizes sizes_;
    schedule::BlockRange touched_;
    Scratch& scratch_;
    bool are_all_kept_;
    std::vector<Place> places_;  ///< [block - touched_.first]
    std::vector<Part> parts_;
    MPI_Datatype viewed_ = MPI_DATATYPE_NULL;  ///< what `view_` is of: parts have one datatype, or two
    DatatypeView view_;
    std::byte* bytes_ = nullptr;       ///< our memory, once it is needed
    std::int64_t placed_bytes_ = 0;    ///< of it, of blocks that have come or are coming
    bool is_left_ = false;             ///< whether what of it is over is left to the system
    std::int64_t held_bytes_ = 0;      ///< of blocks that have come, or are coming, and will be left
    schedule::BlockRange last_{0, 0};  ///< what `message_` is of
    MessageMemory message_;
};

}  // namespace causeway::mpi
