#include "causeway/mpi/datatype_layout.hpp"

#include "causeway/mpi/error.hpp"

#include <algorithm>

namespace causeway::mpi {

DatatypeLayout layout_of(MPI_Datatype datatype) {
    DatatypeLayout layout;
    MPI_Aint lower_bound = 0;
    check(PMPI_Type_get_extent(datatype, &lower_bound, &layout.extent), "MPI_Type_get_extent");
    check(PMPI_Type_get_true_extent(datatype, &layout.true_lower_bound, &layout.true_extent),
          "MPI_Type_get_true_extent");
    check(PMPI_Type_size_x(datatype, &layout.size), "MPI_Type_size_x");
    return layout;
}

AddressRange range_of(const BufferDescription& buffer) {
    const DatatypeLayout layout = layout_of(buffer.datatype);
    if (buffer.count <= 0 || layout.size == 0) {
        return {};
    }
    // With a negative extent the last element stands lowest.
    const std::intptr_t first = reinterpret_cast<std::intptr_t>(buffer.address) + layout.true_lower_bound;
    const std::intptr_t last = first + static_cast<MPI_Aint>(buffer.count - 1) * layout.extent;
    return {std::min(first, last), std::max(first, last) + layout.true_extent};
}

}  // namespace causeway::mpi
