#include "causeway/mpi/stream_blocks.hpp"

#include <algorithm>

namespace causeway::mpi {

namespace {

bool receives_data(const schedule::Program& program) {
    return std::any_of(program.sections.begin(), program.sections.end(), [](const schedule::Section& section) {
        return std::any_of(section.body.begin(), section.body.end(), [](const schedule::Operation& operation) {
            return !operation.is_send() && !operation.is_control();
        });
    });
}

}  // namespace

StreamBlocks::StreamBlocks(const BufferDescription& buffer, const schedule::Program& program, int num_blocks,
                           Bytes block, MPI_Comm comm, Scratch& scratch)
    : payload_(buffer, receives_data(program) ? Direction::kSink : Direction::kSource, comm, scratch.data),
      sizes_{payload_.size(), block},
      held_(scratch.held) {
    held_.assign(static_cast<std::size_t>(num_blocks), 0);
}

MessageBuffer StreamBlocks::place_of(schedule::BlockRange blocks) const {
    return {payload_.data() + sizes_.offset_of(blocks.first).value(), static_cast<int>(sizes_.size_of(blocks).value()),
            MPI_BYTE};
}

MessageBuffer StreamBlocks::outgoing(schedule::BlockRange blocks) {
    payload_.prepare(sizes_.offset_of(blocks.end()));
    return place_of(blocks);
}

MessageBuffer StreamBlocks::incoming(schedule::BlockRange blocks) {
    return place_of(blocks);
}

void StreamBlocks::received(schedule::BlockRange blocks) {
    std::fill_n(held_.begin() + blocks.first, blocks.count, char{1});
    const int before = prefix_;
    while (prefix_ < static_cast<int>(held_.size()) && held_[static_cast<std::size_t>(prefix_)] != 0) {
        ++prefix_;
    }
    if (prefix_ > before) {
        payload_.deliver(sizes_.offset_of(prefix_));
    }
}

}  // namespace causeway::mpi
