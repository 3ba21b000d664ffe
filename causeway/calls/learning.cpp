#include "causeway/calls/learning.hpp"

#include "causeway/base/text.hpp"
#include "causeway/calls/agreed_times.hpp"
#include "causeway/calls/call.hpp"
#include "causeway/calls/correcting.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace causeway::calls {

namespace {

/// The exception that is being handled: others may have got the answer, or wait for this rank. Where ranks call
/// differently, they meet in each other's calls, and all hear of that: then nothing is agreed on any more.
void fail(CommunicatorState& state, mpi::CallTags tags, MPI_Comm comm) noexcept {
    const int code = code_told_to_all(*state.executor, tags);
    if (!state.executor->failures().ranks_differ()) {
        end_job_alone(comm, code);
    }
    state.agreeing = nullptr;
}

/// Waits for what is being agreed on. Returns false if ranks call differently: some of them may never have begun.
bool is_agreed(AgreedTimes& times, mpi::FailureNotices& failures) {
    while (!failures.ranks_differ()) {
        if (times.advance()) {
            return true;
        }
    }
    return false;
}

/// The trial has told what is the fastest: so are people.
void tell_of_end(const CommunicatorState& state, const CallKind& kind, PlannedCall& call) noexcept {
    try {
        const Way& way = call.best_way();
        const Seconds typical(call.trial.typical(call.trial.choice()));
        const char* const how = !call.trial.has_known() || state.tried_before.contains(kind) ? "tried and found"
                                : state.tried_elsewhere.contains(kind) ? "as other communicators have found"
                                                                       : "as earlier jobs have found";
        tell_of_choice(state, kind, way.description, way.choice.time,
                       fmt::format("{}, {}", how, base::to_text(typical)));
    } catch (const std::exception&) {
        return;  // that it cannot be told is no failure of the calls
    }
}

/// Waits for the answer, which decides how the trial goes on.
void take_answer(const job::Job& job, CommunicatorState& state, MPI_Comm comm) noexcept {
    const std::shared_ptr<AgreedTimes> agreed = std::exchange(state.agreeing, nullptr);
    PlannedCall* const call = agreed->call();
    try {
        if (!is_agreed(*agreed, state.executor->failures()) || call == nullptr) {
            return;
        }
        const AgreedTimes::Answer answer = agreed->answer();
        const bool is_another_kind = has_usual_part(agreed->kind()) &&
                                     !state.usual_parts.at(agreed->kind().operation).confirms(answer.mean_part);
        if (!call->trial.is_due()) {
            return;
        }
        if (is_another_kind) {
            call->start_over();  // calls are planned for another size from here on
            return;
        }
        call->judge(answer.seconds);
        state.group->experience.note(state.platform_fingerprint, agreed->kind(), *call, state.job_began);
        take_up(state, *call, call->seen_calls(answer.paces));
    } catch (...) {
        fail(state, agreed->tags(), comm);
        return;
    }
    if (call->trial.is_over() && job.settings.verbosity() >= 2 && state.rank == 0) {
        tell_of_end(state, agreed->kind(), *call);
    }
}

}  // namespace

void begin_agreeing(const job::Job& job, CommunicatorState& state, mpi::CallTags tags, const CallKind& kind,
                    PlannedCall& call, MPI_Comm comm) noexcept {
    try {
        state.agreeing = std::make_shared<AgreedTimes>(state, tags, kind, call);
    } catch (...) {
        fail(state, {.call = AgreedTimes::name_of(tags), .first = tags.first}, comm);
        return;
    }
    if (comm != MPI_COMM_WORLD || !state.executor->has_many_tags()) {
        take_answer(job, state, comm);
    }
}

void learn(job::Job& job, CommunicatorState& state, MPI_Comm comm) noexcept {
    if (state.agreeing != nullptr && state.agreeing->is_due()) {
        take_answer(job, state, comm);
    } else {
        go_on_agreeing(state, comm);
    }
    correct_what_is_wrong(job, state, comm);
}

void go_on_agreeing(CommunicatorState& state, MPI_Comm comm) noexcept {
    if (state.agreeing == nullptr) {
        return;
    }
    const mpi::CallTags tags = state.agreeing->tags();
    try {
        (void)state.agreeing->advance();
    } catch (...) {
        fail(state, tags, comm);
    }
}

void tell_of_absence(CommunicatorState& state, mpi::CallTags call, int code) noexcept {
    state.executor->failures().tell(AgreedTimes::name_of(call), code);
}

void tell_of_choice(const CommunicatorState& state, const CallKind& kind, std::string_view plan, Seconds time,
                    std::string_view reason) {
    const std::string from =
        scheme::is_rooted(kind.operation) ? fmt::format(" from rank {}", kind.root) : std::string();
    fmt::print(stderr, "causeway: {} of up to {}{} over {}: {} ({}); {}\n", name_of_form(kind.operation, kind.form),
               base::to_text(kind.size.largest), from, state.group->identity, plan, base::to_text(time), reason);
}

}  // namespace causeway::calls
