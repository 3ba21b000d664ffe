/// Parts of which each has a datatype of its own, and begins so many bytes after the buffer does.
#pragma once

#include "causeway/calls/collectives.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <utility>
#include <vector>

namespace causeway::calls {

/// One side's, in a buffer that begins where this says.
class PartsByType {
public:
    PartsByType(const Counts& counts, const Displacements& displacements, std::vector<MPI_Datatype> datatypes)
        : counts_(counts), displacements_(displacements), datatypes_(std::move(datatypes)) {}

    [[nodiscard]] mpi::BufferDescription of(int number, void* buffer) const;
    [[nodiscard]] std::vector<mpi::BufferDescription> all(void* buffer) const;

private:
    Counts counts_;
    Displacements displacements_;
    std::vector<MPI_Datatype> datatypes_;
};

/// Of so many parts. Where there is nothing of one, the program need not give a datatype (MPICH).
[[nodiscard]] std::vector<MPI_Datatype> values_of(const Datatypes& datatypes, const Counts& counts, int num_parts);

[[nodiscard]] bool has_null(const std::vector<MPI_Datatype>& datatypes);

/// To be used in their place (Calling::keep).
[[nodiscard]] std::vector<MPI_Datatype> kept(std::vector<MPI_Datatype> datatypes, const Calling& calling);

}  // namespace causeway::calls
