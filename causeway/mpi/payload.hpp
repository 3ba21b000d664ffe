/// The data of a buffer as a stream of bytes, whatever its datatype.
///
/// Ranks may describe the same data by different counts and datatypes; only the packed bytes are the same on all. So
/// messages are cut from the stream: data that is contiguous in memory is the stream itself; of other data any bytes
/// are packed and unpacked, or sent and received where they stand.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/type_map.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace causeway::mpi {

/// The arguments that describe a buffer in MPI.
struct BufferDescription {
    void* address = nullptr;
    MPI_Count count = 0;
    MPI_Datatype datatype = MPI_DATATYPE_NULL;
};

/// Size of the packed data. Local. Throws MpiError.
[[nodiscard]] Bytes packed_size(const BufferDescription& buffer);

/// A view of a buffer as a stream. Bytes are counted in the stream, and ranges of them are in it. The buffer outlives
/// this; its datatype need not.
class Payload {
public:
    Payload() = default;

    /// Local. Throws MpiError.
    explicit Payload(const BufferDescription& buffer) : Payload(buffer, DatatypeView(buffer.datatype)) {}
    /// With what is known of its datatype.
    Payload(const BufferDescription& buffer, const DatatypeView& datatype);

    [[nodiscard]] std::int64_t size() const { return size_; }

    /// Whether the bytes stand in memory one after another, from `data` on.
    [[nodiscard]] bool is_contiguous() const { return size_ == 0 || whole_.is_row(); }
    [[nodiscard]] std::byte* data() const { return base_ + whole_.offset; }

    void pack(std::int64_t from, std::int64_t to, std::byte* packed) const;
    void unpack(std::int64_t from, std::int64_t to, const std::byte* packed) const;

    /// Where these bytes stand, by addresses.
    void rows(std::int64_t from, std::int64_t to, base::FunctionRef<void(std::byte*, const Rows&)> take) const;

private:
    std::byte* base_ = nullptr;
    std::shared_ptr<const TypeMap> map_;  ///< null: the data is a row of bytes
    TypeMap::Part whole_;
    std::int64_t size_ = 0;
};

/// Copies data to where it does not overlap, whatever the datatypes. Sends no message, and takes little memory. Local.
/// Throws MpiError where there is no room for all of it.
void copy(const Payload& from, const Payload& to);

/// The same where elements of a buffer come to the places of elements before them, which may be some of their own.
void copy_to_before(const Payload& from, const Payload& to);

/// What messages are sent from or received into that stand anywhere in memory: a datatype is made of it where that is
/// more than a row of bytes. Of bytes in every case, so that it matches whatever the other end describes.
class MessageMemory {
public:
    MessageMemory() = default;
    MessageMemory(const MessageMemory&) = delete;
    MessageMemory& operator=(const MessageMemory&) = delete;
    ~MessageMemory() { clear(); }

    /// Begins a message without data.
    void clear();

    /// What follows in the message.
    void add(std::byte* address, std::int64_t bytes);
    void add(const Payload& payload, std::int64_t from, std::int64_t to);

    /// The message; valid until the next `clear`, and longer for messages that were posted till then. Throws MpiError.
    [[nodiscard]] MessageBuffer buffer();

private:
    /// Rows, and the same again and again.
    struct Piece {
        std::byte* address;
        Rows rows;
        int times = 1;
        MPI_Aint step = 0;  ///< from one time to the next
    };

    /// What datatypes are made of, and not yet committed.
    struct Element {
        int count;
        MPI_Datatype datatype;
    };

    void add(std::byte* address, const Rows& rows);
    [[nodiscard]] static bool is_one_more(const Piece& before, const std::byte* address, const Rows& rows);
    [[nodiscard]] static Element repeated(Element element, std::int64_t times, MPI_Aint step);
    [[nodiscard]] static Element whole(const Piece& piece);

    std::vector<Piece> pieces_;
    MPI_Datatype made_ = MPI_DATATYPE_NULL;
};

}  // namespace causeway::mpi
