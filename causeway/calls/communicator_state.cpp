#include "causeway/calls/communicator_state.hpp"

#include "causeway/calls/agreed_times.hpp"
#include "causeway/calls/between_groups.hpp"
#include "causeway/calls/drift.hpp"
#include "causeway/calls/early_executor.hpp"
#include "causeway/calls/neighbours.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace causeway::calls {

namespace {

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

/// Whether the MPI library carries its nonblocking operations on after their communicator has been freed: Open MPI
/// 4.1.4 sends over it then, and dies.
#ifdef OPEN_MPI
constexpr bool kFreedUnderItsOperations = false;
#else
constexpr bool kFreedUnderItsOperations = true;
#endif

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
    if (!finalizing && !kFreedUnderItsOperations) {
        for (const std::shared_ptr<EarlyExecutor>& early : state.all_early()) {
            early->wait();
        }
    }
    if (finalizing && state.between) {
        state.between->abandon_communicators();
    }
    if (finalizing && state.executor) {
        state.executor->abandon_communicator();
    } else if (held->use_count() > 1) {
        state.communicator_is_freed();
    }
    return MPI_SUCCESS;
}

/// As earlier jobs have found it among these processes, in those of their calls that were most.
UsualPart usual_part_of(scheme::Operation operation, const job::Job& job, const ProcessGroup& group) {
    const std::string_view collective = name_of_form(operation, Form::kUneven);
    UsualPart part;
    std::int64_t most_calls = 0;
    for (const auto& [kind, tried] : job.experience.kinds) {
        if (kind.processes == group.processes && kind.collective == collective && tried.calls > most_calls) {
            part = UsualPart(kind.up_to);
            most_calls = tried.calls;
        }
    }
    return part;
}

/// What is known without the other ranks.
Held make_state(const job::Job& job, MPI_Comm comm) {
    auto state = std::make_shared<CommunicatorState>();
    state->is_reported = job.settings.report_file().has_value();
    state->is_traced = state->is_reported && job.settings.trace_file();
    state->rank = mpi::rank_of(comm);
    state->group = group_of(job, comm);
    if (state->group == nullptr) {
        state->is_between_groups = is_between_groups(job, comm);
        state->why_none = state->is_between_groups
                              ? "it is between the groups of an intercommunicator"
                              : "no plan pays among these processes: one alone, on one host, or not of this job";
        return state;
    }
    for (const scheme::Operation operation : scheme::operations()) {
        if (has_usual_part(operation)) {
            state->usual_parts.emplace(operation, usual_part_of(operation, job, *state->group));
        }
    }
    state->comm = comm;
    state->plans = true;
    return state;
}

}  // namespace

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

CommunicatorState::CommunicatorState() {
    missed_.reserve(kMostMissed);
}

CommunicatorState::~CommunicatorState() {
    watch = nullptr;
    const bool is_quiet = agreeing == nullptr;
    agreeing = nullptr;
    early = nullptr;
    if (handler_when_freed_ != MPI_ERRHANDLER_NULL) {
        PMPI_Errhandler_free(&handler_when_freed_);
    }
    if (executor) {
        leave_executor(*group, {std::move(executor), is_quiet ? executor_number : -1});
    }
    try {
        forget_plans();
    } catch (const std::exception& error) {
        fmt::print(stderr, "causeway: calls on a communicator are missing in the report: {}\n", error.what());
    }
}

void CommunicatorState::communicator_is_freed() noexcept {
    const std::lock_guard lock(handler_mutex_);
    if (comm != MPI_COMM_NULL && PMPI_Comm_get_errhandler(comm, &handler_when_freed_) != MPI_SUCCESS) {
        handler_when_freed_ = MPI_ERRHANDLER_NULL;
    }
    comm = MPI_COMM_NULL;
}

bool CommunicatorState::keeps_communicator() noexcept {
    const std::lock_guard lock(handler_mutex_);
    return comm == MPI_COMM_NULL && executor != nullptr;
}

