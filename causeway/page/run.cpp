#include "causeway/page/run.hpp"

#include "causeway/base/text.hpp"
#include "causeway/scheme/scheme.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace causeway::page {

namespace {

using base::JsonInput;

/// Of one call, and of all; what is more is no report's, and would not add up.
constexpr std::int64_t kMostSize = std::int64_t{1} << 42U;
constexpr std::int64_t kMostInAll = std::int64_t{1} << 60U;
constexpr std::int64_t kMostCalls = std::int64_t{1} << 50U;

std::int64_t count_in(const JsonInput& entry, std::string_view key) {
    return entry.member(key).integer(0, kMostCalls);
}

std::string text_in(const JsonInput& entry, std::string_view key) {
    const auto text = entry.optional_member(key);
    return text ? text->string() : std::string();
}

std::optional<Seconds> seconds_in(const JsonInput& entry, std::string_view key) {
    const auto seconds = entry.optional_member(key);
    return seconds ? std::optional(Seconds(seconds->number())) : std::nullopt;
}

/// Whether calls of that name have a root; entries of those that have none may say 0.
bool has_root(std::string_view collective) {
    auto operation = scheme::find_operation(collective);
    if (!operation && collective.ends_with('v')) {
        operation = scheme::find_operation(collective.substr(0, collective.size() - 1));
    }
    return operation && scheme::is_rooted(*operation);
}

/// What entries of both lists say of the kind of calls that they are about.
CallKind kind_in(const JsonInput& entry) {
    CallKind kind;
    kind.collective = entry.member("collective").string();
    const auto root = entry.optional_member("root");
    if (root && has_root(kind.collective)) {
        kind.root = static_cast<int>(root->integer(0, std::numeric_limits<int>::max()));
    }
    if (const auto bytes = entry.optional_member("bytes_up_to")) {
        kind.up_to = Bytes(bytes->integer(0, kMostSize));
    }
    kind.processes = text_in(entry, "processes");
    return kind;
}

PlannedCalls planned_in(const JsonInput& entry) {
    const auto bytes = entry.optional_member("bytes");
    return {.plan = entry.member("plan").string(),
            .digest = text_in(entry, "digest"),
            .reason = text_in(entry, "reason"),
            .calls = count_in(entry, "calls"),
            .bytes = bytes ? std::optional(bytes->integer(0, kMostInAll)) : std::nullopt,
            .predicted = seconds_in(entry, "predicted_seconds"),
            .observed = seconds_in(entry, "observed_seconds")};
}

Trial trial_in(const JsonInput& entry) {
    Trial trial{.calls = count_in(entry, "calls"),
                .regret = Seconds(entry.member("regret_seconds").number()),
                .won = Seconds(entry.member("won_seconds").number()),
                .ways = {}};
    for (const JsonInput way : entry.member("ways").elements()) {
        trial.ways.push_back({.plan = way.member("description").string(),
                              .digest = way.member("plan").string(),
                              .is_chosen = way.member("chosen").boolean(),
                              .timed_calls = count_in(way, "calls"),
                              .promised = seconds_in(way, "promised_seconds"),
                              .median = seconds_in(way, "median_seconds"),
                              .low = seconds_in(way, "low_seconds"),
                              .high = seconds_in(way, "high_seconds")});
    }
    return trial;
}

bool is_same(const CallKind& one, const CallKind& other) {
    return one.collective == other.collective && one.is_nonblocking == other.is_nonblocking && one.root == other.root &&
           one.up_to == other.up_to && one.processes == other.processes;
}

/// The same processes in the same hosts may be several communicators: their calls are told as one.
void add_plans(Run& run, const JsonInput& report) {
    for (const JsonInput entry : report.member("plans").elements()) {
        CallKind kind = kind_in(entry);
        kind.is_nonblocking = entry.member("nonblocking").boolean();
        kind.communicator = entry.member("communicator").string();
        if (kind.processes.empty()) {  // a report that does not say where they run
            kind.processes = kind.communicator;
        }
        auto known = std::find_if(run.kinds.begin(), run.kinds.end(),
                                  [&](const CallKind& other) { return is_same(kind, other); });
        if (known == run.kinds.end()) {
            known = run.kinds.insert(known, std::move(kind));
        }
        known->plans.push_back(planned_in(entry));
    }
}

void add_trials(Run& run, const JsonInput& report) {
    for (const JsonInput entry : report.member("experience").elements()) {
        CallKind kind = kind_in(entry);
        auto known = std::find_if(run.kinds.begin(), run.kinds.end(),
                                  [&](const CallKind& other) { return is_same(kind, other); });
        if (known == run.kinds.end()) {
            known = run.kinds.insert(known, std::move(kind));
        }
        known->trial = trial_in(entry);
    }
}

void add_facts(Run& run, const JsonInput& report) {
    for (const auto& [name, key] :
         {std::pair{"processes", "processes"}, std::pair{"hosts", "hosts"}, std::pair{"clusters", "clusters"},
          std::pair{"MPI library", "mpi"}, std::pair{"network from", "platform_from"}, std::pair{"by", "by"}}) {
        const auto member = report.optional_member(key);
        if (member) {
            const std::string value =
                member->is_string() ? member->string() : std::to_string(member->integer(0, kMostCalls));
            run.facts.emplace_back(name, value.substr(0, value.find(',')));  // MPI libraries say much more
        }
    }
    if (const auto parents = report.optional_member("started_by")) {
        run.facts.emplace_back("started by",
                               fmt::format("{} processes of {}", parents->member("processes").integer(1, kMostCalls),
                                           parents->member("report").string()));
    }
}

void add_places(Run& run, const JsonInput& report) {
    if (const auto hosts = report.optional_member("rank_hosts")) {
        for (const JsonInput host : hosts->elements()) {
            run.rank_hosts.push_back(host.string());
        }
    }
    if (const auto nodes = report.optional_member("rank_nodes")) {
        for (const JsonInput node : nodes->elements()) {
            run.rank_nodes.push_back(static_cast<int>(node.integer(-1, std::numeric_limits<int>::max())));
        }
        if (!run.rank_nodes.empty() && run.rank_nodes.size() != run.rank_hosts.size()) {
            nodes->refuse(fmt::format("{} entries", run.rank_nodes.size()), "one for each rank, or none");
        }
    }
    const auto communicators = report.optional_member("communicators");
    const auto num_ranks = static_cast<std::int64_t>(run.rank_hosts.size());
    for (const std::string& name : communicators ? communicators->keys() : std::vector<std::string>{}) {
        for (const JsonInput rank : communicators->member(name).elements()) {
            run.communicators[name].push_back(static_cast<int>(rank.integer(0, num_ranks - 1)));
        }
    }
    const auto plans = report.optional_member("plan_files");
    for (const std::string& digest : plans ? plans->keys() : std::vector<std::string>{}) {
        run.plan_files.emplace(digest, plans->member(digest));
    }
    run.network = report.optional_member("network");
}

void add_events(Run& run, const JsonInput& report) {
    const auto noticed = report.optional_member("noticed");
    run.was_watched = noticed.has_value();
    if (noticed) {
        for (const JsonInput notice : noticed->elements()) {
            run.noticed.push_back(notice.member("text").string());
        }
    }
    for (const JsonInput event : report.member("drift").elements()) {
        run.drift.push_back({.communicator = event.member("communicator").string(),
                             .call = count_in(event, "call"),
                             .reason = event.member("reason").string(),
                             .found = event.member("found").string(),
                             .has_changed = event.member("changed").boolean(),
                             .took = Seconds(event.member("seconds").number())});
        if (run.drift.back().has_changed) {
            run.noticed.push_back(fmt::format("while it ran links changed: {}", run.drift.back().found));
        }
    }
    for (const JsonInput entry : report.member("reorderings").elements()) {
        run.reorderings.push_back({.topology = entry.member("topology").string(),
                                   .processes = count_in(entry, "processes"),
                                   .moved = count_in(entry, "moved"),
                                   .before = Seconds(entry.member("predicted_seconds_before").number()),
                                   .after = Seconds(entry.member("predicted_seconds_after").number())});
    }
    if (const auto passed = report.optional_member("passed")) {
        for (const JsonInput entry : passed->elements()) {
            run.passed.push_back({.collective = entry.member("collective").string(),
                                  .why = entry.member("why").string(),
                                  .calls = count_in(entry, "calls")});
        }
    }
}

void add_observed(Run& run, const JsonInput& report) {
    const auto calls = report.optional_member("observed_calls");
    if (!calls) {
        return;
    }
    run.observed_clock = text_in(report, "observed_clock");
    for (const JsonInput entry : calls->elements()) {
        ObservedCall call{.name = kind_in(entry).name(),
                          .communicator = entry.member("communicator").string(),
                          .plan = entry.member("plan").string(),
                          .messages = {}};
        const auto members = run.communicators.find(call.communicator);
        const std::int64_t size = members == run.communicators.end() ? 0 : std::ssize(members->second);
        for (const JsonInput message : entry.member("messages").elements()) {
            const base::JsonElements parts = message.elements();
            if (parts.size() != 5) {
                message.refuse("[from, to, bytes, begin, arrival]");
            }
            call.messages.push_back({.from = static_cast<int>(parts[0].integer(0, size - 1)),
                                     .to = static_cast<int>(parts[1].integer(0, size - 1)),
                                     .size = Bytes(parts[2].integer(0, kMostSize)),
                                     .begin = Seconds(parts[3].number()),
                                     .arrival = Seconds(parts[4].number())});
        }
        std::stable_sort(call.messages.begin(), call.messages.end(),
                         [](const TimedMessage& one, const TimedMessage& other) { return one.begin < other.begin; });
        run.observed.push_back(std::move(call));
    }
}

}  // namespace

