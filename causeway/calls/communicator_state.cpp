#include "causeway/calls/communicator_state.hpp"

#include "causeway/base/digest.hpp"
#include "causeway/calls/agreed_times.hpp"
#include "causeway/calls/drift.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/job/device_memory.hpp"
#include "causeway/job/processes.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/plan/fit.hpp"
#include "causeway/tracing/tracer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <iterator>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace causeway::calls {

namespace {

/// Each communicator that is planned for takes another one from the MPI library. Where these are few, no more than one
/// in so many is for us at a time: programs that get along with what there is shall do so beside us.
constexpr int kShareOfPrograms = 8;

/// Kinds of calls that a communicator keeps plans for: more than programs were seen to make, and from every root, where
/// roots take turns, in some sizes. Several kilobytes each.
constexpr std::size_t kMostPlans = 512;
constexpr std::size_t kMostPlansOfProcess = 8;

/// Calls of a communicator that one rank may fail to plan, one after another, before it gives up.
constexpr std::size_t kMostMissed = 16;

/// All states of this process. Communicators are made and freed by any thread, hence the lock; it is never
/// held across an MPI call.
struct Register {
    std::mutex mutex;
    std::set<CommunicatorState*> alive;
    bool finalizing = false;
};

/// Never destroyed: see job/active_job.hpp.
Register& the_register() {
    static auto* instance = new Register;
    return *instance;
}

/// Communicators that this process has taken from the MPI library: some for states that outlive the program's.
std::atomic<int>& num_taken() {
    static std::atomic<int> count{0};
    return count;
}

/// What a communicator holds: nonblocking calls that are under way when it is freed hold the state as well.
using Held = std::shared_ptr<CommunicatorState>;

extern "C" int causeway_delete_state(MPI_Comm, int, void* value, void*) {
    const std::unique_ptr<Held> held(static_cast<Held*>(value));
    CommunicatorState& state = **held;
    bool finalizing = false;
    {
        const std::lock_guard lock(the_register().mutex);
        the_register().alive.erase(&state);
        finalizing = the_register().finalizing;
    }
    if (finalizing && state.executor) {
        state.executor->abandon_communicator();
    } else if (held->use_count() > 1) {
        state.communicator_is_freed();
    }
    return MPI_SUCCESS;
}

/// Whether so many communicators are taken that the next ones are the program's.
bool are_too_many(int there_are) {
    return num_taken().load() >= there_are / kShareOfPrograms;
}

/// What speaks against plans on a communicator, on some rank.
enum class Objection : int {
    kNone,
    kCommunicators,  ///< the MPI library had better not be asked for another one
    kDeviceMemory,   ///< a GPU runtime was loaded since the job began
};

/// For the report.
std::string_view name_of(Objection objection) {
    return objection == Objection::kDeviceMemory ? "a GPU runtime was loaded: buffers may be device memory"
                                                 : "the MPI library has few communicators left";
}

/// This rank's.
Objection own_objection(const job::Job& job) {
    if (job::has_gpu_runtime()) {
        return Objection::kDeviceMemory;
    }
    const std::optional<int> there_are = mpi::most_communicators();
    int is_main = 1;
    if (job.has_threads && mpi::makes_communicators_in_one_thread()) {
        mpi::check(PMPI_Is_thread_main(&is_main), "MPI_Is_thread_main");
    }
    return is_main == 0 || (there_are && are_too_many(*there_are)) ? Objection::kCommunicators : Objection::kNone;
}

/// What any rank has against plans for `comm`, on every rank alike: each is in other communicators as well, has threads
/// of its own, and loads what it likes. Collective over `comm`. Throws MpiError.
Objection objection_of_all(const job::Job& job, MPI_Comm comm) {
    auto objection = static_cast<int>(own_objection(job));
    mpi::check(PMPI_Allreduce(MPI_IN_PLACE, &objection, 1, MPI_INT, MPI_MAX, comm), "MPI_Allreduce");
    static std::atomic<bool> is_said{false};
    if (objection == static_cast<int>(Objection::kDeviceMemory) && !is_said.exchange(true)) {
        say(job, 1,
            "a GPU runtime was loaded: buffers may be device memory, collectives on communicators that are used from "
            "now on pass through");
    }
    return static_cast<Objection>(objection);
}

/// Of an empty message from rank 0 to the cluster that is furthest from it, and back.
Seconds furthest_round_trip(const platform::Platform& platform, const platform::Placement& placement) {
    const int own = placement.cluster_of(0);
    Seconds longest;
    for (int rank = 0; rank < placement.num_processes(); ++rank) {
        const int other = placement.cluster_of(rank);
        const platform::Link* const there = platform.find_link(own, other);
        const platform::Link* const back = platform.find_link(other, own);
        if (there != nullptr && back != nullptr && there->plogp && back->plogp) {
            longest = std::max(longest, there->plogp->latency + back->plogp->latency);
        }
    }
    return longest;
}

/// As earlier jobs have found it among these processes, in those of their calls that were most.
UsualPart usual_part_of(scheme::Operation operation, const job::Job& job, const CommunicatorState& state) {
    const std::string_view collective = name_of_form(operation, Form::kUneven);
    UsualPart part;
    std::int64_t most_calls = 0;
    for (const auto& [kind, tried] : job.experience.kinds) {
        if (kind.processes == state.processes && kind.collective == collective && tried.calls > most_calls) {
            part = UsualPart(kind.up_to);
            most_calls = tried.calls;
        }
    }
    return part;
}

/// Decided from what is the same on every rank of `comm`: its members, and what the job agreed on.
Held make_state(job::Job& job, MPI_Comm comm) {
    auto state = std::make_shared<CommunicatorState>();
    state->is_reported = job.settings.report_file().has_value();
    state->is_traced = state->is_reported && job.settings.trace_file();
    state->rank = mpi::rank_of(comm);
    std::optional<job::Processes> processes = job::processes_of(job, comm);
    forget_ended();
    if (!processes) {
        state->why_none = "no plan pays among these processes: one alone, on one host, or not of this job";
        return state;
    }
    if (const Objection objection = objection_of_all(job, comm); objection != Objection::kNone) {
        state->why_none = name_of(objection);
        return state;
    }
    state->executor =
        comm == MPI_COMM_WORLD && job.executor_of_world ? std::move(job.executor_of_world) : make_executor(comm);
    if (!state->executor) {
        state->why_none = name_of(Objection::kCommunicators);
        return state;
    }
    state->comm = comm;
    state->programs = std::make_unique<Programs>();
    state->placement = std::move(processes->placement);
    state->host_names = std::move(processes->host_names);
    for (int rank = 0; rank < state->placement.num_processes(); ++rank) {
        const bool is_near = state->placement.cluster_of(rank) == state->placement.cluster_of(state->rank);
        state->is_near.push_back(is_near ? 1 : 0);
    }
    state->members = std::make_shared<const std::vector<int>>(std::move(processes->members));
    if (tracing::Tracer* const tracer = tracing::active_tracer(); tracer != nullptr) {
        state->counters = tracer->counters_of_collectives(*state->members);
    }
    state->identity = fmt::format("{} processes, {}", state->members->size(),
                                  base::digest(fmt::format("{}", fmt::join(*state->members, " "))).hexadecimal());
    const bool watches = job.settings.drift_share() > 0.0;
    state->facts = watches ? job.facts.agreed(comm) : job.facts.first();
    state->processes = experience::processes_text(state->host_names);
    state->platform_fingerprint =
        state->facts == job.facts.first() ? job.platform_fingerprint : platform::fingerprint(*state->facts);
    for (const scheme::Operation operation : scheme::operations()) {
        if (has_usual_part(operation)) {
            state->usual_parts.emplace(operation, usual_part_of(operation, job, *state));
        }
    }
    state->job_began = job.keeps_experience || job.settings.report_file() ? job.time_stamp : "";
    std::copy_if(job.plans.begin(), job.plans.end(), std::back_inserter(state->given),
                 [&](const plan::Plan& plan) { return plan::misfit(plan, state->placement).empty(); });
    state->round_trip = furthest_round_trip(*state->facts, state->placement);
    if (watches && !state->placement.is_in_one_cluster()) {
        state->watch = std::make_unique<DriftWatch>(job, *state);
    }
    state->plans = true;
    return state;
}

}  // namespace

