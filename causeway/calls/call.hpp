/// One call of a collective by the program, as carrying it out needs to know it, and the ways in which programs call:
/// waiting for the result, or with a request.
#pragma once

#include "causeway/base/function_ref.hpp"
#include "causeway/calls/collectives.hpp"
#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/job.hpp"
#include "causeway/mpi/block_data.hpp"
#include "causeway/mpi/run.hpp"
#include "causeway/schedule/schedule.hpp"

#include <mpi.h>

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace causeway::calls {

/// What a decision is for.
enum class Purpose {
    kOneCall,     ///< which may be one of those that try what is faster
    kManyStarts,  ///< of a persistent request: what is the fastest as far as is known
};

/// What was decided for a call.
struct Decided {
    CallRecord* record = nullptr;
    PlannedCall* planned = nullptr;
    CallKind kind;
    Seconds predicted;
    bool is_supposed = false;  ///< by what flat algorithms would take: enough to choose by, not to see a network in
    bool is_native = false;    ///< the MPI library's own
    int runs_used = 0;         ///< of the call's tags, by planning it
};

/// The blocks that programs are carried out on.
struct Work {
    std::unique_ptr<mpi::BlockData> data = {};
    /// To be called when all messages are through; may be empty. What it returns, if it has data, is to be worked on
    /// then, and its `next` called.
    std::function<Work()> next = {};
    /// To be called when nothing is left to be worked on; may be empty. Only that of the first work counts.
    std::function<void()> end = {};
    /// This rank's program of a schedule of the same blocks, where it is not that of the plan; from here on.
    std::shared_ptr<const schedule::Program> program = {};
    /// Its blocks, where they are not numbered as those of the plan.
    int num_blocks = 0;
};

/// How often programs are carried out for a call at most.
constexpr int kMostPasses = 3;

/// The runs by which ranks tell each other what they need to plan a call, and all of a call. The first of them have the
/// tags that the call itself has on ranks that need not be told, so that those that call differently meet.
constexpr int kRunsToPlan = 2;
constexpr int kMostRuns = kRunsToPlan + kMostPasses;

/// What a planned call works on: with all arguments by value, as it may go on after the program's function has
/// returned.
struct Prepared {
    std::vector<const schedule::Program*> strands;
    std::shared_ptr<const void> programs;  ///< keeps what `strands` point to
    int num_blocks = 1;
    mpi::Run::Manner manner = {};
    Work work;
};

/// What a plan was made for.
class PlannedWork {
public:
    PlannedWork() = default;
    PlannedWork(const PlannedWork&) = delete;
    PlannedWork& operator=(const PlannedWork&) = delete;
    virtual ~PlannedWork() = default;

    /// This rank's part, as it was decided, with what the program's buffers hold now. Local. Throws MpiError.
    [[nodiscard]] virtual Prepared prepare(CommunicatorState& state, mpi::Workspace& workspace) = 0;
};

/// A call: used until it is prepared.
class Call : public PlannedWork {
public:
    [[nodiscard]] virtual std::string_view name() const = 0;  ///< "broadcast"
    [[nodiscard]] virtual Bytes message() const = 0;          ///< once there is no objection

    /// Why it is for the MPI library, a literal; empty: it is one to be planned. Decided alike on every rank, before
    /// any message. Local. Throws MpiError.
    [[nodiscard]] virtual std::string_view objection(const job::Job& job, const CommunicatorState& state) = 0;

    /// The decision, made at the first call of a kind, by every rank alike. Collective over `comm`; with
    /// MPI_COMM_NULL, for a call that must not wait, local. `tags`: those of kMostRuns runs, of which planning may use
    /// the first. Throws MpiError.
    [[nodiscard]] virtual Decided plan(const job::Job& job, CommunicatorState& state, MPI_Comm comm, mpi::CallTags tags,
                                       Purpose purpose) = 0;

    /// The same once it is planned, to be prepared again and again: has a copy of the plan and of all arguments, so
    /// that it needs neither this nor the state's plans. Local.
    [[nodiscard]] virtual std::unique_ptr<PlannedWork> kept(CommunicatorState& state) const = 0;

    /// Whether how long it takes says something about the network.
    [[nodiscard]] virtual bool is_watched() const { return true; }
};

/// Why a call passes through that a setting switches off.
inline constexpr std::string_view kDisabled = "the settings leave it to the MPI library";

/// Whether this process is that rank. Local; false if `comm` is not valid.
[[nodiscard]] bool is_this_rank(int rank, MPI_Comm comm) noexcept;

/// Whether the call is to be planned in this state of its communicator; else it is for the MPI library, which is
/// counted. Decided alike on every rank, before any message. Local. Throws MpiError.
[[nodiscard]] bool is_planned(const job::Job& job, Call& call, CommunicatorState& state);

/// Carries the call out by plan, or by the MPI library's own function; or begins to, or makes a request for it
/// (Calling).
/// Collective over `comm`. Throws MpiError.
int carry_out(Call& call, MPI_Comm comm, const Calling& calling);

/// The code of MPI for the exception that is being handled; one that MPI does not know of is told first.
[[nodiscard]] int code_of_exception() noexcept;

/// The same for what was thrown in a call that all ranks take part in: those that do not know yet are told.
[[nodiscard]] int code_told_to_all(mpi::Executor& executor, mpi::CallTags call) noexcept;

/// This rank has failed where it cannot tell those that wait for it: says so, has the communicator's error handler
/// called, and ends the job if that returns.
[[noreturn]] void end_job_alone(MPI_Comm comm, int code) noexcept;

/// The exception that is being handled, as a code of MPI that has been through the communicator's error handler. What
/// neither the MPI library has complained of nor other ranks know ends the job.
int raised(MPI_Comm comm) noexcept;

/// Calls `call`, which returns a code of MPI; what it throws is raised.
int guarded(MPI_Comm comm, base::FunctionRef<int()> call) noexcept;

}  // namespace causeway::calls
