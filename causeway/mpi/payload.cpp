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

/// A datatype is made of more rows than these; so few stand in the message one by one. A datatype of its own takes an
/// MPI library as long as some ten rows do.
constexpr std::int64_t kFewRows = 16;

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
    if (rows.count > INT_MAX) {
        add(address, {0, rows.length, INT_MAX, rows.stride});
        add(address + INT_MAX * rows.stride, {0, rows.length, rows.count - INT_MAX, rows.stride});
        return;
    }
    if (!pieces_.empty()) {
        Piece& before = pieces_.back();
        if (rows.count == 1 && before.rows.count == 1 && before.times == 1 &&
            before.address + before.rows.length == address) {
            before.rows.length += rows.length;
            return;
        }
        if (is_one_more(before, address, rows)) {
            before.step = before.times == 1 ? address - before.address : before.step;
            ++before.times;
            return;
        }
    }
    pieces_.push_back({address, rows});
}

/// Whether these rows are what `before` consists of, one step further.
bool MessageMemory::is_one_more(const Piece& before, const std::byte* address, const Rows& rows) {
    return before.rows.length == rows.length && before.rows.count == rows.count &&
           (rows.count == 1 || before.rows.stride == rows.stride) && before.times < INT_MAX &&
           (before.times == 1 || before.address + before.times * before.step == address);
}

/// Takes the datatype of `element`.
MessageMemory::Element MessageMemory::repeated(Element element, std::int64_t times, MPI_Aint step) {
    if (times == 1) {
        return element;
    }
    MPI_Datatype all = MPI_DATATYPE_NULL;
    check(PMPI_Type_create_hvector(static_cast<int>(times), element.count, step, element.datatype, &all),
          "MPI_Type_create_hvector");
    if (element.datatype != MPI_BYTE) {
        check(PMPI_Type_free(&element.datatype), "MPI_Type_free");
    }
    return {1, all};
}

MessageMemory::Element MessageMemory::whole(const Piece& piece) {
    const Element row = piece.rows.length > INT_MAX ? Element{1, long_row(piece.rows.length)}
                                                    : Element{static_cast<int>(piece.rows.length), MPI_BYTE};
    return repeated(repeated(row, piece.rows.count, piece.rows.stride), piece.times, piece.step);
}

MessageBuffer MessageMemory::buffer() {
    if (pieces_.empty()) {
        return {};
    }
    std::byte* const origin = pieces_.front().address;
    if (made_ != MPI_DATATYPE_NULL) {
        return {origin, 1, made_};
    }
    std::vector<int> lengths;
    std::vector<MPI_Aint> places;
    std::vector<MPI_Datatype> types;
    const auto take = [&](MPI_Aint place, Element element) {
        places.push_back(place);
        lengths.push_back(element.count);
        types.push_back(element.datatype);
    };
    for (const Piece& piece : pieces_) {
        const MPI_Aint place = piece.address - origin;
        if (piece.times * piece.rows.count > kFewRows || piece.rows.length > INT_MAX) {
            take(place, whole(piece));
            continue;
        }
        for (int time = 0; time < piece.times; ++time) {
            for (std::int64_t row = 0; row < piece.rows.count; ++row) {
                take(place + time * piece.step + row * piece.rows.stride,
                     {static_cast<int>(piece.rows.length), MPI_BYTE});
            }
        }
    }
    const auto num_places = static_cast<int>(places.size());
    if (std::all_of(types.begin(), types.end(), [](MPI_Datatype type) { return type == MPI_BYTE; })) {
        if (num_places == 1) {
            return {origin, lengths.front(), MPI_BYTE};
        }
        check(PMPI_Type_create_hindexed(num_places, lengths.data(), places.data(), MPI_BYTE, &made_),
              "MPI_Type_create_hindexed");
    } else {
        check(PMPI_Type_create_struct(num_places, lengths.data(), places.data(), types.data(), &made_),
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
