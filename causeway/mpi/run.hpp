/// Carries out one process's programs of a schedule with nonblocking point-to-point messages.
#pragma once

#include "causeway/mpi/block_data.hpp"
#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace causeway::mpi {

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
    std::int64_t partial_bytes = 0;              ///< of active receives
    std::int64_t bytes_between_synchronous = 0;  ///< sends
    std::int64_t bytes_since_synchronous = 0;
    int synchronous_sends = 0;
    bool has_control = false;
};

/// What a place among the requests is used for.
struct Slot {
    std::size_t strand = 0;
    std::size_t step = 0;  ///< of its receives or its sends
    bool is_synchronous = false;
    bool is_partial = false;  ///< taken until it is combined, though its message is there
};

/// The memory of a run, used by one after another: it grows to what the largest of them needs and is kept.
struct Workspace {
    Scratch scratch;
    schedule::BlockOrder order;
    std::vector<Strand> strands;
    std::vector<MPI_Request> requests;  ///< fixed number of slots; MPI_REQUEST_NULL: free
    std::vector<Slot> slots;
    std::vector<int> completed;           ///< slots, as MPI_Waitsome gives them
    std::vector<std::size_t> uncombined;  ///< slots of messages that are there
    std::vector<int> held_up_peers;       ///< whose next send cannot leave yet
};

/// One call that is being carried out: between its beginning and its end messages are under way.
class Run {
public:
    static constexpr std::size_t kMostStrands = 32;

    /// This rank's program of every strand (at most `kMostStrands`); every rank runs its programs of the same strands.
    /// The tags from `first_tag` on, kMostStrands of them, are of this run alone among those under way on `comm`. All
    /// outlive this, but for the programs. Posts nothing yet. `paced`, [rank]: processes near by; a strand in which
    /// this rank sends to one of them alone is never far ahead of what that one has taken. Where many send what one
    /// combines, nobody's data then holds up what everybody waits for. Empty: no process is.
    Run(MPI_Comm comm, int first_tag, Workspace& workspace, std::span<const schedule::Program* const> programs,
        int num_blocks, BlockData& data, std::span<const char> paced = {});
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    /// Posts the messages that need nothing to come before, and looks after none: the MPI library makes no progress in
    /// here. Not needed where one of the next two follows. Throws MpiError.
    void begin() { post(); }

    /// Waits until this rank has all that the programs bring it and has sent what others need from it. Throws MpiError.
    void finish();

    /// Does what can be done without waiting. Returns whether nothing is left to be done. Throws MpiError.
    [[nodiscard]] bool advance();

private:
    /// How completed messages are asked for: MPI_Waitsome or MPI_Testsome.
    using Completion = int (*)(int, MPI_Request*, int*, int*, MPI_Status*);

    void begin(std::size_t index, const schedule::Program& program, int num_blocks);
    void reserve_slots();
    void post();
    void post_receives(std::size_t index);
    void post_sends(std::size_t index);
    [[nodiscard]] bool may_send(const Strand& strand) const;
    void post_sends_in_order(std::size_t index);
    void post_sends_that_can_leave(std::size_t index);
    void post_send(std::size_t index, std::size_t number);
    [[nodiscard]] bool take_completed(Completion completion);
    void combine_what_can_be();
    void finish_receive(Strand& strand, std::size_t number);
    [[nodiscard]] int tag_of(std::size_t strand) const { return first_tag_ + static_cast<int>(strand); }
    [[nodiscard]] std::size_t free_slot(std::size_t slot) const;
    [[nodiscard]] bool is_taken(std::size_t slot) const;

    MPI_Comm comm_;
    int first_tag_;
    Workspace& workspace_;
    schedule::BlockOrder& order_;
    BlockData& data_;
    std::span<const char> paced_;
    std::span<Strand> strands_;
    std::size_t receive_window_ = 0;   ///< receives posted at once in each strand
    std::size_t send_window_ = 0;      ///< sends in each
    std::size_t first_send_slot_ = 0;  ///< the slots of receives stand before, strand by strand
    std::size_t num_slots_ = 0;
    std::size_t num_active_ = 0;
};

}  // namespace causeway::mpi
