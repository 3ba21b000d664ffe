#include "causeway/mpi/payload.hpp"

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>

namespace causeway::mpi {

namespace {

struct Extent {
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
};

Extent extent_of(MPI_Datatype datatype) {
    Extent result;
    check(PMPI_Type_get_extent(datatype, &result.lower_bound, &result.extent), "MPI_Type_get_extent");
    return result;
}

std::int64_t size_of_element(MPI_Datatype datatype) {
    MPI_Count size = 0;
    check(PMPI_Type_size_x(datatype, &size), "MPI_Type_size_x");
    return size;
}

bool is_basic(MPI_Datatype datatype) {
    int integers = 0;
    int addresses = 0;
    int datatypes = 0;
    int combiner = 0;
    check(PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner), "MPI_Type_get_envelope");
    return combiner == MPI_COMBINER_NAMED;
}

/// Whether the packed bytes stand in memory as they are, one element after another. Equal size and extent
/// do not prove it (the parts of a derived type may be permuted), so only basic types, and contiguous runs
/// or duplicates of them, count; for anything else the answer is no, which costs a copy.
bool is_contiguous(MPI_Datatype datatype) {
    int integers = 0;
    int addresses = 0;
    int datatypes = 0;
    int combiner = 0;
    check(PMPI_Type_get_envelope(datatype, &integers, &addresses, &datatypes, &combiner), "MPI_Type_get_envelope");
    if (combiner == MPI_COMBINER_NAMED) {
        const Extent extent = extent_of(datatype);
        return extent.lower_bound == 0 && extent.extent == size_of_element(datatype);
    }
    if (combiner != MPI_COMBINER_CONTIGUOUS && combiner != MPI_COMBINER_DUP) {
        return false;
    }
    std::array<int, 1> integer{};
    std::array<MPI_Aint, 1> address{};
    std::array<MPI_Datatype, 1> inner{};
    check(
        PMPI_Type_get_contents(datatype, integers, addresses, datatypes, integer.data(), address.data(), inner.data()),
        "MPI_Type_get_contents");
    const bool result = is_contiguous(inner[0]);
    if (!is_basic(inner[0])) {
        check(PMPI_Type_free(inner.data()), "MPI_Type_free");
    }
    return result;
}

}  // namespace

Bytes packed_size(const BufferDescription& buffer) {
    return Bytes(buffer.count * size_of_element(buffer.datatype));
}

void pack(const BufferDescription& buffer, std::byte* packed, MPI_Comm comm) {
    Payload payload(buffer, Direction::kSource, comm, packed);
    payload.prepare(payload.size());
    if (payload.data() != packed && payload.size() > Bytes(0)) {
        std::memcpy(packed, payload.data(), static_cast<std::size_t>(payload.size().value()));
    }
}

void unpack(const std::byte* packed, const BufferDescription& buffer, MPI_Comm comm) {
    // As a sink the payload only reads its memory.
    auto* const memory = const_cast<std::byte*>(packed);
    Payload payload(buffer, Direction::kSink, comm, memory);
    if (payload.data() != memory && payload.size() > Bytes(0)) {
        std::memcpy(payload.data(), packed, static_cast<std::size_t>(payload.size().value()));
    }
    payload.deliver(payload.size());
}

Payload::Payload(const BufferDescription& buffer, Direction direction, MPI_Comm comm, std::vector<std::byte>& scratch)
    : Payload(buffer, direction, comm,
              Scratch::at_least(scratch, is_contiguous(buffer.datatype) ? 0 : packed_size(buffer).value())) {}

Payload::Payload(const BufferDescription& buffer, Direction direction, MPI_Comm comm, std::byte* memory)
    : buffer_(buffer),
      direction_(direction),
      comm_(comm),
      size_(packed_size(buffer)),
      contiguous_(is_contiguous(buffer.datatype)) {
    if (contiguous_) {
        stream_ = static_cast<std::byte*>(buffer.address);
        return;
    }
    extent_ = extent_of(buffer.datatype).extent;
    element_size_ = size_of_element(buffer.datatype);
    stream_ = memory;
    if (buffer_.address == MPI_BOTTOM) {
        shift_from_bottom();
    }
}

Payload::~Payload() {
    if (shifted_ != MPI_DATATYPE_NULL) {
        PMPI_Type_free(&shifted_);
    }
}

/// A datatype of absolute addresses goes with the address MPI_BOTTOM, a null pointer, which MPICH's MPI_Pack does not
/// take: describes the same memory relative to another address.
void Payload::shift_from_bottom() {
    MPI_Aint base = 0;
    check(PMPI_Get_address(stream_, &base), "MPI_Get_address");
    const MPI_Aint displacement = -base;
    check(PMPI_Type_create_hindexed_block(1, 1, &displacement, buffer_.datatype, &shifted_),
          "MPI_Type_create_hindexed_block");
    check(PMPI_Type_commit(&shifted_), "MPI_Type_commit");
    buffer_.address = stream_;
    buffer_.datatype = shifted_;
}

void Payload::prepare(Bytes end) {
    if (contiguous_ || direction_ == Direction::kSink) {
        return;
    }
    const MPI_Count needed = std::min<MPI_Count>(
        buffer_.count, (end.value() + element_size_ - 1) / std::max<std::int64_t>(1, element_size_));
    while (elements_done_ < needed) {
        // One element at the least; several as long as their packed size fits an int.
        const MPI_Count most = std::max<MPI_Count>(1, INT_MAX / std::max<std::int64_t>(1, element_size_));
        const int count = static_cast<int>(std::min<MPI_Count>(most, needed - elements_done_));
        const std::int64_t left = size_.value() - elements_done_ * element_size_;
        int position = 0;
        check(PMPI_Pack(static_cast<std::byte*>(buffer_.address) + elements_done_ * extent_, count, buffer_.datatype,
                        stream_ + elements_done_ * element_size_,
                        static_cast<int>(std::min<std::int64_t>(INT_MAX, left)), &position, comm_),
              "MPI_Pack");
        elements_done_ += count;
    }
}

void Payload::deliver(Bytes end) {
    if (contiguous_ || direction_ == Direction::kSource) {
        return;
    }
    const MPI_Count whole = end.value() / std::max<std::int64_t>(1, element_size_);
    while (elements_done_ < whole) {
        const MPI_Count most = std::max<MPI_Count>(1, INT_MAX / std::max<std::int64_t>(1, element_size_));
        const int count = static_cast<int>(std::min<MPI_Count>(most, whole - elements_done_));
        int position = 0;
        check(PMPI_Unpack(stream_ + elements_done_ * element_size_, static_cast<int>(count * element_size_), &position,
                          static_cast<std::byte*>(buffer_.address) + elements_done_ * extent_, count, buffer_.datatype,
                          comm_),
              "MPI_Unpack");
        elements_done_ += count;
    }
}

}  // namespace causeway::mpi
