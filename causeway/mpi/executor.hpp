/// Carries out one process's program of a schedule with nonblocking point-to-point messages.
#pragma once

#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/schedule/block_sizes.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <vector>

namespace causeway::mpi {

/// Runs schedules on a communicator of its own. Memory grows to what the largest call needed and is kept:
/// repeated calls of a kind allocate nothing. One call at a time, as MPI asks of collectives.
class Executor {
public:
    /// `comm` is private to this executor, with the ranks of the schedules that it will run.
    explicit Executor(Communicator comm) : comm_(std::move(comm)) {}

    /// Carries out `program`, this rank's program of a broadcast: returns when this rank holds all the
    /// data and has sent what others need from it. Collective: every rank runs its program of the same
    /// schedule. Throws MpiError.
    void run(const schedule::Program& program, int num_blocks, Bytes block, const BufferDescription& buffer);

    /// Leaves the communicator to the MPI library, which is being finalised and frees it itself.
    void abandon_communicator() { comm_.release(); }

private:
    class Run;

    Communicator comm_;
    std::vector<std::byte> scratch_;     ///< packed data
    std::vector<char> held_;             ///< [block]
    std::vector<MPI_Request> requests_;  ///< fixed number of slots; MPI_REQUEST_NULL: free
    std::vector<int> completed_;         ///< slots, as MPI_Waitsome gives them
    std::vector<schedule::Operation> operation_of_slot_;
    std::vector<schedule::Operation> waiting_sends_;  ///< next in the program
    std::vector<int> held_up_peers_;                  ///< whose next send cannot leave yet
};

}  // namespace causeway::mpi
