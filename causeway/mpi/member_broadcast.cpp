#include "causeway/mpi/member_broadcast.hpp"

#include "causeway/mpi/error.hpp"

#include <bit>

namespace causeway::mpi {

void broadcast_among(const Members& members, void* data, int bytes) {
    const auto own = static_cast<unsigned>(members.own);
    const auto size = static_cast<unsigned>(members.ranks.size());
    if (own != 0) {
        const int parent = members.ranks[own & (own - 1)];
        check(PMPI_Recv(data, bytes, MPI_BYTE, parent, members.tag, members.comm, MPI_STATUS_IGNORE), "MPI_Recv");
    }
    // To the farthest first: it has the most to pass it on to.
    for (unsigned distance = own != 0 ? own & -own : std::bit_ceil(size); (distance /= 2) > 0;) {
        if (own + distance < size) {
            check(PMPI_Send(data, bytes, MPI_BYTE, members.ranks[own + distance], members.tag, members.comm),
                  "MPI_Send");
        }
    }
}

}  // namespace causeway::mpi
