/// Where a process keeps the blocks of a call, and how it combines them: what the executor works on.
#pragma once

#include "causeway/mpi/scratch.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace causeway::mpi {

/// What a message is sent from or received into. Both ends of a message describe data of the same size, unless what
/// comes may be shorter.
struct MessageBuffer {
    void* address = nullptr;
    int count = 0;
    MPI_Datatype datatype = MPI_BYTE;
    bool may_be_shorter = false;  ///< of a receive: the message says itself how long it is
};

/// The blocks of one call on one process. The executor asks for each operation in an order that the data allows.
class BlockData {
public:
    BlockData() = default;
    BlockData(const BlockData&) = delete;
    BlockData& operator=(const BlockData&) = delete;
    virtual ~BlockData() = default;

    /// The blocks to be sent, as they are now. Throws MpiError, as all of these.
    [[nodiscard]] virtual MessageBuffer outgoing(schedule::BlockRange blocks) = 0;

    /// Where a receive puts the blocks.
    [[nodiscard]] virtual MessageBuffer incoming(schedule::BlockRange blocks) = 0;

    /// They are there: what `incoming` gave holds the blocks.
    virtual void received(schedule::BlockRange blocks) = 0;

    /// Where a receive puts blocks that are to be combined; `place` tells apart those of receives that are under way at
    /// the same time, and is small.
    [[nodiscard]] virtual MessageBuffer partial(schedule::BlockRange blocks, std::size_t place) = 0;

    /// They are there, from process `from`: combines what `partial` gave with the blocks.
    virtual void combine(schedule::BlockRange blocks, std::size_t place, int from) = 0;

    /// How much memory `partial` takes for these blocks.
    [[nodiscard]] virtual std::int64_t partial_bytes(schedule::BlockRange blocks) const = 0;

    /// How much memory of our own is taken by blocks that are not over yet and will leave it then; blocks that are
    /// being received count.
    [[nodiscard]] virtual std::int64_t held_bytes() const = 0;

    /// Nobody sends or receives the block from here on: memory of our own that it takes may be left to the system.
    virtual void over(int block) = 0;
};

/// Data whose blocks are never combined.
class CopiedBlocks : public BlockData {
public:
    [[nodiscard]] MessageBuffer partial(schedule::BlockRange, std::size_t) final { return {}; }
    void combine(schedule::BlockRange, std::size_t, int) final {}
    [[nodiscard]] std::int64_t partial_bytes(schedule::BlockRange) const final { return 0; }
    [[nodiscard]] std::int64_t held_bytes() const override { return 0; }
    void over(int) override {}
};

}  // namespace causeway::mpi