std::unique_ptr<mpi::Executor> make_executor(MPI_Comm comm) {
    const mpi::ErrorsReturned errors(comm);  // the program has not asked for this communicator
    try {
        auto executor = std::make_unique<mpi::Executor>(mpi::duplicate(comm));
        ++num_taken();
        return executor;
    } catch (const mpi::MpiError&) {
        return nullptr;
    }
}

CommunicatorState::CommunicatorState() {
    missed_.reserve(kMostMissed);
}

CommunicatorState::~CommunicatorState() {
    num_taken() -= executor ? 1 : 0;
    try {
        forget_plans();
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway: calls on a communicator are missing in the report: {}\n", error.what());
    }
}

void CommunicatorState::communicator_is_freed() noexcept {
    take_error_handler();
    const std::lock_guard lock(handler_mutex_);
    comm = MPI_COMM_NULL;
}

bool CommunicatorState::is_communicator_freed() noexcept {
    const std::lock_guard lock(handler_mutex_);
    return comm == MPI_COMM_NULL;
}

void CommunicatorState::take_error_handler() noexcept {
    const std::lock_guard lock(handler_mutex_);
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
    if (executor && comm != MPI_COMM_NULL && PMPI_Comm_get_errhandler(comm, &handler) == MPI_SUCCESS &&
        handler != MPI_ERRHANDLER_NULL) {
        PMPI_Comm_set_errhandler(executor->comm(), handler);
        PMPI_Errhandler_free(&handler);
    }
}

int CommunicatorState::raise(int code) noexcept {
    take_error_handler();
    PMPI_Comm_call_errhandler(executor->comm(), code);
    return code;
}

