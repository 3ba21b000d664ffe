#include "causeway/interpose/report.hpp"

#include "causeway/base/files.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/base/version.hpp"
#include "causeway/calls/call_totals.hpp"
#include "causeway/calls/drift.hpp"
#include "causeway/experience/summary.hpp"
#include "causeway/interpose/job_seen.hpp"
#include "causeway/interpose/observed_calls.hpp"
#include "causeway/interpose/report_file.hpp"
#include "causeway/job/gained_experience.hpp"
#include "causeway/job/job.hpp"
#include "causeway/job/told_events.hpp"
#include "causeway/mpi/communicator.hpp"
#include "causeway/mpi/error.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/reordering/reordering.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace causeway::interpose {

namespace {

using base::JsonInput;
using base::JsonOutput;

/// In the file an entry of a list is a line.
constexpr int kDepth = 2;

/// Calls that are told as one, in the order of the report.
struct Kind {
    std::string communicator;
    std::string collective;
    bool is_nonblocking = false;
    std::optional<std::int64_t> root;
    std::optional<std::int64_t> up_to;
    std::string plan;

    friend auto operator<=>(const Kind&, const Kind&) = default;
};

struct Calls {
    std::int64_t number = 0;  ///< 0: this rank is not the one that tells it
    std::int64_t bytes = 0;
    std::optional<double> predicted;
    std::optional<double> observed;
    // Empty: another rank knows it, or there are several.
    std::string processes;
    std::string digest;  ///< of the plan
    std::string reason;
};

JsonOutput to_json(const Kind& kind, const Calls& calls) {
    return {{"communicator", kind.communicator},
            {"processes", calls.processes},
            {"collective", kind.collective},
            {"nonblocking", kind.is_nonblocking},
            {"root", kind.root},
            {"bytes_up_to", kind.up_to},
            {"plan", kind.plan},
            {"digest", calls.digest},
            {"reason", calls.reason},
            {"calls", calls.number},
            {"bytes", calls.bytes},
            {"predicted_seconds", calls.predicted},
            {"observed_seconds", calls.observed}};
}

Kind kind_from(const JsonInput& entry) {
    using Limits = std::numeric_limits<std::int64_t>;
    const auto optional_integer = [&](std::string_view key) {
        const auto number = entry.optional_member(key);
        return number ? std::optional(number->integer(Limits::min(), Limits::max())) : std::nullopt;
    };
    return {.communicator = entry.member("communicator").string(),
            .collective = entry.member("collective").string(),
            .is_nonblocking = entry.member("nonblocking").boolean(),
            .root = optional_integer("root"),
            .up_to = optional_integer("bytes_up_to"),
            .plan = entry.member("plan").string()};
}

Calls calls_from(const JsonInput& entry) {
    const auto optional_number = [&](std::string_view key) {
        const auto number = entry.optional_member(key);
        return number ? std::optional(number->number()) : std::nullopt;
    };
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    return {.number = entry.member("calls").integer(0, kMost),
            .bytes = entry.member("bytes").integer(0, kMost),
            .predicted = optional_number("predicted_seconds"),
            .observed = optional_number("observed_seconds"),
            .processes = entry.member("processes").string(),
            .digest = entry.member("digest").string(),
            .reason = entry.member("reason").string()};
}

/// What one rank has seen.
struct Seen {
    JsonOutput calls = JsonOutput::array();     ///< an entry for each kind
    JsonOutput passed = JsonOutput::array();    ///< what no plan was made for
    JsonOutput members = JsonOutput::object();  ///< of communicators whose rank 0 it is
    JsonOutput plans = JsonOutput::object();    ///< theirs: files, by their digests
};

Seen seen_here() {
    Seen seen;
    std::set<std::string> known_plans;
    for (const calls::CallTotals::Entry& entry : calls::call_totals().entries()) {
        const calls::ToldCalls& told = entry.kind;
        const Kind kind{.communicator = told.communicator,
                        .collective = std::string(told.collective),
                        .is_nonblocking = told.is_nonblocking,
                        .root = told.root,
                        .up_to = told.up_to ? std::optional(told.up_to->value()) : std::nullopt,
                        .plan = told.plan};
        Calls calls;
        calls.number = told.is_rank_0 ? entry.calls : 0;
        calls.bytes = told.is_rank_0 ? entry.bytes : 0;
        if (entry.way.predicted < Seconds::infinity()) {
            calls.predicted = entry.way.predicted.value();
        }
        if (!told.is_nonblocking) {
            calls.observed = entry.observed_seconds / static_cast<double>(entry.calls);
        }
        if (const calls::ToldPlan* const plan = entry.way.plan.get()) {
            calls.digest = plan::digest_text(plan->plan, *plan->facts);
            calls.reason = plan->reason;
            calls.processes = plan->processes;
            seen.members[told.communicator] = *plan->members;
            if (plan->plan.scheme != nullptr && known_plans.insert(calls.digest).second) {
                seen.plans[calls.digest] = plan::to_json(plan->plan, *plan->facts);
            }
        }
        seen.calls.push_back(to_json(kind, calls));
    }
    for (const auto& [kind, calls] : calls::call_totals().passed()) {
        seen.passed.push_back({{"collective", kind.collective}, {"why", kind.why}, {"calls", calls}});
    }
    return seen;
}

/// The events of all ranks, on rank 0.
struct Events {
    std::vector<std::string> entries;  ///< [rank] an array as text
    std::int64_t num_others = 0;       ///< that are not among these
};

/// Collective over MPI_COMM_WORLD.
template <typename Event, typename Describe>
Events gathered(const job::ToldEvents<Event>& events, const Describe& describe) {
    JsonOutput entries = JsonOutput::array();
    for (const Event& event : events.first()) {
        entries.push_back(describe(event));
    }
    Events all{.entries = mpi::gather_texts(MPI_COMM_WORLD, entries.dump(), 0)};
    const std::int64_t others = events.num_others();
    mpi::check(PMPI_Reduce(&others, &all.num_others, 1, MPI_INT64_T, MPI_SUM, 0, MPI_COMM_WORLD), "MPI_Reduce");
    return all;
}

/// What was found of the links by communicators whose rank 0 this process is.
JsonOutput drift_entry(const calls::DriftEvent& event) {
    return {{"communicator", event.communicator},
            {"call", event.call},
            {"reason", event.reason},
            {"found", event.found},
            {"changed", event.has_changed},
            {"seconds", event.seconds}};
}

/// Communicators whose ranks this process decided on.
JsonOutput reordering_entry(const reordering::Reordering& reordering) {
    return {{"topology", reordering.topology},
            {"processes", reordering.processes},
            {"moved", reordering.moved},
            {"predicted_seconds_before", reordering.seconds_before},
            {"predicted_seconds_after", reordering.seconds_after}};
}

/// One entry for each kind of call over all ranks: how often, rank 0 of the communicator says, or the ranks 0 of all
/// that are told as one; the observed time is that of the rank on which calls took longest on average.
JsonOutput merged(const std::vector<JsonInput>& ranks) {
    std::map<Kind, Calls> merged;
    for (const JsonInput& rank : ranks) {
        for (const JsonInput& entry : rank.elements()) {
            const Calls calls = calls_from(entry);
            const auto [known, is_new] = merged.emplace(kind_from(entry), calls);
            if (!is_new) {
                if (!calls.digest.empty()) {
                    known->second.digest = calls.digest;
                    known->second.reason = calls.reason;
                    known->second.processes = calls.processes;
                }
                known->second.number += calls.number;
                known->second.bytes += calls.bytes;
                known->second.observed = std::max(known->second.observed, calls.observed);
            }
        }
    }
    JsonOutput result = JsonOutput::array();
    for (const auto& [kind, calls] : merged) {
        if (calls.number > 0) {  // else its rank 0 has it among others
            result.push_back(to_json(kind, calls));
        }
    }
    return result;
}

/// What no plan was made for, over all ranks.
JsonOutput passed_in_all(const std::vector<JsonInput>& ranks) {
    std::map<std::pair<std::string, std::string>, std::int64_t> calls;
    for (const JsonInput& rank : ranks) {
        for (const JsonInput& entry : rank.elements()) {
            calls[{entry.member("collective").string(), entry.member("why").string()}] +=
                entry.member("calls").integer(0, std::numeric_limits<std::int64_t>::max());
        }
    }
    JsonOutput result = JsonOutput::array();
    for (const auto& [kind, number] : calls) {
        result.push_back({{"collective", kind.first}, {"why", kind.second}, {"calls", number}});
    }
    return result;
}

JsonOutput concatenated(const std::vector<std::string>& arrays) {
    JsonOutput all = JsonOutput::array();
    for (const std::string& text : arrays) {
        all.append(JsonOutput::parse(text));
    }
    return all;
}

using Gained = std::map<std::string, experience::Experience>;

/// What was tried, an entry for each kind of calls.
JsonOutput tried(const Gained& gained) {
    JsonOutput entries = JsonOutput::array();
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

/// What every report begins with. `path`: CAUSEWAY_REPORT.
JsonOutput head(std::size_t num_processes, int num_parents, const std::string& path) {
    JsonOutput started_by = nullptr;
    if (num_parents > 0) {
        started_by = {{"processes", num_parents}, {"report", std::filesystem::path(path).filename().string()}};
    }
    return {{"causeway", "report"},
            {"version", 1},
            {"by", fmt::format("causeway {}", base::version())},
            {"mpi", mpi::library_version()},
            {"processes", num_processes},
            {"started_by", std::move(started_by)}};
}

void write(const JsonOutput& report, int num_parents, const std::string& path) {
    base::write_file(num_parents > 0 ? new_report_of_spawned(path) : path, report.dump_to_depth(kDepth) + "\n");
}

/// Collective over MPI_COMM_WORLD: all ranks have the same settings.
void write_report(const job::Job& job, const Gained& gained, const std::string& path) {
    const Seen seen = seen_here();
    const auto texts = mpi::gather_texts(MPI_COMM_WORLD, JsonOutput::array({seen.calls, seen.passed}).dump(), 0);
    const auto plans = mpi::gather_texts(MPI_COMM_WORLD, JsonOutput::array({seen.members, seen.plans}).dump(), 0);
    const std::optional<ObservedCalls> observed = gathered_calls(job);
    const Events reorderings = gathered(reordering::reorderings(), reordering_entry);
    const Events drift = gathered(calls::drift_events(), drift_entry);
    if (job.world_rank != 0) {
        return;
    }
    std::vector<JsonInput> calls;
    std::vector<JsonInput> passed;
    for (const std::string& text : texts) {
        const JsonInput rank = JsonInput::parse(text, "calls of a rank");
        calls.push_back(rank.elements()[0]);
        passed.push_back(rank.elements()[1]);
    }
    JsonOutput members = JsonOutput::object();
    JsonOutput files = JsonOutput::object();
    for (const std::string& text : plans) {
        JsonOutput rank = JsonOutput::parse(text);
        members.update(std::move(rank[0UL]));
        files.update(std::move(rank[1UL]));
    }
    JsonOutput written = head(job.host_names.size(), job.num_parents, path);
    written["passes_through"] = nullptr;
    written["platform"] = job.platform_fingerprint;
    written["platform_from"] = job.platform_origin;
    written["hosts"] = job.num_hosts();
    written["clusters"] = job.facts.first()->num_clusters();
    written["network"] = JsonOutput::parse(platform::to_json_text(*job.facts.first()));
    written["rank_hosts"] = job.host_names;
    written["rank_nodes"] = job.nodes;
    written["communicators"] = std::move(members);
    written["plans"] = merged(calls);
    written["plan_files"] = std::move(files);
    written["passed"] = passed_in_all(passed);
    written["observed_calls"] = observed ? observed->entries : JsonOutput::array();
    written["observed_clock"] = observed ? JsonOutput(observed->clock) : JsonOutput(nullptr);
    written["experience"] = tried(gained);
    written["reorderings"] = concatenated(reorderings.entries);
    written["other_reorderings"] = reorderings.num_others;
    written["noticed"] = entries_of(noticed::notices(job_seen(job, calls)));
    written["drift"] = concatenated(drift.entries);
    written["other_drift"] = drift.num_others;
    write(written, job.num_parents, path);
}

}  // namespace

void report_of_none(const std::string& path, int parents, const std::string& why) {
    JsonOutput written = head(static_cast<std::size_t>(mpi::size_of(MPI_COMM_WORLD)), parents, path);
    written["passes_through"] = why;
    for (const char* nothing : {"plans", "passed", "experience", "reorderings", "noticed", "drift"}) {
        written[nothing] = JsonOutput::array();
    }
    write(written, parents, path);
}

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
