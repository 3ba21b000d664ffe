/// What calls took, as all ranks of a communicator agree on it, beside the calls that follow.
#pragma once

#include "causeway/base/units.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/calls/longest_and_sums.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/failure_notices.hpp"
#include "causeway/mpi/reduction_blocks.hpp"
#include "causeway/mpi/run.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace causeway::calls {

/// Agreement on what the calls of a round of a trial took: messages up a tree and down again, which go on in the calls
/// that follow on the communicator, until all ranks want the answer at the same one of them. So nobody waits for it,
/// unless calls are through before a message is.
///
/// A call took what it took on the rank where that was longest: what ranks wait for one that is late they wait for in
/// any way, and a way is as good as it is for the last process. Of long calls the paces between clusters are agreed on
/// by the same messages: the mean of what ranks saw where no process is through before the last one has come
/// (scheme::synchronises), elsewhere the slowest.
class AgreedTimes {
public:
    /// What ranks tell each other of by this name is that they take no part in what began at that call.
    [[nodiscard]] static std::int64_t name_of(mpi::CallTags call) { return -(std::int64_t{1} << 40) - call.call; }

    /// Begins, with the tags of a run. `call`: whose trial's round is over. Collective, at the same call on every rank.
    /// Throws MpiError.
    AgreedTimes(CommunicatorState& state, mpi::CallTags tags, const CallKind& kind, PlannedCall& call);
    AgreedTimes(const AgreedTimes&) = delete;
    AgreedTimes& operator=(const AgreedTimes&) = delete;
    ~AgreedTimes();

    /// A call begins. Returns whether it is the one at which all ranks want the answer.
    [[nodiscard]] bool is_due() noexcept { return --calls_left_ <= 0; }

    /// Does what can be done without waiting. Returns whether nothing is left to be done. Throws what a run does.
    bool advance();

    /// The same on every rank.
    struct Answer {
        std::vector<double> seconds;  ///< [call of the round], infinite where one has failed
        std::vector<double> paces;    ///< numbers of PlannedCall::paces
        Bytes mean_part;              ///< how large parts were on average, of those that differ in size
    };

    /// Once nothing is left to be done.
    [[nodiscard]] Answer answer();

    /// Those of the call at which it began, under a name of its own: it goes on when that one has failed.
    [[nodiscard]] mpi::CallTags tags() const { return tags_; }
    [[nodiscard]] const CallKind& kind() const { return kind_; }
    /// Null once its plans are forgotten.
    [[nodiscard]] PlannedCall* call() const { return call_; }
    void forget_call() noexcept { call_ = nullptr; }

private:
    mpi::CallTags tags_;
    CallKind kind_;
    PlannedCall* call_;
    int calls_left_;
    int num_ranks_;
    std::size_t num_seconds_;
    /// [call] seconds, then paces, then the bytes of a part; of this rank, and once they are agreed on, of all.
    LongestAndSums told_;
    schedule::Program program_;
    mpi::BorrowedWorkspace workspace_;
    mpi::ReductionBlocks data_;
    std::optional<mpi::Run> run_;
};

}  // namespace causeway::calls