const TriedWay* Trial::choice() const {
    const auto found = std::find_if(ways.begin(), ways.end(), [](const TriedWay& way) { return way.is_chosen; });
    return found == ways.end() ? nullptr : &*found;
}

const TriedWay* Trial::native() const {
    const auto found =
        std::find_if(ways.begin(), ways.end(), [](const TriedWay& way) { return way.digest == kNative; });
    return found == ways.end() ? nullptr : &*found;
}

std::int64_t CallKind::calls() const {
    std::int64_t sum = 0;
    for (const PlannedCalls& planned : plans) {
        sum += planned.calls;
    }
    return sum;
}

std::int64_t CallKind::calls_by_plan() const {
    std::int64_t sum = 0;
    for (const PlannedCalls& planned : plans) {
        sum += planned.digest == kNative ? 0 : planned.calls;
    }
    return sum;
}

std::optional<Bytes> CallKind::mean_size() const {
    double bytes = 0.0;
    for (const PlannedCalls& planned : plans) {
        if (!planned.bytes) {
            return up_to;
        }
        bytes += static_cast<double>(*planned.bytes);
    }
    const double mean = calls() > 0 ? bytes / static_cast<double>(calls()) : 0.0;
    return up_to && calls() > 0 && mean < static_cast<double>(up_to->value())
               ? std::optional(Bytes(static_cast<std::int64_t>(mean)))
               : up_to;
}

