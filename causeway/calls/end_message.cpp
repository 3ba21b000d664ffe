#include "causeway/calls/end_message.hpp"

#include "causeway/mpi/error.hpp"

namespace causeway::calls {

MPI_Request receive_end(const CommunicatorState& state, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Irecv(nullptr, 0, MPI_BYTE, state.rank, tag, state.executor->comm(), &request), "MPI_Irecv");
    return request;
}

MPI_Request receive_end_again_and_again(const CommunicatorState& state, int tag) {
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Recv_init(nullptr, 0, MPI_BYTE, state.rank, tag, state.executor->comm(), &request),
               "MPI_Recv_init");
    return request;
}

void send_end(CommunicatorState& state, int tag, bool has_failed) noexcept {
    static char data = 0;
    if (has_failed) {
        state.take_error_handler();
    }
    // A message that is too long is an error for who receives it.
    MPI_Request sent = MPI_REQUEST_NULL;
    if (PMPI_Isend(&data, has_failed ? 1 : 0, MPI_BYTE, state.rank, tag, state.executor->comm(), &sent) ==
        MPI_SUCCESS) {
        PMPI_Request_free(&sent);
    }
}

}  // namespace causeway::calls