void CommunicatorState::take_error_handler() noexcept {
    const std::lock_guard lock(handler_mutex_);
    MPI_Errhandler handler = handler_when_freed_;
    if (comm != MPI_COMM_NULL && PMPI_Comm_get_errhandler(comm, &handler) != MPI_SUCCESS) {
        handler = MPI_ERRHANDLER_NULL;
    }
    if (handler == MPI_ERRHANDLER_NULL) {
        return;
    }
    if (executor) {
        PMPI_Comm_set_errhandler(executor->comm(), handler);
    }
    if (early) {
        PMPI_Comm_set_errhandler(early->executor().comm(), handler);
    }
    if (comm != MPI_COMM_NULL) {
        PMPI_Errhandler_free(&handler);
    }
}

void CommunicatorState::take_executor(NumberedExecutor agreed) noexcept {
    const std::lock_guard lock(handler_mutex_);
    executor = std::move(agreed.executor);
    executor_number = agreed.number;
}

void CommunicatorState::take_early(std::shared_ptr<EarlyExecutor> made) {
    std::erase_if(earlier_, [](const std::weak_ptr<EarlyExecutor>& one) { return one.expired(); });
    if (early) {
        earlier_.push_back(early);
    }
    const std::lock_guard lock(handler_mutex_);
    early = std::move(made);
}

std::vector<std::shared_ptr<EarlyExecutor>> CommunicatorState::all_early() const {
    std::vector<std::shared_ptr<EarlyExecutor>> all;
    for (const std::weak_ptr<EarlyExecutor>& one : earlier_) {
        if (std::shared_ptr<EarlyExecutor> there = one.lock()) {
            all.push_back(std::move(there));
        }
    }
    if (early) {
        all.push_back(early);
    }
    return all;
}

bool CommunicatorState::ranks_differ() const noexcept {
    const auto differ_on = [](const std::shared_ptr<EarlyExecutor>& one) {
        return one && one->executor().failures().ranks_differ();
    };
    return (executor && executor->failures().ranks_differ()) || differ_on(early) ||
           std::ranges::any_of(earlier_, [&](const auto& one) { return differ_on(one.lock()); });
}

int CommunicatorState::raise(int code) noexcept {
    take_error_handler();
    PMPI_Comm_call_errhandler(executor->comm(), code);
    return code;
}

std::size_t CommunicatorState::most_plans() const {
    return std::max(kMostPlans, kMostPlansOfProcess * static_cast<std::size_t>(group->placement.num_processes()));
}

experience::Kind CommunicatorState::kept_as(const CallKind& kind) const {
    return {.processes = scheme::is_among_neighbours(kind.operation)
                             ? fmt::format("{}, neighbours {}", group->processes, neighbours->digest)
                         : kind.shares.empty()
                             ? group->processes
                             : fmt::format("{}, eighths {}", group->processes, fmt::join(kind.shares, "+")),
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

void CommunicatorState::plan_with(job::Facts::Version renewed, TriedKinds tried) {
    forget_plans();
    tried_before = std::move(tried);
    tried_elsewhere.clear();
    facts = std::move(renewed);
    platform_fingerprint = platform::fingerprint(*facts);
    round_trip = furthest_round_trip(*facts, group->placement);
    group->experience.note(platform_fingerprint, tried_before);
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

std::shared_ptr<CommunicatorState> state_of(const job::Job& job, MPI_Comm comm) {
    if (Held state = find_state(job, comm)) {
        return state;
    }
    auto held = std::make_unique<Held>(make_state(job, comm));
    mpi::check(PMPI_Comm_set_attr(comm, job.state_key, held.get()), "MPI_Comm_set_attr");
    Held state = *held.release();
    const std::lock_guard lock(the_register().mutex);
    the_register().alive.insert(state.get());
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
        for (const std::shared_ptr<EarlyExecutor>& early : state->all_early()) {
            early->executor().failures().stop();
        }
    }
    abandon_idle_executors();
}

}  // namespace causeway::calls