const PlannedCalls* CallKind::most_called() const {
    const auto most =
        std::max_element(plans.begin(), plans.end(),
                         [](const PlannedCalls& one, const PlannedCalls& other) { return one.calls < other.calls; });
    return most == plans.end() ? nullptr : &*most;
}

const PlannedCalls* CallKind::main_plan() const {
    const TriedWay* const choice = trial ? trial->choice() : nullptr;
    const PlannedCalls* most = nullptr;
    for (const PlannedCalls& planned : plans) {
        if (choice != nullptr && planned.digest == choice->digest && planned.digest != kNative) {
            return &planned;
        }
        if (planned.digest != kNative && (most == nullptr || planned.calls > most->calls)) {
            most = &planned;
        }
    }
    return most;
}

Seconds CallKind::time() const {
    Seconds sum;
    for (const PlannedCalls& planned : plans) {
        sum += static_cast<double>(planned.calls) * planned.observed.value_or(planned.predicted.value_or(Seconds(0.0)));
    }
    return sum;
}

std::string CallKind::name() const {
    std::string text = is_nonblocking ? "nonblocking " + collective : collective;
    text += up_to && up_to->value() > 0 ? fmt::format(" of up to {}", base::to_text(*up_to)) : std::string();
    return text + (root ? fmt::format(" from {}", *root) : std::string());
}

Run run_from(const JsonInput& report) {
    report.require_head("report", 1);
    Run run;
    if (const auto why = report.optional_member("passes_through")) {
        run.why_nothing = why->string();
    }
    add_facts(run, report);
    add_places(run, report);
    add_plans(run, report);
    add_trials(run, report);
    add_events(run, report);
    add_observed(run, report);
    std::stable_sort(run.kinds.begin(), run.kinds.end(),
                     [](const CallKind& one, const CallKind& other) { return one.time() > other.time(); });
    return run;
}

}  // namespace causeway::page
