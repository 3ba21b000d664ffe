/// Carries out one process's programs of a schedule with nonblocking point-to-point messages.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/counter.hpp"
#include "causeway/mpi/failure_notices.hpp"
#include "causeway/mpi/message_log.hpp"
#include "causeway/mpi/opening.hpp"
#include "causeway/mpi/some_requests.hpp"
#include "causeway/mpi/strand.hpp"
#include "causeway/schedule/block_order.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace causeway::mpi {

/// What a place among the requests is used for.
struct Slot {
    std::size_t strand = 0;
    std::size_t step = 0;  ///< of its receives or its sends
    bool is_synchronous = false;
    bool is_partial = false;  ///< taken until it is combined, though its message is there
    bool is_opening = false;  ///< Opening::is_block
    bool may_be_shorter = false;
    std::int64_t bytes = 0;  ///< expected
};

/// The memory of a run, used by one after another: it grows to what the largest of them needs.
struct Workspace {
    Scratch scratch;
    schedule::BlockOrder order;
    std::vector<Strand> strands;
    std::vector<MPI_Request> requests;  ///< fixed number of slots; MPI_REQUEST_NULL: free
    std::vector<Slot> slots;
    SomeRequests completed;  ///< of `requests`, in slots
    Opening opening;
    std::vector<std::size_t> uncombined;  ///< slots of messages that are there
    std::vector<int> held_up_peers;       ///< whose next send cannot leave yet

    /// What all of it takes that grows with what calls move.
    [[nodiscard]] std::int64_t size() const;
};

/// One call that is being carried out: between its beginning and its end messages are under way.
class Run {
public:
    /// How data flows, which says for what a process may wait that has much to pass on.
    enum class Flow {
        kAnyhow,
        /// All of it goes up one tree, or down it, in the order in which each process gets it: until others have taken
        /// of what there is.
        kOneTree,
        /// Over several trees, where programs stand in one order of all transfers: until what they send before has left.
        kSeveralTrees,
    };

    /// What programs do not say.
    struct Manner {
        /// [rank]: processes near by; a strand in which this rank sends to one of them alone is never far ahead of what
        /// that one has taken. Where many send what one combines, nobody's data then holds up what everybody waits for.
        /// Empty: no process is.
        std::span<const char> paced = {};
        Flow flow = Flow::kAnyhow;
        /// Of a broadcast: all its data, as this rank knows it.
        std::optional<Bytes> told_size = std::nullopt;
        /// What messages are noted in; null: nothing. Outlives the run.
        MessageLog* log = nullptr;
        /// [rank]: where messages to it are counted; empty: nowhere. Outlive the run.
        std::span<Counter* const> counters = {};
    };

    static constexpr std::size_t kMostStrands = 32;

    /// This rank's program of every strand (at most `kMostStrands - 1`); every rank runs its programs of the same
    /// strands. The tags from `tags.first` on, kMostStrands of them, are of this run alone among those under way on the
    /// channel of `failures`. All outlive this, but for the programs. Posts nothing yet.
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
    using Completion = SomeRequests::Completion;

    void reserve_slots();
    void post();
    void post_receives(std::size_t index);
    [[nodiscard]] bool has_room(std::size_t index, std::int64_t partial_bytes) const;
    [[nodiscard]] bool has_left_before(std::size_t index, const Step& receive) const;
    void post_sends(std::size_t index);
    [[nodiscard]] bool may_send(const Strand& strand, bool is_next) const;
    void post_sends_in_order(std::size_t index);
    void post_sends_that_can_leave(std::size_t index);
    void post_send(std::size_t index, std::size_t number);
    void leave_sends() noexcept;
    [[nodiscard]] int complete(Completion completion);
    [[nodiscard]] bool take_completed(Completion completion);
    [[nodiscard]] static std::int64_t checked_length(const MPI_Status& status, const Slot& slot);
    void combine_what_can_be();
    void finish_receive(Strand& strand, std::size_t number);
    void count(const schedule::Action& operation, std::int64_t bytes) noexcept;
    void note(const Slot& slot, const schedule::Action& operation, std::int64_t bytes, double seconds) noexcept;
    void finish(const schedule::Action& operation);
    [[nodiscard]] int tag_of(std::size_t strand) const { return tags_.first + static_cast<int>(strand); }
    [[nodiscard]] int opening_tag() const { return tag_of(kMostStrands - 1); }
    [[nodiscard]] Opening::Places opening_places() const;
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
    bool is_over_ = false;
};

}  // namespace causeway::mpi