std::size_t CommunicatorState::most_plans() const {
    return std::max(kMostPlans, kMostPlansOfProcess * static_cast<std::size_t>(placement.num_processes()));
}

experience::Kind CommunicatorState::kept_as(const CallKind& kind) const {
    return {.processes = scheme::is_among_neighbours(kind.operation)
                             ? fmt::format("{}, neighbours {}", processes, neighbours->digest)
                         : kind.shares.empty() ? processes
                                               : fmt::format("{}, eighths {}", processes, fmt::join(kind.shares, "+")),
            .collective = std::string(name_of_form(kind.operation, kind.form)),
            .root = scheme::is_rooted(kind.operation) ? std::optional(kind.root) : std::nullopt,
            .up_to = kind.size.largest};
}

PlannedCall& CommunicatorState::enter(const CallKind& kind, PlannedCall call) {
    if (calls.size() >= most_plans()) {
        const auto oldest = calls.take_oldest();
        if (agreeing != nullptr && agreeing->kind() == oldest.key) {
            agreeing->forget_call();
        }
        for (const Way& way : oldest.value.ways) {
            programs->forget(way.plan_number);
        }
        sum_up(oldest.key, oldest.value, CallTotals::Standing::kOver);
    }
    for (Way& way : call.ways) {
        way.plan_number = num_plans_++;
    }
    PlannedCall& entered = calls.enter(kind, std::move(call));
    for (auto missed = missed_.begin(); missed != missed_.end();) {
        if (*missed == kind) {
            (void)entered.begin_call();
            missed = missed_.erase(missed);
        } else {
            ++missed;
        }
    }
    return entered;
}

bool CommunicatorState::misses_plan(const CallKind& kind) noexcept {
    if (missed_.size() == missed_.capacity()) {
        return false;
    }
    missed_.push_back(kind);
    return true;
}

void CommunicatorState::plan_with(job::Facts::Version renewed) {
    forget_plans();
    facts = std::move(renewed);
    platform_fingerprint = platform::fingerprint(*facts);
    round_trip = furthest_round_trip(*facts, placement);
}

void CommunicatorState::forget_plans(CallTotals::Standing standing) {
    for (const auto& [kind, call] : calls.entries()) {
        sum_up(kind, call, standing);
    }
    if (programs != nullptr) {
        programs->forget_all();
    }
    if (agreeing != nullptr) {
        agreeing->forget_call();
    }
    calls.clear();
    trees.clear();
    for (const auto& [kind, calls_passed] : passed_) {
        call_totals().add_passed(kind, calls_passed);
    }
    passed_.clear();
}

namespace {

/// What is being agreed on anywhere comes to its end, as every rank is here or on its way: all of it side by side, as
/// ranks need not know their communicators in one order.
void end_agreeing(const std::vector<CommunicatorState*>& alive) noexcept {
    for (bool is_any_left = true; is_any_left;) {
        is_any_left = false;
        for (CommunicatorState* const state : alive) {
            if (state->agreeing == nullptr) {
                continue;
            }
            bool is_over = true;
            try {
                is_over = state->executor->failures().ranks_differ() || state->agreeing->advance();
            } catch (...) {  // its communicator is left to the MPI library
            }
            if (is_over) {
                state->agreeing = nullptr;
            }
            is_any_left = is_any_left || !is_over;
        }
    }
}

}  // namespace

int create_state_key() {
    int key = MPI_KEYVAL_INVALID;
    mpi::check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, causeway_delete_state, &key, nullptr),
               "MPI_Comm_create_keyval");
    return key;
}

std::shared_ptr<CommunicatorState> find_state(const job::Job& job, MPI_Comm comm) {
    void* value = nullptr;
    int found = 0;
    mpi::check(PMPI_Comm_get_attr(comm, job.state_key, &value, &found), "MPI_Comm_get_attr");
    return found != 0 ? *static_cast<const Held*>(value) : nullptr;
}

CommunicatorState& state_of(job::Job& job, MPI_Comm comm) {
    if (const Held state = find_state(job, comm)) {
        return *state;  // kept by the communicator
    }
    auto held = std::make_unique<Held>(make_state(job, comm));
    mpi::check(PMPI_Comm_set_attr(comm, job.state_key, held.get()), "MPI_Comm_set_attr");
    CommunicatorState& state = **held.release();
    const std::lock_guard lock(the_register().mutex);
    the_register().alive.insert(&state);
    return state;
}

void leave_communicators_to_mpi() {
    std::vector<CommunicatorState*> alive;
    {
        const std::lock_guard lock(the_register().mutex);
        the_register().finalizing = true;
        alive.assign(the_register().alive.begin(), the_register().alive.end());
    }
    end_agreeing(alive);
    for (CommunicatorState* const state : alive) {
        state->forget_plans(CallTotals::Standing::kKept);
        if (state->executor) {
            state->executor->failures().stop();
        }
    }
}

}  // namespace causeway::calls
