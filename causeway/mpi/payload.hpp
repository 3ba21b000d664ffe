/// The data of a broadcast as a stream of bytes, whatever its datatype.
///
/// Ranks may describe the same data by different counts and datatypes; only the packed bytes are the same
/// on all. So blocks are cut from the packed stream: data that is contiguous in memory is the stream
/// itself, other data is packed and unpacked, whole elements at a time, as the stream advances.
#pragma once

#include "causeway/base/units.hpp"

#include <mpi.h>

#include <cstddef>
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

/// Packs the data to `packed`, which has room for it; whatever its datatype. Local. Throws MpiError.
void pack(const BufferDescription& buffer, std::byte* packed, MPI_Comm comm);

/// The reverse.
void unpack(const std::byte* packed, const BufferDescription& buffer, MPI_Comm comm);

/// Whether the buffer holds the data at the beginning or at the end.
enum class Direction { kSource, kSink };

/// A view of a buffer as a stream; uses scratch memory of the caller when the data is not contiguous.
class Payload {
public:
    /// `scratch` and the buffer outlive the payload. Local. Throws MpiError.
    Payload(const BufferDescription& buffer, Direction direction, MPI_Comm comm, std::vector<std::byte>& scratch);
    /// The same with memory of the caller, at least as large as the packed data.
    Payload(const BufferDescription& buffer, Direction direction, MPI_Comm comm, std::byte* memory);
    Payload(const Payload&) = delete;
    Payload& operator=(const Payload&) = delete;
    ~Payload();

    /// The stream; bytes up to `end` are valid for sending after `prepare(end)`.
    [[nodiscard]] std::byte* data() const { return stream_; }
    [[nodiscard]] Bytes size() const { return size_; }

    /// Source: packs what is needed so that the first `end` bytes of the stream may be sent. Sink: nothing.
    void prepare(Bytes end);
    /// Sink: the first `end` bytes of the stream have been received: unpacks the elements that are whole.
    void deliver(Bytes end);

private:
    void shift_from_bottom();

    BufferDescription buffer_;
    MPI_Datatype shifted_ = MPI_DATATYPE_NULL;  ///< owned; stands for a datatype of absolute addresses
    Direction direction_;
    MPI_Comm comm_;
    Bytes size_;
    std::byte* stream_ = nullptr;
    bool contiguous_ = true;
    MPI_Aint extent_ = 0;            ///< from one element to the next, in memory
    std::int64_t element_size_ = 0;  ///< packed
    MPI_Count elements_done_ = 0;    ///< packed or unpacked so far
};

}  // namespace causeway::mpi
