#include "causeway/mpi/sized_blocks.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace causeway::mpi {

SizedBlocks::SizedBlocks(std::vector<SizedBlock> blocks, Bytes most, std::int64_t capacity,
                         std::vector<BufferDescription> to, std::vector<BufferDescription> from,
                         std::vector<ExchangedBlock> straight, Scratch& scratch)
    : blocks_(std::move(blocks)),
      most_(most),
      straight_(std::move(to), std::move(from), std::move(straight)),
      memory_(scratch.data.at_least(capacity * (most.value() + static_cast<std::int64_t>(sizeof(Size))))),
      held_(blocks_.size()) {}

Payload SizedBlocks::payload_of(const std::vector<BufferDescription>& parts, int peer) {
    const BufferDescription& part = parts[static_cast<std::size_t>(peer)];
    if (viewed_ != part.datatype) {
        view_ = DatatypeView(part.datatype);
        viewed_ = part.datatype;
    }
    return {part, view_};
}

MessageBuffer SizedBlocks::outgoing(schedule::BlockRange blocks) {
    if (is_straight(blocks)) {
        return straight_.outgoing(among_straight(blocks));
    }
    std::byte* const message = memory_ + used_;
    std::size_t end = static_cast<std::size_t>(blocks.count) * sizeof(Size);
    for (int b = blocks.first; b < blocks.end(); ++b) {
        const auto block = static_cast<std::size_t>(b);
        const SizedBlock& one = blocks_[block];
        const bool leaves = one.place == SizedBlock::Place::kLeaves;
        const Size size = leaves ? static_cast<Size>(one.size.value()) : held_[block].size;
        if (leaves && size > 0) {
            payload_of(straight_.to(), one.peer).pack(0, size, message + end);
        } else if (size > 0) {
            std::memcpy(message + end, memory_ + held_[block].offset, static_cast<std::size_t>(size));
        }
        std::memcpy(message + static_cast<std::size_t>(b - blocks.first) * sizeof size, &size, sizeof size);
        end += static_cast<std::size_t>(size);
    }
    used_ += end;
    return {message, static_cast<int>(end), MPI_PACKED};
}

MessageBuffer SizedBlocks::incoming(schedule::BlockRange blocks) {
    if (is_straight(blocks)) {
        return straight_.incoming(among_straight(blocks));
    }
    const std::size_t room =
        static_cast<std::size_t>(blocks.count) * (sizeof(Size) + static_cast<std::size_t>(most_.value()));
    expected_.push_back({blocks.first, used_});
    used_ += room;
    return {.address = memory_ + expected_.back().offset,
            .count = static_cast<int>(room),
            .datatype = MPI_PACKED,
            .may_be_shorter = true};
}

void SizedBlocks::received(schedule::BlockRange blocks) {
    if (is_straight(blocks)) {
        return;
    }
    const auto message = std::find_if(expected_.begin(), expected_.end(),
                                      [&](const Expected& one) { return one.first == blocks.first; });
    std::size_t offset = message->offset + static_cast<std::size_t>(blocks.count) * sizeof(Size);
    for (int b = blocks.first; b < blocks.end(); ++b) {
        const SizedBlock& one = blocks_[static_cast<std::size_t>(b)];
        Size size = 0;
        std::memcpy(&size, memory_ + message->offset + static_cast<std::size_t>(b - blocks.first) * sizeof size,
                    sizeof size);
        const bool comes = one.place == SizedBlock::Place::kComes;
        if (size < 0 || size > most_.value() || (comes && size != one.size.value())) {
            throw MpiError("a receive", MPI_ERR_TRUNCATE);
        }
        if (comes && size > 0) {
            payload_of(straight_.from(), one.peer).unpack(0, size, memory_ + offset);
        }
        held_[static_cast<std::size_t>(b)] = {offset, size};
        offset += static_cast<std::size_t>(size);
    }
    expected_.erase(message);
}

}  // namespace causeway::mpi
