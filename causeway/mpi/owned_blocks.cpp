#include "causeway/mpi/owned_blocks.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace causeway::mpi {

OwnedBlocks::OwnedBlocks(schedule::BlockSizes sizes, schedule::BlockRange touched, MPI_Comm comm, Scratch& scratch)
    : sizes_(std::move(sizes)),
      touched_(touched),
      comm_(comm),
      bytes_(Scratch::at_least(scratch.data, std::max<std::int64_t>(1, sizes_.size_of(touched).value()))),
      expected_of_(static_cast<std::size_t>(touched.count), -1) {}

std::byte* OwnedBlocks::address_of(int block) const {
    return bytes_ + (sizes_.offset_of(block) - sizes_.offset_of(touched_.first)).value();
}

void OwnedBlocks::put(schedule::BlockRange blocks, const BufferDescription& part) {
    pack(part, address_of(blocks.first), comm_);
}

void OwnedBlocks::expect(schedule::BlockRange blocks, const BufferDescription& part) {
    for (int b = blocks.first; b < blocks.end(); ++b) {
        expected_of_[static_cast<std::size_t>(b - touched_.first)] = static_cast<int>(expected_.size());
    }
    expected_.push_back({part, blocks, blocks.count});
}

MessageBuffer OwnedBlocks::outgoing(schedule::BlockRange blocks) {
    return {address_of(blocks.first), static_cast<int>(sizes_.size_of(blocks).value()), MPI_BYTE};
}

MessageBuffer OwnedBlocks::incoming(schedule::BlockRange blocks) {
    return outgoing(blocks);
}

void OwnedBlocks::received(schedule::BlockRange blocks) {
    for (int b = blocks.first; b < blocks.end(); ++b) {
        const int index = expected_of_[static_cast<std::size_t>(b - touched_.first)];
        if (index < 0) {
            continue;
        }
        Expected& expected = expected_[static_cast<std::size_t>(index)];
        if (--expected.missing == 0) {
            unpack(address_of(expected.blocks.first), expected.part, comm_);
        }
    }
}

}  // namespace causeway::mpi
