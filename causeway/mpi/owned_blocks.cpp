#include "causeway/mpi/owned_blocks.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdint>
#include <utility>

namespace causeway::mpi {

namespace {

/// A datatype of so many bytes, more than an int can say: whole pages, and what is left.
MPI_Datatype run_of_bytes(std::int64_t bytes) {
    constexpr int kPage = 1 << 16;
    MPI_Datatype page = MPI_DATATYPE_NULL;
    check(PMPI_Type_contiguous(kPage, MPI_BYTE, &page), "MPI_Type_contiguous");
    const std::array<int, 2> lengths{static_cast<int>(bytes / kPage), static_cast<int>(bytes % kPage)};
    const std::array<MPI_Aint, 2> places{0, static_cast<MPI_Aint>(bytes / kPage * kPage)};
    const std::array<MPI_Datatype, 2> types{page, MPI_BYTE};
    MPI_Datatype run = MPI_DATATYPE_NULL;
    check(PMPI_Type_create_struct(2, lengths.data(), places.data(), types.data(), &run), "MPI_Type_create_struct");
    check(PMPI_Type_commit(&run), "MPI_Type_commit");
    check(PMPI_Type_free(&page), "MPI_Type_free");
    return run;
}

}  // namespace

OwnedBlocks::OwnedBlocks(schedule::BlockSizes sizes, schedule::BlockRange touched, MPI_Comm comm, Scratch& scratch)
    : sizes_(std::move(sizes)),
      touched_(touched),
      comm_(comm),
      bytes_(Scratch::at_least(scratch.data, std::max<std::int64_t>(1, sizes_.size_of(touched).value()))),
      expected_of_(static_cast<std::size_t>(touched.count), -1) {}

OwnedBlocks::~OwnedBlocks() {
    for (MPI_Datatype& run : long_runs_) {
        PMPI_Type_free(&run);
    }
}

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
    const std::int64_t bytes = sizes_.size_of(blocks).value();
    if (bytes <= INT_MAX) {
        return {address_of(blocks.first), static_cast<int>(bytes), MPI_BYTE};
    }
    long_runs_.push_back(run_of_bytes(bytes));
    return {address_of(blocks.first), 1, long_runs_.back()};
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
