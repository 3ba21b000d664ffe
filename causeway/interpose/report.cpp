#include "causeway/interpose/report.hpp"

#include "causeway/base/files.hpp"
#include "causeway/base/version.hpp"
#include "causeway/interpose/communicator_state.hpp"
#include "causeway/interpose/drift.hpp"
#include "causeway/interpose/job.hpp"
#include "causeway/interpose/reordering.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/tracing/tracer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace causeway::interpose {

namespace {

using Json = nlohmann::ordered_json;

/// Infinity, of what is not predicted, is no number of JSON.
Json seconds_or_null(Seconds time) {
    return time < Seconds::infinity() ? Json(time.value()) : Json(nullptr);
}

Json entry_of(const std::string& communicator, const FormerCall& call) {
    return {{"communicator", communicator},
            {"collective", call.collective},
            {"nonblocking", call.is_nonblocking},
            {"root", call.root},
            {"bytes_up_to", call.size_class.largest.value()},
            {"plan", call.description},
            {"calls", call.calls},
            {"predicted_seconds", seconds_or_null(call.predicted)},
            {"observed_seconds",
             call.is_nonblocking ? Json(nullptr) : Json(call.observed_seconds / static_cast<double>(call.calls))}};
}

/// One after another, a plan that was made several times only once: with the last prediction.
std::vector<FormerCall> all_calls(const CommunicatorState& state) {
    std::vector<FormerCall> calls = state.former;
    for (const auto& [kind, call] : state.broadcasts) {
        calls.push_back(former_call("broadcast", kind, call, call.choice.time));
    }
    for (const auto& [kind, call] : state.collectives) {
        calls.push_back(former_call(name_of_form(kind.operation, kind.is_uneven), kind.call, call, call.choice.time));
    }
    for (const std::shared_ptr<KeptCalls>& kept : state.kept) {
        calls.push_back(kept->call);
        calls.back().calls = kept->starts;
    }
    std::vector<FormerCall> result;
    for (const FormerCall& call : calls) {
        const auto same = std::find_if(result.begin(), result.end(),
                                       [&](const FormerCall& other) { return is_told_as_one(other, call); });
        if (same == result.end()) {
            result.push_back(call);
        } else {
            same->calls += call.calls;
            same->observed_seconds += call.observed_seconds;
            same->predicted = call.predicted;
        }
    }
    return result;
}

/// What this rank has seen, an entry for each kind of call.
Json local_entries() {
    Json entries = Json::array();
    for (const CommunicatorState* state : living_states()) {
        for (const FormerCall& call : all_calls(*state)) {
            if (call.calls > 0) {
                entries.push_back(entry_of(state->identity, call));
            }
        }
    }
    return entries;
}

/// What was found of the links by communicators whose rank 0 this process is.
Json local_drift() {
    Json entries = Json::array();
    for (const DriftEvent& event : drift_events()) {
        entries.push_back({{"communicator", event.communicator},
                           {"call", event.call},
                           {"reason", event.reason},
                           {"found", event.found},
                           {"changed", event.has_changed},
                           {"seconds", event.seconds}});
    }
    return entries;
}

/// One entry for each kind of call over all ranks: the observed time is that of the rank on which calls
/// took longest on average.
Json merged(const std::vector<std::string>& texts) {
    std::map<std::tuple<std::string, std::string, bool, int, std::int64_t, std::string>, Json> entries;
    for (const std::string& text : texts) {
        for (const Json& entry : Json::parse(text)) {
            const auto key =
                std::make_tuple(entry["communicator"].get<std::string>(), entry["collective"].get<std::string>(),
                                entry["nonblocking"].get<bool>(), entry["root"].get<int>(),
                                entry["bytes_up_to"].get<std::int64_t>(), entry["plan"].get<std::string>());
            const auto [known, is_new] = entries.emplace(key, entry);
            if (!is_new && known->second["observed_seconds"] < entry["observed_seconds"]) {
                known->second["observed_seconds"] = entry["observed_seconds"];
            }
        }
    }
    Json result = Json::array();
    for (const auto& [key, entry] : entries) {
        result.push_back(entry);
    }
    return result;
}

/// Communicators whose ranks this process decided on.
Json local_reorderings() {
    Json entries = Json::array();
    for (const Reordering& reordering : reorderings()) {
        entries.push_back({{"topology", reordering.topology},
                           {"processes", reordering.processes},
                           {"moved", reordering.moved},
                           {"predicted_seconds_before", reordering.seconds_before},
                           {"predicted_seconds_after", reordering.seconds_after}});
    }
    return entries;
}

Json concatenated(const std::vector<std::string>& texts) {
    Json result = Json::array();
    for (const std::string& text : texts) {
        for (const Json& entry : Json::parse(text)) {
            result.push_back(entry);
        }
    }
    return result;
}

/// Collective over MPI_COMM_WORLD: all ranks have the same settings.
void write_report(const Job& job, const std::string& path) {
    const std::vector<std::string> texts = mpi::gather_texts(MPI_COMM_WORLD, local_entries().dump(), 0);
    const std::vector<std::string> orders = mpi::gather_texts(MPI_COMM_WORLD, local_reorderings().dump(), 0);
    const std::vector<std::string> drifts = mpi::gather_texts(MPI_COMM_WORLD, local_drift().dump(), 0);
    if (job.world_rank != 0) {
        return;
    }
    const Json report = {{"causeway", "report"},
                         {"version", 1},
                         {"by", fmt::format("causeway {}", base::version())},
                         {"mpi", mpi::library_version()},
                         {"processes", job.host_names.size()},
                         {"platform", job.platform_fingerprint},
                         {"plans", merged(texts)},
                         {"reorderings", concatenated(orders)},
                         {"drift", concatenated(drifts)}};
    base::write_file(path, report.dump(1) + "\n");
}

extern "C" int causeway_finalize_begins(MPI_Comm, int, void*, void*) {
    finalize_begins();
    return MPI_SUCCESS;
}

}  // namespace

void finalize_begins() noexcept {
    tracing::finish_tracing();
    Job* job = active_job();
    if (job == nullptr) {
        return;
    }
    end_job();
    leave_communicators_to_mpi();
    try {
        if (const auto path = job->settings.report_file()) {
            write_report(*job, *path);
        }
    } catch (const std::exception& error) {
        say(*job, 0, fmt::format("no report: {}", error.what()));
    }
}

void watch_for_finalize() {
    int key = MPI_KEYVAL_INVALID;
    mpi::check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, causeway_finalize_begins, &key, nullptr),
               "MPI_Comm_create_keyval");
    mpi::check(PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr), "MPI_Comm_set_attr");
    mpi::check(PMPI_Comm_free_keyval(&key), "MPI_Comm_free_keyval");
}

}  // namespace causeway::interpose
