#include "causeway/calls/end_message.hpp"

#include "causeway/mpi/error.hpp"

namespace causeway::calls {

MPI_Request receive_end(const mpi::Executor& executor, int tag) {
    const mpi::Channel& channel = executor.channel();
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Irecv(nullptr, 0, MPI_BYTE, channel.place_of(channel.rank()), channel.own_tag(tag), channel.comm(),
                          &request),
               "MPI_Irecv");
    return request;
}

MPI_Request receive_end_again_and_again(const mpi::Executor& executor, int tag) {
    const mpi::Channel& channel = executor.channel();
    MPI_Request request = MPI_REQUEST_NULL;
    mpi::check(PMPI_Recv_init(nullptr, 0, MPI_BYTE, channel.place_of(channel.rank()), channel.own_tag(tag),
                              channel.comm(), &request),
               "MPI_Recv_init");
    return request;
}

void send_end(CommunicatorState& state, const mpi::Executor& executor, int tag, bool has_failed) noexcept {
    static char data = 0;
    if (has_failed) {
        state.take_error_handler();
    }
    // A message that is too long is an error for who receives it.
    const mpi::Channel& channel = executor.channel();
    MPI_Request sent = MPI_REQUEST_NULL;
    if (PMPI_Isend(&data, has_failed ? 1 : 0, MPI_BYTE, channel.place_of(state.rank), channel.own_tag(tag),
                   channel.comm(), &sent) == MPI_SUCCESS) {
        PMPI_Request_free(&sent);
    }
}

}  // namespace causeway::calls
