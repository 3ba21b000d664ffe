/// Buffers of device memory in a call that is carried out by plan. Other ranks may have theirs in the host's memory and
/// know nothing of it, so that nobody can be asked to leave the call to the MPI library: this rank alone works on
/// copies in the host's memory, as MPI libraries do themselves for reductions. The MPI library moves the data there and
/// back: a program that gives it device memory relies on that it can.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/calls/call.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <memory>
#include <vector>

namespace causeway::calls {

/// The copies of one call. All copies of this are one; it allocates nothing where no buffer is device memory.
class HostCopies {
public:
    HostCopies();

    /// Whether a buffer can be device memory at all.
    [[nodiscard]] bool is_needed() const { return is_needed_; }

    /// Where to work instead of at `address`: there, unless that is device memory; MPI_IN_PLACE stays what it is.
    /// `count` and `datatype` describe what the call may touch. Local. Throws nothing: what fails is thrown by
    /// `around`.
    [[nodiscard]] const void* read(const void* address, MPI_Count count, MPI_Datatype datatype) noexcept;
    /// The same of a buffer that is written, of which what is not written stays as it is.
    [[nodiscard]] void* written(void* address, MPI_Count count, MPI_Datatype datatype) noexcept;

    /// The same of buffers with a part of `count` elements for each process of `comm`, one after another.
    [[nodiscard]] const void* read_parts(const void* address, MPI_Count count, MPI_Datatype datatype,
                                         MPI_Comm comm) noexcept;
    [[nodiscard]] void* written_parts(void* address, MPI_Count count, MPI_Datatype datatype, MPI_Comm comm) noexcept;

    /// The same of buffers with a part for each process of `comm`, as the collectives whose names end in v have them.
    [[nodiscard]] const void* read_parts(const void* address, Counts counts, Displacements displacements,
                                         MPI_Datatype datatype, MPI_Comm comm) noexcept;
    [[nodiscard]] void* written_parts(void* address, Counts counts, Displacements displacements, MPI_Datatype datatype,
                                      MPI_Comm comm) noexcept;

    /// The same of buffers with these parts.
    using Parts = std::vector<mpi::BufferDescription>;
    [[nodiscard]] const void* read_parts(const void* address, base::FunctionRef<Parts()> parts) noexcept;
    [[nodiscard]] void* written_parts(void* address, base::FunctionRef<Parts()> parts) noexcept;

    /// What `make` makes of the copies, which hold what the buffers hold now; when it is done, the buffers get what the
    /// copies hold then. Throws MpiError, bad_alloc.
    [[nodiscard]] Work around(base::FunctionRef<Work()> make) const;

private:
    struct Copies;

    [[nodiscard]] void* instead_of(void* address, base::FunctionRef<Parts()> parts, bool is_written) noexcept;
    [[nodiscard]] void* copy_of(void* address, Parts parts, bool is_written);

    bool is_needed_;
    bool has_failed_ = false;
    std::shared_ptr<Copies> copies_;
};

}  // namespace causeway::calls
