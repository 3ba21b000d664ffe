#include "causeway/tracing/gathered_lines.hpp"

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"

#include <cstddef>

namespace causeway::tracing {

namespace {

constexpr int kTag = 0;

}  // namespace

std::string gathered_lines(MPI_Comm comm, const std::string& lines) {
    const mpi::Communicator own = mpi::duplicate(comm);
    if (mpi::rank_of(own.handle()) != 0) {
        mpi::check(PMPI_Send(lines.data(), static_cast<int>(lines.size()), MPI_CHAR, 0, kTag, own.handle()),
                   "MPI_Send");
        return {};
    }
    std::string all = lines;
    for (int rank = 1; rank < mpi::size_of(own.handle()); ++rank) {
        MPI_Status status;
        int length = 0;
        mpi::check(PMPI_Probe(rank, kTag, own.handle(), &status), "MPI_Probe");
        mpi::check(PMPI_Get_count(&status, MPI_CHAR, &length), "MPI_Get_count");
        const std::size_t begin = all.size();
        all.resize(begin + static_cast<std::size_t>(length));
        mpi::check(PMPI_Recv(all.data() + begin, length, MPI_CHAR, rank, kTag, own.handle(), MPI_STATUS_IGNORE),
                   "MPI_Recv");
    }
    return all;
}

}  // namespace causeway::tracing
