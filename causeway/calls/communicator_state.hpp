/// What Causeway keeps with a communicator: made at the first collective call on it, freed with it, or when the last
/// call on it has ended.
#pragma once

#include "causeway/base/recently_used.hpp"
#include "causeway/calls/call_totals.hpp"
#include "causeway/calls/group_experience.hpp"
#include "causeway/calls/planned_call.hpp"
#include "causeway/calls/process_group.hpp"
#include "causeway/calls/programs.hpp"
#include "causeway/calls/usual_part.hpp"
#include "causeway/correction/correction.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/counter.hpp"
#include "causeway/mpi/executor.hpp"
#include "causeway/mpi/message_log.hpp"
#include "causeway/planner/planner.hpp"
#include "causeway/platform/platform.hpp"
#include "causeway/scheme/scheme.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::calls {

class DriftWatch;

class AgreedTimes;

class BetweenGroups;

class EarlyExecutor;

struct Neighbours;

/// The state of one communicator on one rank. Used by one thread at a time, as MPI asks of collectives.
struct CommunicatorState {
    CommunicatorState();
    ~CommunicatorState();
    CommunicatorState(const CommunicatorState&) = delete;
    CommunicatorState& operator=(const CommunicatorState&) = delete;

    /// The program frees the communicator; calls that are under way keep this. Local, never throws.
    void communicator_is_freed() noexcept;
    /// Whether the communicator is freed, and this may free another one at its end. By any thread.
    [[nodiscard]] bool keeps_communicator() noexcept;

    /// From here on errors of messages go through the program's handler: the one that its communicator has, or had
    /// when it was freed. By any thread, never throws.
    void take_error_handler() noexcept;

    /// An error of a call that is known by its request alone, through that handler. Returns `code`.
    int raise(int code) noexcept;

    /// What ranks have agreed on for the messages of calls from here on; and what calls have that cannot wait for that.
    void take_executor(NumberedExecutor agreed) noexcept;
    void take_early(std::shared_ptr<EarlyExecutor> made);

    /// That one, and those before it that calls are under way on.
    [[nodiscard]] std::vector<std::shared_ptr<EarlyExecutor>> all_early() const;

    /// Whether ranks were found to call differently (mpi/failure_notices.hpp).
    [[nodiscard]] bool ranks_differ() const noexcept;

    /// Kinds of calls that plans are kept for. A plan that has to go is that of the kind
    /// that was called longest ago: the same on all ranks, as all make the same calls in the same order. So they agree
    /// on what is planned anew, where that takes messages.
    [[nodiscard]] std::size_t most_plans() const;

    /// Keeps what was decided for a kind of calls, which there is no plan of yet. Stays where it is until the next one
    /// is entered, or all are forgotten.
    PlannedCall& enter(const CallKind& kind, PlannedCall call);

    /// A call of the kind begins that this rank alone could not plan, for want of memory: it counts here as well once
    /// there is a plan. Returns false if there were too many of these.
    [[nodiscard]] bool misses_plan(const CallKind& kind) noexcept;

    /// The facts have changed: everything is planned anew, by every rank at the same call. `tried`: what the trials of
    /// plans that are made from now on know of calls so far; nothing, where the network is not what it was.
    void plan_with(job::Facts::Version renewed, TriedKinds tried = {});

    /// What was called so far is summed up for the report.
    void forget_plans(CallTotals::Standing standing = CallTotals::Standing::kOver);

    /// What calls of the kind are kept as.
    [[nodiscard]] experience::Kind kept_as(const CallKind& kind) const;

    /// What calls of the kind are told as.
    [[nodiscard]] ToldCalls told(const CallKind& kind, const std::string& plan) const;
    /// And what of the plan.
    [[nodiscard]] ToldWay told(const planner::Candidate& choice, const std::string& reason) const;

    /// Where the messages of a call by a plan that stays are noted, if they are: once for each way, of so many as are
    /// not too many. Alike on all ranks, if they have memory. Null: nowhere.
    [[nodiscard]] mpi::MessageLog* begin_log(CallRecord& record, const PlannedCall& planned) noexcept;

    /// A call is left to the MPI library without a plan; `collective`, `why`: literals. kAnyCollective: as all are.
    static constexpr std::string_view kAnyCollective = "any";
    void passes(std::string_view collective, std::string_view why) noexcept;

