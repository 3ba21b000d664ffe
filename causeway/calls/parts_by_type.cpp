#include "causeway/calls/parts_by_type.hpp"

#include <algorithm>
#include <cstddef>

namespace causeway::calls {

mpi::BufferDescription PartsByType::of(int number, void* buffer) const {
    return {static_cast<std::byte*>(buffer) + displacements_[number], counts_[number],
            datatypes_[static_cast<std::size_t>(number)]};
}

std::vector<mpi::BufferDescription> PartsByType::all(void* buffer) const {
    std::vector<mpi::BufferDescription> parts;
    for (std::size_t number = 0; number < datatypes_.size(); ++number) {
        parts.push_back(of(static_cast<int>(number), buffer));
    }
    return parts;
}

std::vector<MPI_Datatype> values_of(const Datatypes& datatypes, const Counts& counts, int num_parts) {
    std::vector<MPI_Datatype> values;
    for (int number = 0; number < num_parts; ++number) {
        values.push_back(counts[number] == 0 ? MPI_BYTE : datatypes[number]);
    }
    return values;
}

bool has_null(const std::vector<MPI_Datatype>& datatypes) {
    return std::find(datatypes.begin(), datatypes.end(), MPI_DATATYPE_NULL) != datatypes.end();
}

std::vector<MPI_Datatype> kept(std::vector<MPI_Datatype> datatypes, const Calling& calling) {
    std::transform(datatypes.begin(), datatypes.end(), datatypes.begin(),
                   [&](MPI_Datatype datatype) { return calling.keep(datatype); });
    return datatypes;
}

}  // namespace causeway::calls
