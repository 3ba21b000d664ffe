#include "causeway/mpi/payload.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>

namespace causeway::mpi {

namespace {

/// Data is copied between datatypes that both have gaps through so much memory at a time.
constexpr std::int64_t kCopiedAtOnce = std::int64_t{64} << 10U;

/// Rows of a length that the compiler knows.
template <std::size_t Length>
void copy_rows(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
               std::int64_t count) {
    for (; count > 0; --count, to += to_stride, from += from_stride) {
        std::memcpy(to, from, Length);
    }
}

void copy_rows(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
               std::int64_t length, std::int64_t count) {
    switch (length) {
        case 4:
            return copy_rows<4>(to, to_stride, from, from_stride, count);
        case 8:
            return copy_rows<8>(to, to_stride, from, from_stride, count);
        case 16:
            return copy_rows<16>(to, to_stride, from, from_stride, count);
        default:
            for (; count > 0; --count, to += to_stride, from += from_stride) {
                std::memcpy(to, from, static_cast<std::size_t>(length));
            }
    }
}

/// A datatype of so many bytes, more than an int can say: whole pages, and what is left. Not committed.
MPI_Datatype long_row(std::int64_t bytes) {
    constexpr int kPage = 1 << 16;
    MPI_Datatype page = MPI_DATATYPE_NULL;
    check(PMPI_Type_contiguous(kPage, MPI_BYTE, &page), "MPI_Type_contiguous");
    const std::array<int, 2> lengths{static_cast<int>(bytes / kPage), static_cast<int>(bytes % kPage)};
    const std::array<MPI_Aint, 2> places{0, static_cast<MPI_Aint>(bytes / kPage * kPage)};
    const std::array<MPI_Datatype, 2> types{page, MPI_BYTE};
    MPI_Datatype row = MPI_DATATYPE_NULL;
    check(PMPI_Type_create_struct(2, lengths.data(), places.data(), types.data(), &row), "MPI_Type_create_struct");
    check(PMPI_Type_free(&page), "MPI_Type_free");
    return row;
}

void check_room(const Payload& from, const Payload& to) {
    if (from.size() > to.size()) {
        throw MpiError("copying what this process has for itself", MPI_ERR_TRUNCATE);
    }
}

}  // namespace

Bytes packed_size(const BufferDescription& buffer) {
    MPI_Count size = 0;
    check(PMPI_Type_size_x(buffer.datatype, &size), "MPI_Type_size_x");
    return Bytes(buffer.count * size);
}

Payload::Payload(const BufferDescription& buffer, const DatatypeView& datatype)
    : base_(static_cast<std::byte*>(buffer.address)), size_(buffer.count * datatype.size()) {
    if (size_ > 0) {
        whole_ = datatype.elements(buffer.count);
        map_ = whole_.is_row() ? nullptr : datatype.map();
    }
}

void Payload::rows(std::int64_t from, std::int64_t to, base::FunctionRef<void(std::byte*, const Rows&)> take) const {
    if (from >= to) {
        return;
    }
    if (map_ == nullptr) {
        take(data() + from, {0, to - from, 1, 0});
        return;
    }
    map_->rows(whole_, from, to, [&](const Rows& rows) { take(base_ + rows.offset, rows); });
}

void Payload::pack(std::int64_t from, std::int64_t to, std::byte* packed) const {
    rows(from, to, [&](const std::byte* address, const Rows& rows) {
        copy_rows(packed, rows.length, address, rows.stride, rows.length, rows.count);
        packed += rows.count * rows.length;
    });
}

void Payload::unpack(std::int64_t from, std::int64_t to, const std::byte* packed) const {
    rows(from, to, [&](std::byte* address, const Rows& rows) {
        copy_rows(address, rows.stride, packed, rows.length, rows.length, rows.count);
        packed += rows.count * rows.length;
    });
}

void copy(const Payload& from, const Payload& to) {
    if (to.is_contiguous() || from.is_contiguous()) {
        check_room(from, to);
        if (from.size() > 0) {
            to.is_contiguous() ? from.pack(0, from.size(), to.data()) : to.unpack(0, from.size(), from.data());
        }
    } else {
        copy_to_before(from, to);
    }
}

void copy_to_before(const Payload& from, const Payload& to) {
    check_room(from, to);
    const std::int64_t size = from.size();
    std::vector<std::byte> packed(static_cast<std::size_t>(std::min(size, kCopiedAtOnce)));
    for (std::int64_t done = 0; done < size; done += kCopiedAtOnce) {
        const std::int64_t end = std::min(size, done + kCopiedAtOnce);
        from.pack(done, end, packed.data());
        to.unpack(done, end, packed.data());
    }
}

void MessageMemory::clear() {
    pieces_.clear();
    if (made_ != MPI_DATATYPE_NULL) {
        PMPI_Type_free(&made_);
    }
}

void MessageMemory::add(std::byte* address, std::int64_t bytes) {
    if (bytes > 0) {
        add(address, {0, bytes, 1, 0});
    }
}

void MessageMemory::add(const Payload& payload, std::int64_t from, std::int64_t to) {
    payload.rows(from, to, [&](std::byte* address, const Rows& rows) { add(address, rows); });
}

void MessageMemory::add(std::byte* address, const Rows& rows) {
    if (rows.count == 1 && !pieces_.empty()) {
        Piece& before = pieces_.back();
        if (before.rows.count == 1 && before.address + before.rows.length == address) {
            before.rows.length += rows.length;
            return;
        }
    }
    if (rows.count > INT_MAX) {
        add(address, {0, rows.length, INT_MAX, rows.stride});
        add(address + INT_MAX * rows.stride, {0, rows.length, rows.count - INT_MAX, rows.stride});
        return;
    }
    pieces_.push_back({address, rows});
}

MessageBuffer MessageMemory::buffer() {
    if (pieces_.empty()) {
        return {};
    }
    std::byte* const origin = pieces_.front().address;
    const auto is_short_row = [](const Piece& piece) { return piece.rows.count == 1 && piece.rows.length <= INT_MAX; };
    if (pieces_.size() == 1 && is_short_row(pieces_.front())) {
        return {origin, static_cast<int>(pieces_.front().rows.length), MPI_BYTE};
    }
    if (made_ != MPI_DATATYPE_NULL) {
        return {origin, 1, made_};
    }
    std::vector<int> lengths;
    std::vector<MPI_Aint> places;
    std::vector<MPI_Datatype> types;
    for (const Piece& piece : pieces_) {
        places.push_back(piece.address - origin);
        lengths.push_back(is_short_row(piece) ? static_cast<int>(piece.rows.length) : 1);
        if (is_short_row(piece)) {
            types.push_back(MPI_BYTE);
            continue;
        }
        MPI_Datatype row = MPI_BYTE;
        int row_length = static_cast<int>(piece.rows.length);
        if (piece.rows.length > INT_MAX) {
            row = long_row(piece.rows.length);
            row_length = 1;
        }
        MPI_Datatype rows = row;
        if (piece.rows.count > 1) {
            check(
                PMPI_Type_create_hvector(static_cast<int>(piece.rows.count), row_length, piece.rows.stride, row, &rows),
                "MPI_Type_create_hvector");
            if (row != MPI_BYTE) {
                check(PMPI_Type_free(&row), "MPI_Type_free");
            }
        }
        types.push_back(rows);
    }
    const auto num_pieces = static_cast<int>(pieces_.size());
    if (std::all_of(pieces_.begin(), pieces_.end(), is_short_row)) {
        check(PMPI_Type_create_hindexed(num_pieces, lengths.data(), places.data(), MPI_BYTE, &made_),
              "MPI_Type_create_hindexed");
    } else {
        check(PMPI_Type_create_struct(num_pieces, lengths.data(), places.data(), types.data(), &made_),
              "MPI_Type_create_struct");
        for (MPI_Datatype& type : types) {
            if (type != MPI_BYTE) {
                check(PMPI_Type_free(&type), "MPI_Type_free");
            }
        }
    }
    check(PMPI_Type_commit(&made_), "MPI_Type_commit");
    return {origin, 1, made_};
}

}  // namespace causeway::mpi
