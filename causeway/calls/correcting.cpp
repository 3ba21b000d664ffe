#include "causeway/calls/correcting.hpp"

#include "causeway/base/text.hpp"
#include "causeway/calls/call.hpp"
#include "causeway/calls/drift.hpp"
#include "causeway/correction/correction.hpp"
#include "causeway/correction/predicted_paces.hpp"
#include "causeway/policy/choice.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace causeway::calls {

namespace {

int num_calls_of(const std::vector<correction::SeenCalls>& seen) {
    int calls = 0;
    for (const correction::SeenCalls& one : seen) {
        calls += one.calls;
    }
    return calls;
}

/// "link a > b 12.1 MB/s (45.0 MB/s before), uplink of a ...".
std::string text_of(const correction::Factors& factors, const platform::Platform& before,
                    const platform::Platform& after) {
    std::string text;
    for (const auto& [figure, factor] : factors) {
        text += fmt::format("{}{} {} ({} before)", text.empty() ? "" : ", ", correction::text_of(figure, before),
                            base::to_text(correction::rate_of(after, figure)),
                            base::to_text(correction::rate_of(before, figure)));
    }
    return text;
}

/// Whether the MPI library's own calls were much faster than the model has its algorithms.
bool is_library_faster(const PlannedCall& call) {
    for (std::size_t w = 0; w < call.ways.size(); ++w) {
        const Way& way = call.ways[w];
        const int number = static_cast<int>(w);
        if (way.choice.plan.scheme == nullptr && way.choice.basis != planner::Basis::kMeasured &&
            !call.trial.times(number).empty()) {
            return correction::casts_doubt(way.choice.time, Seconds(call.trial.typical(number)));
        }
    }
    return false;
}

CorrectedPlatform with(const CommunicatorState& state, const platform::Platform& believed,
                       const correction::Factors& factors) {
    CorrectedPlatform result{correction::corrected(believed, factors), ""};
    if (!factors.empty()) {
        result.what = fmt::format("corrected from {} calls: {}", num_calls_of(state.seen_calls),
                                  text_of(factors, believed, result.platform));
    }
    return result;
}

/// So far, of every kind of calls.
TriedKinds all_tried(const CommunicatorState& state) {
    TriedKinds all = state.tried_before;
    for (const auto& [kind, call] : state.calls.entries()) {
        if (std::shared_ptr<const TriedBefore> tried = tried_before(call, state.job_began)) {
            all[kind] = std::move(tried);
        }
    }
    return all;
}

void correct(job::Job& job, CommunicatorState& state) {
    const correction::Factors factors =
        correction::corrections(*state.facts, state.group->placement, state.seen_calls, state.links);
    state.is_in_doubt = state.is_in_doubt || correction::casts_doubt(factors);
    if (std::exchange(state.is_in_doubt, false) && state.watch->look_in_doubt()) {
        return;  // what calls say counts once links are known
    }
    if (factors.empty() || state.num_corrections == policy::kMostCorrections) {
        return;
    }
    ++state.num_corrections;
    CorrectedPlatform now = with(state, *state.facts, factors);
    state.watch->take_corrected(job, state, std::move(now.platform), all_tried(state), std::move(now.what));
}

}  // namespace

bool learns_paces(const CommunicatorState& state) {
    return state.watch != nullptr && state.facts->num_clusters() <= policy::kMostClustersCorrected;
}

mpi::MessageLog* begin_arrivals(CommunicatorState& state, const PlannedCall& call) noexcept {
    if (!call.shows_paces()) {
        return nullptr;
    }
    try {
        if (state.arrivals == nullptr) {
            state.arrivals = std::make_unique<mpi::MessageLog>();
        }
    } catch (const std::exception&) {
        return nullptr;  // others see enough
    }
    state.arrivals->clear();
    return state.arrivals.get();
}

void note_arrivals(const CommunicatorState& state, PlannedCall& call) noexcept {
    if (!state.arrivals->is_whole()) {
        return;
    }
    const auto clusters = static_cast<std::size_t>(state.facts->num_clusters());
    const int own = state.group->placement.cluster_of(state.rank);
    try {
        std::vector<std::vector<correction::Arrival>> arrivals(clusters);
        for (const mpi::LoggedMessage& message : state.arrivals->messages()) {
            const int from = state.group->placement.cluster_of(message.peer);
            if (!message.is_sent && from != own) {
                arrivals[static_cast<std::size_t>(from)].push_back({Seconds(message.seconds), Bytes(message.bytes)});
            }
        }
        std::vector<std::optional<SecondsPerByte>> paces;
        for (const std::vector<correction::Arrival>& of_cluster : arrivals) {
            paces.push_back(correction::pace_of(of_cluster));
        }
        call.note_paces(paces, own);
    } catch (const std::exception&) {
        return;  // others see enough
    }
}

void take_up(CommunicatorState& state, const PlannedCall& call, const std::vector<correction::SeenCalls>& seen) {
    for (const correction::SeenCalls& one : seen) {
        correction::remember(state.seen_calls, one);
    }
    state.is_in_doubt = state.is_in_doubt || (!call.paces.empty() && is_library_faster(call));
    state.has_seen_paces = state.has_seen_paces || state.is_in_doubt || !seen.empty();
}

void correct_what_is_wrong(job::Job& job, CommunicatorState& state, MPI_Comm comm) noexcept {
    if (!state.has_seen_paces) {
        return;
    }
    state.has_seen_paces = false;
    if (state.watch == nullptr || !state.watch->believes_measurements()) {
        return;
    }
    try {
        correct(job, state);
    } catch (...) {
        end_job_alone(comm, code_of_exception());  // others plan with what this rank has not
    }
}

double seconds_to_spare(const CommunicatorState& state) {
    double sum = 0.0;
    for (const auto& [kind, before] : all_tried(state)) {
        const experience::TriedKind& tried = before->tried;
        sum += tried.won() - tried.regret() + policy::kShareToSpare * tried.by_native();
    }
    return sum;
}

CorrectedPlatform corrected_by_calls(const CommunicatorState& state, platform::Platform measured) {
    const platform::Platform believed = correction::with_room_for_links(std::move(measured));
    return with(state, believed,
                correction::corrections(believed, state.group->placement, state.seen_calls, state.links));
}

}  // namespace causeway::calls
