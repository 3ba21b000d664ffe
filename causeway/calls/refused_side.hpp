/// One side of a call that the MPI library must see, to complain: found before the call is counted, so that where one
/// process alone calls wrongly, it is told, and nothing of the call remains for those after it.
#pragma once

#include "causeway/calls/parts.hpp"
#include "causeway/mpi/payload.hpp"

#include <mpi.h>

#include <algorithm>

namespace causeway::calls {

#ifdef OPEN_MPI
constexpr bool kNullIsRefused = false;
#else
constexpr bool kNullIsRefused = true;
#endif

/// Whether data is described that stands nowhere: MPICH looks for it in every collective. A datatype that begins
/// elsewhere may be one of absolute addresses. Local.
[[nodiscard]] inline bool is_nowhere(const mpi::BufferDescription& side) {
    MPI_Count size = 0;
    MPI_Aint lower_bound = 0;
    MPI_Aint extent = 0;
    return kNullIsRefused && side.address == nullptr && side.count > 0 &&
           PMPI_Type_size_x(side.datatype, &size) == MPI_SUCCESS && size > 0 &&
           PMPI_Type_get_true_extent(side.datatype, &lower_bound, &extent) == MPI_SUCCESS && lower_bound == 0;
}

/// Of a side that counts at this process, and is not MPI_IN_PLACE by right. Local.
[[nodiscard]] inline bool is_refused_side(const mpi::BufferDescription& side) {
    return side.count < 0 || side.datatype == MPI_DATATYPE_NULL || side.address == MPI_IN_PLACE || is_nowhere(side);
}

/// The same for parts that are not alike, one in each of so many places; `displacements`: of them, in elements or
/// bytes.
[[nodiscard]] inline bool are_refused_parts(const void* buffer, int num_places, const Counts& counts,
                                            const Displacements& displacements, MPI_Datatype datatype) {
    if (are_refused_at(num_places, counts, displacements)) {
        return true;
    }
    MPI_Count most = 0;
    for (int place = 0; place < num_places; ++place) {
        // MPICH looks at the address alone, which a displacement may make one.
        most = displacements[place] == 0 ? std::max<MPI_Count>(most, counts[place]) : most;
    }
    return is_refused_side({const_cast<void*>(buffer), most, datatype});
}

/// Of both sides of a call of which one may be MPI_IN_PLACE: what is given. Local.
[[nodiscard]] inline bool are_refused_sides(const mpi::BufferDescription& given, const mpi::BufferDescription& got) {
    return (given.address != MPI_IN_PLACE && is_refused_side(given)) || is_refused_side(got);
}

}  // namespace causeway::calls
