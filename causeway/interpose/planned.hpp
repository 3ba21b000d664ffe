/// The blocking collectives as the preloaded library carries them out: by plan if there is one, else by calling
/// `native`, the MPI library's own with the same arguments.
///
/// What is not valid is left to the MPI library to complain about. They return what the MPI functions of these names
/// would; errors have been through the communicator's handler. Collective over `comm`. They never throw.
///
/// Pass through always: MPI_Gatherv and MPI_Scatterv, as only the root knows the sizes, so that no other process can
/// pass data on or agree to a plan; MPI_Alltoallv and MPI_Alltoallw, as no process knows all sizes; MPI_Scan and
/// MPI_Exscan; the nonblocking and persistent forms. Reductions with operators that do not commute pass through as
/// well.
#pragma once

#include "causeway/base/function_ref.hpp"

#include <mpi.h>

namespace causeway::interpose::planned {

using NativeCall = base::FunctionRef<int()>;

/// An array of counts of either calling convention, [rank].
class Counts {
public:
    Counts(const int* counts) : narrow_(counts) {}  // NOLINT(google-explicit-constructor): stands for either
#if MPI_VERSION >= 4
    Counts(const MPI_Count* counts) : wide_(counts) {}  // NOLINT(google-explicit-constructor)
#endif
    [[nodiscard]] bool is_null() const {
        return narrow_ == nullptr && wide_ == nullptr;
    }
    [[nodiscard]] MPI_Count operator[](int rank) const {
        return narrow_ != nullptr ? narrow_[rank] : wide_[rank];
    }

private:
    const int* narrow_ = nullptr;
    const MPI_Count* wide_ = nullptr;
};

/// An array of displacements of either, [rank].
class Displacements {
public:
    Displacements(const int* displacements) : narrow_(displacements) {}  // NOLINT(google-explicit-constructor)
#if MPI_VERSION >= 4
    Displacements(const MPI_Aint* displacements) : wide_(displacements) {}  // NOLINT(google-explicit-constructor)
#endif
    [[nodiscard]] bool is_null() const {
        return narrow_ == nullptr && wide_ == nullptr;
    }
    [[nodiscard]] MPI_Aint operator[](int rank) const {
        return narrow_ != nullptr ? narrow_[rank] : wide_[rank];
    }

private:
    const int* narrow_ = nullptr;
    const MPI_Aint* wide_ = nullptr;
};

int Barrier(MPI_Comm comm, NativeCall native) noexcept;

int Bcast(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm, NativeCall native) noexcept;

int Gather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
           MPI_Datatype receive_datatype, int root, MPI_Comm comm, NativeCall native) noexcept;

int Scatter(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
            MPI_Datatype receive_datatype, int root, MPI_Comm comm, NativeCall native) noexcept;

int Allgather(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
              MPI_Datatype receive_datatype, MPI_Comm comm, NativeCall native) noexcept;

int Allgatherv(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, Counts receive_counts,
               Displacements displacements, MPI_Datatype receive_datatype, MPI_Comm comm, NativeCall native) noexcept;

int Alltoall(const void* send, MPI_Count count, MPI_Datatype datatype, void* receive, MPI_Count receive_count,
             MPI_Datatype receive_datatype, MPI_Comm comm, NativeCall native) noexcept;

int Reduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm,
           NativeCall native) noexcept;

int Allreduce(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
              NativeCall native) noexcept;

int Reduce_scatter(const void* send, void* receive, Counts counts, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                   NativeCall native) noexcept;

int Reduce_scatter_block(const void* send, void* receive, MPI_Count count, MPI_Datatype datatype, MPI_Op op,
                         MPI_Comm comm, NativeCall native) noexcept;

}  // namespace causeway::interpose::planned
