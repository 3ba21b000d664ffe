#include "causeway/mpi/stream_blocks.hpp"

#include <algorithm>
#include <climits>

namespace causeway::mpi {

StreamBlocks::StreamBlocks(const BufferDescription& buffer, int num_blocks, Bytes block, Scratch& scratch)
    : payload_(buffer), sizes_{Bytes(payload_.size()), block}, held_(scratch.held) {
    if (!payload_.is_contiguous() && payload_.size() <= Scratch::kMostPacked) {
        packed_ = scratch.data.at_least(payload_.size());
        held_.assign(static_cast<std::size_t>(num_blocks), 0);
    }
}

MessageBuffer StreamBlocks::place_of(schedule::BlockRange blocks) {
    const std::int64_t from = sizes_.offset_of(blocks.first).value();
    const std::int64_t to = sizes_.offset_of(blocks.end()).value();
    std::byte* const stream = payload_.is_contiguous() ? payload_.data() : packed_;
    if (stream != nullptr && to - from <= INT_MAX) {
        return {stream + from, static_cast<int>(to - from), MPI_BYTE};
    }
    if (!(last_ == blocks)) {
        message_.clear();
        message_.add(payload_, from, to);
        last_ = blocks;
    }
    return message_.buffer();
}

MessageBuffer StreamBlocks::outgoing(schedule::BlockRange blocks) {
    for (int b = blocks.first; packed_ != nullptr && b < blocks.end(); ++b) {
        if (char& is_held = held_[static_cast<std::size_t>(b)]; is_held == 0) {
            const std::int64_t from = sizes_.offset_of(b).value();
            payload_.pack(from, sizes_.offset_of(b + 1).value(), packed_ + from);
            is_held = 1;
        }
    }
    return place_of(blocks);
}

MessageBuffer StreamBlocks::incoming(schedule::BlockRange blocks) {
    return place_of(blocks);
}

void StreamBlocks::received(schedule::BlockRange blocks) {
    if (packed_ != nullptr) {
        const std::int64_t from = sizes_.offset_of(blocks.first).value();
        payload_.unpack(from, sizes_.offset_of(blocks.end()).value(), packed_ + from);
        std::fill_n(held_.begin() + blocks.first, blocks.count, char{1});
    }
}

}  // namespace causeway::mpi
