/// The blocks of an all-to-all: block s * P + d is what process s has for process d.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/payload.hpp"

#include <vector>

namespace causeway::mpi {

/// Parts of the program's buffers, sent and received as they are.
class ExchangedBlocks final : public CopiedBlocks {
public:
    /// `to` and `from`: what this process has for each, and where what comes from each goes, [process]; int counts.
    ExchangedBlocks(std::vector<BufferDescription> to, std::vector<BufferDescription> from)
        : to_(std::move(to)), from_(std::move(from)) {}

    [[nodiscard]] MessageBuffer outgoing(schedule::BlockRange blocks) override {
        return as_message(to_[static_cast<std::size_t>(blocks.first) % to_.size()]);
    }
    [[nodiscard]] MessageBuffer incoming(schedule::BlockRange blocks) override {
        return as_message(from_[static_cast<std::size_t>(blocks.first) / from_.size()]);
    }
    void received(schedule::BlockRange) override {}

private:
    [[nodiscard]] static MessageBuffer as_message(const BufferDescription& part) {
        return {part.address, static_cast<int>(part.count), part.datatype};
    }

    std::vector<BufferDescription> to_;
    std::vector<BufferDescription> from_;
};

}  // namespace causeway::mpi
