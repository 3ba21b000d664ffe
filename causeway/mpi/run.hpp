/// Carries out one process's programs of a schedule with nonblocking point-to-point messages.
///
/// Where ranks call differently, messages are longer or shorter than what is expected, which every receive looks for.
/// In a broadcast more is known. There all depends on what the root calls, and other lengths may mean other plans, in
/// which a process waits for one that does not send to it. So in a broadcast the first block opens the call: it is
/// received from whoever sends it, with a tag of its own, and a process that gets it from another than the plan says,
/// or of another length, has failed. Where there are several blocks, which may be alike in broadcasts of different
/// lengths, or a long one, the length goes ahead of the first, along the same tree: a message of a few bytes in each
/// edge. Nothing else is received before it, so that nothing is written that is not what is expected.
///
/// By induction from the root, who has got the opening as expected has the root's length and plan; and where some have
/// not, the first of them on its way from the root in the root's plan gets what it does not expect, and tells all. The
/// length also goes ahead where control messages do, which would be waited for.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/failure_notices.hpp"
#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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
    bool is_opening = false;
    std::int64_t bytes = 0;  ///< expected
};

/// Where the length of a broadcast's data comes from and goes to, ahead of the first block.
struct Opening {
    /// Of a length that hardly any broadcast has; in one that has it, it goes ahead of even a single block. So a first
    /// message of this length is always this.
    using Message = std::array<std::byte, 13>;
    /// A block that opens a call alone is not longer: every MPI library sends this at once and, what matters, receives
    /// no more of it than there is room for (Open MPI 4.1.4 does write past the end of what is too short for a message
    /// that it fetches from the sender's memory).
    static constexpr std::size_t kMost = 1024;

    std::optional<int> from;
    std::vector<int> to;
    std::vector<int> signalling;  ///< processes to or from which control messages go before the block
    Message sent{};
    std::array<std::byte, kMost> received{};
    bool is_open = true;  ///< what comes after it may come
};

/// The memory of a run, used by one after another: it grows to what the largest of them needs and is kept.
struct Workspace {
    Scratch scratch;
    schedule::BlockOrder order;
    std::vector<Strand> strands;
    std::vector<MPI_Request> requests;  ///< fixed number of slots; MPI_REQUEST_NULL: free
    std::vector<Slot> slots;
    std::vector<int> completed;        ///< slots, as MPI_Waitsome gives them
    std::vector<MPI_Status> statuses;  ///< of them
    Opening opening;
    std::vector<std::size_t> uncombined;  ///< slots of messages that are there
    std::vector<int> held_up_peers;       ///< whose next send cannot leave yet
};

/// One call that is being carried out: between its beginning and its end messages are under way.
class Run {
public:
    /// What programs do not say.
    struct Manner {
        /// [rank]: processes near by; a strand in which this rank sends to one of them alone is never far ahead of what
        /// that one has taken. Where many send what one combines, nobody's data then holds up what everybody waits for.
        /// Empty: no process is.
        std::span<const char> paced = {};
        /// Of a broadcast: all its data, as this rank knows it.
        std::optional<Bytes> told_size = std::nullopt;
    };

    static constexpr std::size_t kMostStrands = 32;

    /// This rank's program of every strand (at most `kMostStrands - 1`); every rank runs its programs of the same
    /// strands. The tags from `tags.first` on, kMostStrands of them, are of this run alone among those under way on the
    /// communicator of `failures`. All outlive this, but for the programs. Posts nothing yet.
    Run(FailureNotices& failures, CallTags tags, Workspace& workspace,
        std::span<const schedule::Program* const> programs, int num_blocks, BlockData& data, Manner manner);
    Run(FailureNotices& failures, CallTags tags, Workspace& workspace,
        std::span<const schedule::Program* const> programs, int num_blocks, BlockData& data)
        : Run(failures, tags, workspace, programs, num_blocks, data, Manner()) {}
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    /// Of one that has not come to its end: receives nothing more.
    ~Run();

    /// Posts the messages that need nothing to come before, and looks after none: the MPI library makes no progress in
    /// here. Not needed where one of the next two follows. Throws MpiError.
    void begin() { post(); }

    /// Waits until this rank has all that the programs bring it and has sent what others need from it. Throws MpiError,
    /// or FailedCall if it was another rank that failed.
    void finish();

    /// Does what can be done without waiting. Returns whether nothing is left to be done. Throws as `finish` does.
    [[nodiscard]] bool advance();

private:
    /// How completed messages are asked for.
    enum class Completion { kWait, kTest };

    void begin(std::size_t index, const schedule::Program& program, int num_blocks);
    void find_opening(int num_blocks);
    void reserve_slots();
    void post();
    void post_opening();
    void send_opening();
    void post_receives(std::size_t index);
    void post_sends(std::size_t index);
    [[nodiscard]] bool may_send(const Strand& strand) const;
    void post_sends_in_order(std::size_t index);
    void post_sends_that_can_leave(std::size_t index);
    void post_send(std::size_t index, std::size_t number);
    [[nodiscard]] int complete(Completion completion);
    [[nodiscard]] bool take_completed(Completion completion);
    void check_received(const MPI_Status& status, const Slot& slot) const;
    void combine_what_can_be();
    void finish_receive(Strand& strand, std::size_t number);
    [[nodiscard]] int tag_of(std::size_t strand) const { return tags_.first + static_cast<int>(strand); }
    [[nodiscard]] int opening_tag() const { return tag_of(kMostStrands - 1); }
    [[nodiscard]] bool opens(const schedule::Operation& operation) const;
    [[nodiscard]] std::size_t free_slot(std::size_t slot) const;
    [[nodiscard]] bool is_taken(std::size_t slot) const;

    FailureNotices& failures_;
    std::int64_t seen_failures_ = 0;
    CallTags tags_;
    Workspace& workspace_;
    schedule::BlockOrder& order_;
    BlockData& data_;
    Manner manner_;
    std::span<Strand> strands_;
    std::size_t receive_window_ = 0;   ///< receives posted at once in each strand
    std::size_t send_window_ = 0;      ///< sends in each
    std::size_t first_send_slot_ = 0;  ///< the slots of receives stand before, strand by strand
    std::size_t opening_slot_ = 0;     ///< then those of Opening, its receive first
    std::size_t num_slots_ = 0;        ///< one more is that of failures_
    std::size_t num_active_ = 0;
    bool has_one_opening_block_ = false;  ///< its length need not go ahead
    bool has_posted_opening_ = false;
    bool is_over_ = false;
};

}  // namespace causeway::mpi
