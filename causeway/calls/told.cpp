/// What a communicator's calls are told as when the job ends.
#include "causeway/calls/communicator_state.hpp"
#include "causeway/job/gained_experience.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

namespace causeway::calls {

namespace {

/// Calls of a communicator whose messages are noted: 80 KB each.
constexpr int kMostLogs = 8;

}  // namespace

ToldCalls CommunicatorState::told(const CallKind& kind, const std::string& plan) const {
    return {.communicator = group->identity,
            .is_rank_0 = rank == 0,
            .collective = name_of_form(kind.operation, kind.form),
            .is_nonblocking = kind.is_nonblocking,
            .root = kind.root,
            .up_to = kind.size.largest,
            .plan = plan};
}

ToldWay CommunicatorState::told(const planner::Candidate& choice, const std::string& reason) const {
    ToldWay told{.predicted = choice.time};
    if (is_reported && rank == 0) {
        told.plan = std::make_shared<const ToldPlan>(ToldPlan{.reason = reason,
                                                              .processes = group->processes,
                                                              .plan = choice.plan,
                                                              .facts = facts,
                                                              .members = group->members});
    }
    return told;
}

mpi::MessageLog* CommunicatorState::begin_log(CallRecord& record, const PlannedCall& planned) noexcept {
    if (!is_traced || record.log || !planned.trial.is_over() || num_logs_ == kMostLogs) {
        return nullptr;
    }
    ++num_logs_;
    try {
        record.log = std::make_shared<mpi::MessageLog>();
    } catch (const std::bad_alloc&) {  // then there is none of this call
    }
    return record.log.get();
}

void CommunicatorState::passes(std::string_view collective, std::string_view why) noexcept {
    if (!is_reported || rank != 0) {
        return;
    }
    const auto known = std::find_if(passed_.begin(), passed_.end(), [&](const auto& passed) {
        return passed.first.collective.data() == collective.data() && passed.first.why.data() == why.data();
    });
    if (known != passed_.end()) {
        ++known->second;
        return;
    }
    try {
        passed_.push_back({{collective, why}, 1});
    } catch (const std::bad_alloc&) {  // what matters less than the program's call
    }
}

void CommunicatorState::sum_up(const CallKind& kind, const PlannedCall& call, CallTotals::Standing standing) const {
    for (const Way& way : call.ways) {
        if (way.calls > 0) {
            ToldWay told_way = told(way.choice, call.reason);
            told_way.log = way.log;
            told_way.rank = rank;
            CallTotal& total = call_totals().of(told(kind, way.description), std::move(told_way), standing);
            total.calls += way.calls;
            total.bytes += way.bytes;
            total.observed_seconds += way.observed_seconds;
        }
    }
    if (rank == 0 && !job_began.empty()) {
        if (auto tried = call.tried(job_began)) {
            job::gained_experience().add(platform_fingerprint, kept_as(kind), *std::move(tried));
        }
    }
}

}  // namespace causeway::calls
