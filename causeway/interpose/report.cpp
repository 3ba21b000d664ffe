#include "causeway/interpose/report.hpp"

#include "causeway/base/files.hpp"
#include "causeway/base/text.hpp"
#include "causeway/base/version.hpp"
#include "causeway/calls/call_totals.hpp"
#include "causeway/calls/drift.hpp"
#include "causeway/experience/summary.hpp"
#include "causeway/job/gained_experience.hpp"
#include "causeway/job/job.hpp"
#include "causeway/job/told_events.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/reordering/reordering.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace causeway::interpose {

namespace {

using Json = nlohmann::ordered_json;

/// Infinity, of what is not predicted, is no number of JSON.
Json seconds_or_null(Seconds time) {
    return time < Seconds::infinity() ? Json(time.value()) : Json(nullptr);
}

Json entry_of(const calls::CallTotals::Entry& entry) {
    const calls::ToldCalls& kind = entry.kind;
    return {{"communicator", kind.communicator},
            {"collective", kind.collective},
            {"nonblocking", kind.is_nonblocking},
            {"root", kind.root ? Json(*kind.root) : Json(nullptr)},
            {"bytes_up_to", kind.up_to ? Json(kind.up_to->value()) : Json(nullptr)},
            {"plan", kind.plan},
            {"calls", kind.is_rank_0 ? entry.calls : 0},
            {"predicted_seconds", seconds_or_null(entry.predicted)},
            {"observed_seconds",
             kind.is_nonblocking ? Json(nullptr) : Json(entry.observed_seconds / static_cast<double>(entry.calls))}};
}

/// What this rank has seen, an entry for each kind of call.
Json local_entries() {
    Json entries = Json::array();
    for (const calls::CallTotals::Entry& entry : calls::call_totals().entries()) {
        entries.push_back(entry_of(entry));
    }
    return entries;
}

/// Events, and how many of them are not among these.
template <typename Event, typename Describe>
Json local_events(const job::ToldEvents<Event>& events, const Describe& describe) {
    Json entries = Json::array();
    for (const Event& event : events.first()) {
        entries.push_back(describe(event));
    }
    return {{"entries", std::move(entries)}, {"others", events.num_others()}};
}

/// What was found of the links by communicators whose rank 0 this process is.
Json drift_entry(const calls::DriftEvent& event) {
    return {{"communicator", event.communicator},
            {"call", event.call},
            {"reason", event.reason},
            {"found", event.found},
            {"changed", event.has_changed},
            {"seconds", event.seconds}};
}

/// Communicators whose ranks this process decided on.
Json reordering_entry(const reordering::Reordering& reordering) {
    return {{"topology", reordering.topology},
            {"processes", reordering.processes},
            {"moved", reordering.moved},
            {"predicted_seconds_before", reordering.seconds_before},
            {"predicted_seconds_after", reordering.seconds_after}};
}

/// One entry for each kind of call over all ranks: how often, rank 0 of the communicator says, or the ranks 0 of all
/// that are told as one; the observed time is that of the rank on which calls took longest on average.
Json merged(const std::vector<std::string>& texts) {
    std::map<std::vector<Json>, Json> entries;
    for (const std::string& text : texts) {
        for (const Json& entry : Json::parse(text)) {
            std::vector<Json> kind;
            for (const char* const key : {"communicator", "collective", "nonblocking", "root", "bytes_up_to", "plan"}) {
                kind.push_back(entry.at(key));
            }
            const auto [known, is_new] = entries.emplace(std::move(kind), entry);
            if (is_new) {
                continue;
            }
            Json& sum = known->second;
            sum["calls"] = sum["calls"].get<std::int64_t>() + entry["calls"].get<std::int64_t>();
            if (sum["observed_seconds"] < entry["observed_seconds"]) {
                sum["observed_seconds"] = entry["observed_seconds"];
            }
        }
    }
    Json result = Json::array();
    for (const auto& [kind, entry] : entries) {
        if (entry["calls"] > 0) {  // else its rank 0 has it among others
            result.push_back(entry);
        }
    }
    return result;
}

/// The events of all ranks.
Json concatenated(const std::vector<std::string>& texts) {
    Json entries = Json::array();
    std::int64_t num_others = 0;
    for (const std::string& text : texts) {
        const Json events = Json::parse(text);
        entries.insert(entries.end(), events["entries"].begin(), events["entries"].end());
        num_others += events["others"].get<std::int64_t>();
    }
    return {{"entries", std::move(entries)}, {"others", num_others}};
}

using Gained = std::map<std::string, experience::Experience>;

/// What was tried, an entry for each kind of calls.
Json tried(const Gained& gained) {
    Json entries = Json::array();
    for (const auto& [platform, experience] : gained) {
        for (const auto& [kind, tried] : experience.kinds) {
            entries.push_back(experience::summary(kind, tried));
        }
    }
    return entries;
}

/// In one line, what trying was worth.
void tell(const job::Job& job, const Gained& gained) {
    std::size_t kinds = 0;
    double regret = 0.0;
    double won = 0.0;
    for (const auto& [platform, experience] : gained) {
        for (const auto& [kind, tried] : experience.kinds) {
            ++kinds;
            regret += tried.regret();
            won += tried.won();
        }
    }
    if (kinds > 0) {
        say(job, 2,
            fmt::format(
                "{} kinds of calls were tried: that has cost {} beside the best there is; calls of this job take {} "
                "less than by the MPI library's own",
                kinds, base::to_text(Seconds(regret)), base::to_text(Seconds(won))));
    }
}

/// Collective over MPI_COMM_WORLD: all ranks have the same settings.
void write_report(const job::Job& job, const Gained& gained, const std::string& path) {
    const auto gathered = [](const Json& local) { return mpi::gather_texts(MPI_COMM_WORLD, local.dump(), 0); };
    const std::vector<std::string> plans = gathered(local_entries());
    const std::vector<std::string> orders = gathered(local_events(reordering::reorderings(), reordering_entry));
    const std::vector<std::string> drifts = gathered(local_events(calls::drift_events(), drift_entry));
    if (job.world_rank != 0) {
        return;
    }
    const Json reordered = concatenated(orders);
    const Json drifted = concatenated(drifts);
    const Json written = {{"causeway", "report"},
                          {"version", 1},
                          {"by", fmt::format("causeway {}", base::version())},
                          {"mpi", mpi::library_version()},
                          {"processes", job.host_names.size()},
                          {"platform", job.platform_fingerprint},
                          {"plans", merged(plans)},
                          {"experience", tried(gained)},
                          {"reorderings", reordered["entries"]},
                          {"other_reorderings", reordered["others"]},
                          {"drift", drifted["entries"]},
                          {"other_drift", drifted["others"]}};
    base::write_file(path, written.dump(1) + "\n");
}

}  // namespace

void report(const job::Job& job) noexcept {
    try {
        const auto path = job.settings.report_file();
        if (job.keeps_experience || path) {
            const auto gained = job::gathered_experience(job);
            tell(job, gained);
            job::keep(job, gained);
            if (path) {
                write_report(job, gained, *path);
            }
        }
    } catch (const std::exception& error) {
        say(job, 0, fmt::format("the end of the job is not told: {}", error.what()));
    }
}

}  // namespace causeway::interpose
