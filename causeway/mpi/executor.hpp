/// Carries out one process's programs of a schedule with nonblocking point-to-point messages.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/payload.hpp"
#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace causeway::mpi {

/// Runs schedules on a communicator of its own. Memory grows to what the largest call needed and is kept:
/// repeated calls of a kind allocate nothing. One call at a time, as MPI asks of collectives.
class Executor {
public:
    /// `comm` is private to this executor, with the ranks of the schedules that it will run.
    explicit Executor(Communicator comm) : comm_(std::move(comm)) {}

    /// Carries out this rank's program of every strand (at most `kMostStrands`): returns when this rank has all that
    /// the programs bring it and has sent what others need from it. Collective: every rank runs its programs of the
    /// same strands. Throws MpiError.
    void run(std::span<const schedule::Program* const> strands, int num_blocks, BlockData& data);

    /// A broadcast by `program`, this rank's program of a schedule, of `buffer` in blocks of `block` bytes. Collective.
    /// Throws MpiError.
    void broadcast(const schedule::Program& program, int num_blocks, Bytes block, const BufferDescription& buffer);

    [[nodiscard]] MPI_Comm comm() const { return comm_.handle(); }
    [[nodiscard]] Scratch& scratch() { return scratch_; }

    /// Leaves the communicator to the MPI library, which is being finalised and frees it itself.
    void abandon_communicator() { comm_.release(); }

    static constexpr std::size_t kMostStrands = 32;

private:
    class Run;

    /// An operation with what it waits for.
    struct Step {
        schedule::Operation operation;
        schedule::Needs needs;
        /// Receives that a control message, or what follows one, waits for (schedule.hpp): so many of the strand,
        /// counted from the first, must be there; and so many control messages.
        std::size_t receives_before = 0;
        std::size_t controls_before = 0;
    };

    /// One strand of a run.
    struct Strand {
        std::vector<Step> receives;
        std::vector<Step> sends;
        std::vector<char> has_arrived;           ///< [receive], where there are control messages
        std::size_t num_senders = 0;             ///< processes that send to this one
        std::size_t next_receive = 0;            ///< not posted yet
        std::size_t next_send = 0;               ///< not looked at yet
        std::vector<std::size_t> waiting_sends;  ///< looked at, in order: they lack something
        std::size_t arrived_prefix = 0;          ///< receives there without a gap
        std::size_t arrived_controls = 0;        ///< control messages among them, of which none lacks
        std::size_t control_prefix = 0;          ///< receives among which all control messages are there
        std::size_t active_receives = 0;
        std::size_t active_sends = 0;
        std::int64_t partial_bytes = 0;  ///< of active receives
        std::int64_t bytes_since_synchronous = 0;
        int synchronous_sends = 0;
        bool has_control = false;
    };

    /// What a slot of `requests_` is used for.
    struct Slot {
        std::size_t strand = 0;
        std::size_t step = 0;  ///< of its receives or its sends
        bool is_synchronous = false;
        bool is_partial = false;  ///< taken until it is combined, though its message is there
    };

    Communicator comm_;
    Scratch scratch_;
    schedule::BlockOrder order_;
    std::vector<Strand> strands_;
    std::vector<MPI_Request> requests_;  ///< fixed number of slots; MPI_REQUEST_NULL: free
    std::vector<Slot> slots_;
    std::vector<int> completed_;           ///< slots, as MPI_Waitsome gives them
    std::vector<std::size_t> uncombined_;  ///< slots of messages that are there
    std::vector<int> held_up_peers_;       ///< whose next send cannot leave yet
};

}  // namespace causeway::mpi