    /// Whether plans are made at all, once ranks have agreed: else every call passes through.
    bool plans = false;
    std::string_view why_none;               ///< a literal: why no plans are made, if they are not
    bool is_between_groups = false;          ///< nothing is planned, but inside the groups of an intercommunicator
    std::unique_ptr<BetweenGroups> between;  ///< null before the first such call
    int rank = 0;
    std::shared_ptr<ProcessGroup> group;  ///< null where no plan pays
    bool had_first_call = false;          ///< that might have been planned
    /// [rank]: where a trace counts what calls by plan send to it; empty: there is no trace.
    std::vector<mpi::Counter*> counters;
    job::Facts::Version facts;          ///< what is planned with: the same on all ranks
    std::string platform_fingerprint;   ///< of these
    std::string job_began;              ///< a time stamp, where experience is kept or told; else empty
    bool is_reported = false;           ///< a report was asked for
    bool is_traced = false;             ///< and a trace
    std::unique_ptr<DriftWatch> watch;  ///< null where nothing is watched
    std::vector<plan::Plan> given;      ///< that calls they are for take, whatever else there is
    bool is_agreed = false;             ///< first_agreement.hpp
    /// Null before that, but of MPI_COMM_WORLD.
    std::unique_ptr<mpi::Executor> executor;
    /// Of calls before that, which hold it as long as they are under way; null: there were none.
    std::shared_ptr<EarlyExecutor> early;
    int executor_number = -1;            ///< NumberedExecutor
    std::unique_ptr<Programs> programs;  ///< null before the first call that could be planned
    base::RecentlyUsed<CallKind, PlannedCall> calls;
    /// What calls have shown of the network, the same on all ranks.
    std::vector<correction::SeenCalls> seen_calls;
    bool has_seen_paces = false;  ///< since what they show was last looked at
    bool is_in_doubt = false;     ///< more is wrong than what they show
    int num_corrections = 0;
    correction::Links links = correction::Links::kByFile;
    std::unique_ptr<mpi::MessageLog> arrivals;  ///< of the call whose paces are noted
    TriedKinds tried_before;                    ///< the facts were last renewed; what is still true of it
    TriedKinds tried_elsewhere;                 ///< on other communicators of the group, until the facts are renewed
    /// What was proposed, by operation and the root's cluster.
    std::map<std::pair<scheme::Operation, int>, std::vector<planner::TreeProposal>> trees;
    /// Of operations of parts that differ in size, where nobody or the root alone knows all: the same on every rank.
    std::map<scheme::Operation, UsualPart> usual_parts;
    std::shared_ptr<const Neighbours> neighbours;  ///< once ranks have told each other
    MPI_Comm comm = MPI_COMM_NULL;                 ///< the program's; null once it is freed
    Seconds round_trip{0.0};  ///< of a message from rank 0 to the cluster that is furthest from it, and back
    /// What ranks are agreeing on beside their calls, for one trial at a time; null: nothing.
    std::shared_ptr<AgreedTimes> agreeing;

private:
    void sum_up(const CallKind& kind, const PlannedCall& call, CallTotals::Standing standing) const;

    std::uint64_t num_plans_ = 0;  ///< made so far
    int num_logs_ = 0;
    std::vector<std::weak_ptr<EarlyExecutor>> earlier_;  ///< than `early`
    std::vector<CallKind> missed_;  ///< of calls that were not planned here; never grows beyond its capacity
    std::vector<std::pair<PassedCalls, std::int64_t>> passed_;  ///< on rank 0, how often
    /// Of `comm`, which is freed by another thread than the one in which calls end, its handler, and the executors.
    std::mutex handler_mutex_;
    MPI_Errhandler handler_when_freed_ = MPI_ERRHANDLER_NULL;
};

/// Of an empty message from rank 0 to the cluster that is furthest from it, and back.
[[nodiscard]] Seconds furthest_round_trip(const platform::Platform& platform, const platform::Placement& placement);

/// A new attribute key whose values are states, deleted with their communicators. Throws MpiError.
[[nodiscard]] int create_state_key();

/// The state of `comm`; made if this is the first call on it. Local. Throws MpiError.
[[nodiscard]] std::shared_ptr<CommunicatorState> state_of(const job::Job& job, MPI_Comm comm);

/// The state of `comm` if it has one: then it has one on every rank that has made as many calls. Local. Throws
/// MpiError.
[[nodiscard]] std::shared_ptr<CommunicatorState> find_state(const job::Job& job, MPI_Comm comm);

/// MPI_Finalize has begun: states that die from now on leave their communicators to the MPI library. What was called on
/// those that are alive is summed up for the report.
void leave_communicators_to_mpi();

}  // namespace causeway::calls
