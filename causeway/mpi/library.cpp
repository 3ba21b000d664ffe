#include "causeway/mpi/library.hpp"

#include <mpi.h>

#include <array>

namespace causeway::mpi {

std::string library_version() {
    std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
    int length = 0;
    if (PMPI_Get_library_version(text.data(), &length) != MPI_SUCCESS) {
        return "an MPI library that does not say its version";
    }
    const std::string all(text.data());  // Open MPI's length counts the final zero
    return all.substr(0, all.find('\n'));
}

std::optional<int> most_communicators() {
#ifdef OPEN_MPI
    return std::nullopt;  // 65536 in the least of its transports
#else
    return 2048;  // MPICH's masks of context identifiers have so many bits, and what descends from it has the same
#endif
}

bool makes_communicators_in_one_thread() {
#ifdef OPEN_MPI
    return true;  // 4.1: MPI_Comm_dup beside another thread's MPI_Comm_create_group
#else
    return false;
#endif
}

}  // namespace causeway::mpi
