#include "causeway/calls/first_agreement.hpp"

#include "causeway/calls/call.hpp"
#include "causeway/calls/drift.hpp"
#include "causeway/calls/early_executor.hpp"
#include "causeway/calls/outstanding.hpp"
#include "causeway/calls/process_group.hpp"
#include "causeway/job/device_memory.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/plan/fit.hpp"
#include "causeway/policy/choice.hpp"
#include "causeway/tracing/tracer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace causeway::calls {

namespace {

/// Whether so many communicators are taken that the next ones are the program's.
bool are_too_many(int there_are) {
    return num_executors() >= there_are / policy::kShareOfPrograms;
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

/// What every rank says, and what is common to all: the bits that all have.
struct Common {
    std::uint64_t objections = 0;  ///< a bit for each that no rank has
    std::uint64_t idle = 0;        ///< of executors, as in ExecutorOffer
    std::uint64_t unused = 0;
    std::uint64_t experience = 0;  ///< GroupExperience::Standing::digest
    std::uint64_t inverse = 0;     ///< of that: all ranks have the same if the bits that these have are again so

    /// Whether all ranks have seen the same of calls so far.
    [[nodiscard]] bool is_same_experience() const { return experience == ~inverse; }
};

std::uint64_t bit_of(Objection objection) {
    return std::uint64_t{1} << static_cast<unsigned>(objection);
}

/// Collective over `comm`. Throws MpiError.
Common common_to_all(const Common& own, MPI_Comm comm) {
    std::array<std::uint64_t, 5> bits{own.objections, own.idle, own.unused, own.experience, own.inverse};
    mpi::check(PMPI_Allreduce(MPI_IN_PLACE, bits.data(), static_cast<int>(bits.size()), MPI_UINT64_T, MPI_BAND, comm),
               "MPI_Allreduce");
    return {.objections = bits[0], .idle = bits[1], .unused = bits[2], .experience = bits[3], .inverse = bits[4]};
}

void tell_of_device_memory(const job::Job& job) {
    static std::atomic<bool> is_said{false};
    if (!is_said.exchange(true)) {
        say(job, 1,
            "a GPU runtime was loaded: buffers may be device memory, collectives on communicators that are used from "
            "now on pass through");
    }
}

/// Nothing is planned on the communicator.
void leave_alone(CommunicatorState& state, Objection objection) {
    state.plans = false;
    state.communicator_is_freed();  // as far as this is concerned: calls may be under way
    state.why_none = name_of(objection);
}

/// Has the state take the executor that all ranks take. Returns what is common to all; nothing if there is none.
/// Collective over `comm`. Throws MpiError.
std::optional<Common> agree_on_executor(job::Job& job, CommunicatorState& state, std::uint64_t experience,
                                        MPI_Comm comm) {
    const Objection own = own_objection(job);
    ExecutorOffer offer(*state.group);
    const Common common = common_to_all({.objections = ~bit_of(own),
                                         .idle = offer.idle(),
                                         .unused = offer.unused(),
                                         .experience = experience,
                                         .inverse = ~experience},
                                        comm);
    if ((common.objections & bit_of(Objection::kDeviceMemory)) == 0) {
        tell_of_device_memory(job);
        leave_alone(state, Objection::kDeviceMemory);
        return std::nullopt;
    }
    if (state.executor) {
        return common;
    }
    if (common.idle != 0) {
        state.take_executor(offer.take(std::countr_zero(common.idle)));
        return common;
    }
    const bool may_make = (common.objections & bit_of(Objection::kCommunicators)) != 0;
    NumberedExecutor made{comm == MPI_COMM_WORLD && job.executor_of_world ? std::move(job.executor_of_world)
                          : may_make                                      ? make_executor(comm)
                                                                          : nullptr};
    if (!made.executor) {
        leave_alone(state, Objection::kCommunicators);
        return std::nullopt;
    }
    if (common.unused != 0) {
        offer.name(made, std::countr_zero(common.unused));
    }
    state.take_executor(std::move(made));
    return common;
}

}  // namespace

bool is_insisted_on(const job::Job& job) noexcept {
    return job.settings.is_reproducible() || job.settings.least_gain() || !job.forced.empty() || !job.plans.empty() ||
           job.heuristic != nullptr;
}

bool may_take_communicators(const job::Job& job) {
    return own_objection(job) == Objection::kNone;
}

bool is_spared(const job::Job& job, const Call& call, CommunicatorState& state, MPI_Comm comm) noexcept {
    return !state.is_agreed && comm != MPI_COMM_WORLD && !is_insisted_on(job) &&
           !std::exchange(state.had_first_call, true) && call.message() < policy::kWorthAtOnce;
}

void agree_first(job::Job& job, CommunicatorState& state, MPI_Comm comm) {
    if (!state.plans || state.is_agreed) {
        return;
    }
    forget_ended();  // what that frees may be taken
    GroupExperience::Standing known = state.group->experience.standing();
    const std::optional<Common> common = agree_on_executor(job, state, known.digest, comm);
    if (!common) {
        return;
    }
    begin_planning(job, state);
    const bool watches = job.settings.drift_share() > 0.0;
    if (job::Facts::Version facts = watches ? job.facts.agreed(comm) : state.facts; facts != state.facts) {
        state.plan_with(std::move(facts));
    }
    if (!common->is_same_experience()) {
        state.group->experience.forget();  // on all ranks: what is noted from here on is common again
    } else if (known.facts == state.platform_fingerprint) {
        state.tried_elsewhere = std::move(known.kinds);
    }
    if (watches && !state.group->placement.is_in_one_cluster()) {
        state.watch = std::make_unique<DriftWatch>(job, state);
    }
    state.is_agreed = true;
}

bool may_begin_early(const job::Job& job, const CommunicatorState& state, MPI_Comm comm) noexcept {
    return state.is_agreed || (comm == MPI_COMM_WORLD && job.executor_of_world != nullptr) ||
           find_executor(state) != nullptr || (job.tag_ranges != nullptr && job.tag_ranges->are_there());
}

void begin_planning(const job::Job& job, CommunicatorState& state) {
    if (state.programs != nullptr) {
        return;
    }
    const ProcessGroup& group = *state.group;
    if (tracing::Tracer* const tracer = tracing::active_tracer(); tracer != nullptr) {
        state.counters = tracer->counters_of_collectives(*group.members);
    }
    state.facts = job.facts.first();
    state.platform_fingerprint = job.platform_fingerprint;
    state.job_began = job.keeps_experience || job.settings.report_file() ? job.time_stamp : "";
    std::copy_if(job.plans.begin(), job.plans.end(), std::back_inserter(state.given),
                 [&](const plan::Plan& plan) { return plan::misfit(plan, group.placement).empty(); });
    state.round_trip = furthest_round_trip(*state.facts, group.placement);
    state.programs = std::make_unique<Programs>();
}

mpi::Executor* find_executor(const CommunicatorState& state) noexcept {
    if (state.executor != nullptr) {
        return state.executor.get();
    }
    // Calls that no call that waits came before may be under way at other ranks, however many they are.
    const bool is_early = state.early != nullptr && state.early->executor().has_new_tags(kMostRuns);
    return is_early ? &state.early->executor() : nullptr;
}

mpi::Executor& executor_at_once(job::Job& job, CommunicatorState& state, MPI_Comm comm) {
    if (mpi::Executor* const there = find_executor(state)) {
        return *there;
    }
    if (comm == MPI_COMM_WORLD && job.executor_of_world) {
        state.take_executor({std::move(job.executor_of_world)});
        return *state.executor;
    }
    state.take_early(std::make_shared<EarlyExecutor>(*job.tag_ranges, *state.group, comm));
    return state.early->executor();
}

CommunicatorState& agreed_state_of(job::Job& job, MPI_Comm comm) {
    const std::shared_ptr<CommunicatorState> state = state_of(job, comm);
    agree_first(job, *state, comm);
    return *state;  // kept by the communicator
}

}  // namespace causeway::calls
