/// How far the elements of a datatype reach, as MPI says it.
#pragma once

#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <cstdint>

namespace causeway::mpi {

/// All in bytes.
struct DatatypeLayout {
    MPI_Aint extent = 0;            ///< from one element to the next; may be negative
    MPI_Aint true_lower_bound = 0;  ///< from an element's address to its lowest byte of data
    MPI_Aint true_extent = 0;       ///< from there to behind its highest
    MPI_Count size = 0;             ///< packed
};

/// Local. Throws MpiError.
[[nodiscard]] DatatypeLayout layout_of(MPI_Datatype datatype);

/// Addresses as numbers: they may be absolute.
struct AddressRange {
    std::intptr_t first = 0;
    std::intptr_t end = 0;

    [[nodiscard]] bool is_empty() const { return first >= end; }
    [[nodiscard]] bool overlaps(const AddressRange& other) const { return first < other.end && other.first < end; }
};

/// From the first byte of data to behind the last; empty if there is none. Local. Throws MpiError.
[[nodiscard]] AddressRange range_of(const BufferDescription& buffer);

}  // namespace causeway::mpi
