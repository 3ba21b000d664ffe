#include "causeway/job/agreement.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_input.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/time_stamp.hpp"
#include "causeway/experience/kept.hpp"
#include "causeway/job/gained_experience.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/plan/plan_files.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/traffic/format/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <utility>
#include <vector>

namespace causeway::job {

namespace {

using base::JsonElements;
using base::JsonInput;
using base::JsonOutput;

std::vector<std::string> strings_of(const JsonInput& list) {
    std::vector<std::string> strings;
    for (const JsonInput& one : list.elements()) {
        strings.push_back(one.string());
    }
    return strings;
}

void pass_through(StartDecision& decision, int verbosity, std::string remark) {
    decision.agreement.course = Course::kPassThrough;
    decision.agreement.host_names.clear();
    decision.verbosity = verbosity;
    decision.remark = std::move(remark);
}

/// From what the ranks said alone. Returns whether a platform is needed.
bool compare(StartDecision& decision, const std::vector<Introduction>& ranks, bool is_switched_off) {
    const auto any = [&](auto&& holds) { return std::any_of(ranks.begin(), ranks.end(), holds); };
    Agreement& agreement = decision.agreement;
    const auto faulty = std::find_if(ranks.begin(), ranks.end(), [](const auto& rank) { return !rank.fault.empty(); });
    if (faulty != ranks.end()) {
        agreement.first_faulty = static_cast<int>(faulty - ranks.begin());
        return false;
    }
    agreement.has_one_setting = !any([&](const auto& rank) { return rank.settings != ranks.front().settings; });
    agreement.has_progress = !any([](const auto& rank) { return !rank.has_progress; });
    agreement.has_threads = any([](const auto& rank) { return rank.has_threads; });
    if (!agreement.has_one_setting) {
        pass_through(decision, 0,
                     "the ranks of this job have different CAUSEWAY_ settings; all collectives pass through");
        return false;
    }
    if (is_switched_off || ranks.size() == 1) {
        return false;
    }
    if (any([](const auto& rank) { return rank.has_gpu_runtime; })) {
        pass_through(decision, 1,
                     "a GPU runtime is loaded: buffers may be device memory, all collectives pass through");
        return false;
    }
    std::vector<mpi::HostMark> marks;
    for (const Introduction& rank : ranks) {
        marks.push_back(rank.host);
        decision.hosts.interfaces.push_back(rank.interfaces);
    }
    const std::string network = mpi::network_settings();
    decision.hosts.library = mpi::library_version() + (network.empty() ? "" : " " + network);
    decision.hosts.host_names = agreement.host_names = mpi::names_of_hosts(marks);
    agreement.share_one_kernel = mpi::share_one_kernel(marks);
    const std::vector<std::string>& names = agreement.host_names;
    if (std::all_of(names.begin(), names.end(), [&](const std::string& name) { return name == names.front(); })) {
        pass_through(decision, 1, "all processes share one host: all collectives pass through");
        return false;
    }
    agreement.course = Course::kMeasure;
    return true;
}

/// On one line, without what no plan depends on: what the others need of it.
std::string essence_of(platform::Platform platform) {
    platform.provenance = {};
    return JsonOutput::parse(platform::to_json_text(platform)).dump();
}

void take(StartDecision& decision, platform::Platform platform, std::string origin) {
    decision.agreement.course = Course::kPlan;
    decision.agreement.platform_text = essence_of(platform);
    decision.provenance = std::move(platform.provenance);
    decision.origin = std::move(origin);
}

/// Looks for a platform that knows every host of the job.
void look_for_platform(StartDecision& decision, const configuration::Settings& settings) {
    if (const auto file = settings.platform_file()) {
        try {
            platform::Platform platform = platform::read_platform(*file);
            if (platform::placement_of(platform, decision.hosts.host_names)) {
                take(decision, std::move(platform), *file);
                return;
            }
            decision.trouble = fmt::format("{} does not know every host of this job; measuring anew", *file);
        } catch (const base::InputError& error) {
            pass_through(decision, 0, fmt::format("{}; all collectives pass through", error.what()));
            return;
        }
    }
    if (const auto folder = settings.cache_directory()) {
        try {
            if (auto found = find_cached(*folder, decision.hosts)) {
                take(decision, std::move(found->platform), found->file);
                decision.cached_file = found->file;
            }
        } catch (const base::InputError& error) {
            decision.trouble = fmt::format("{}; measuring anew", error.what());
        }
    }
}

/// Costs nothing but time where it is missing. A platform that is known was measured by the job: it counts more.
void look_for_monitoring(StartDecision& decision, const configuration::Settings& settings) {
    const std::vector<std::string> files = settings.monitoring_files();
    if (files.empty() || decision.agreement.course != Course::kMeasure) {
        return;
    }
    try {
        platform::MonitoringData data = platform::read_monitoring(files, {});
        platform::require_unit(data, files.front(), "a unit, as in latency_ms");
        decision.monitoring = std::move(data);
        decision.monitoring_files = files;
    } catch (const base::InputError& error) {
        decision.trouble +=
            fmt::format("{}{}; all of the network is measured", decision.trouble.empty() ? "" : "; ", error.what());
    }
}

/// Plans are for a platform that is known, and for the processes of this job.
void look_for_plans(StartDecision& decision, const configuration::Settings& settings) {
    const auto plans = settings.plans();
    if (!plans || decision.agreement.course == Course::kPassThrough) {
        return;
    }
    if (decision.agreement.course == Course::kMeasure) {
        pass_through(decision, 0,
                     fmt::format("{} is for a platform that was measured before, and this one is not known: "
                                 "CAUSEWAY_PLATFORM has to name it; all collectives pass through",
                                 *plans));
        return;
    }
    const platform::Platform platform = platform::parse_platform(decision.agreement.platform_text, decision.origin);
    const platform::Placement placement = platform::placement_of(platform, decision.hosts.host_names).value();
    for (plan::PlanFile& file : plan::read_plan_files(*plans, platform, placement)) {
        decision.agreement.plan_texts.push_back(std::move(file.text));
    }
}

/// Costs nothing but speed where it is missing.
void look_for_experience(StartDecision& decision, const configuration::Settings& settings) {
    const auto folder = settings.cache_directory();
    Agreement& agreement = decision.agreement;
    if (!folder || !settings.gains_experience() || agreement.course == Course::kPassThrough) {
        return;
    }
    agreement.keeps_experience = true;
    if (agreement.course == Course::kMeasure) {
        return;
    }
    const platform::Platform platform = platform::parse_platform(agreement.platform_text, decision.origin);
    try {
        if (const auto kept = experience::find_kept(*folder, conditions_with(platform::fingerprint(platform)))) {
            agreement.experience_text = JsonOutput::parse(experience::to_json_text(*kept)).dump();
        }
    } catch (const base::InputError& error) {
        decision.trouble = fmt::format("{}; what earlier jobs have seen is left aside", error.what());
    }
}

/// Costs nothing but better orders of ranks where it is missing.
void look_for_traffic(StartDecision& decision, const configuration::Settings& settings) {
    const auto file = settings.traffic_file();
    if (!file || decision.agreement.course == Course::kPassThrough) {
        return;
    }
    try {
        decision.agreement.traced = traffic::read_recording(std::vector<std::string>{*file}, {}).table;
    } catch (const base::InputError& error) {
        decision.trouble = fmt::format("{}; ranks are ordered without it", error.what());
    }
}

/// A table as numbers: the processes, then from, to, messages and bytes of each flow.
std::vector<double> numbers_of(const traffic::CommunicationTable& table) {
    std::vector<double> numbers{static_cast<double>(table.num_processes())};
    for (const traffic::Flow& flow : table.flows()) {
        numbers.insert(numbers.end(), {static_cast<double>(flow.from), static_cast<double>(flow.to),
                                       flow.volume.messages, flow.volume.bytes});
    }
    return numbers;
}

traffic::CommunicationTable table_from(const JsonInput& numbers) {
    const JsonElements elements = numbers.elements();
    std::vector<traffic::Flow> flows;
    for (std::size_t i = 1; i + 4 <= elements.size(); i += 4) {
        flows.push_back({static_cast<int>(elements[i].number()),
                         static_cast<int>(elements[i + 1].number()),
                         {elements[i + 2].number(), elements[i + 3].number()}});
    }
    return {static_cast<int>(elements[0].number()), std::move(flows)};
}

}  // namespace

StartDecision decide_start(const std::vector<Introduction>& ranks,
                           const std::optional<configuration::Settings>& settings) noexcept {
    StartDecision decision;
    try {
        decision.agreement.time_stamp = base::time_stamp();
        if (settings) {
            decision.agreement.settings_from_files = settings->text_from_files();
        }
        if (!compare(decision, ranks, settings && settings->all_disabled())) {
            return decision;
        }
        look_for_platform(decision, *settings);
        look_for_plans(decision, *settings);
        look_for_monitoring(decision, *settings);
        look_for_experience(decision, *settings);
        look_for_traffic(decision, *settings);
    } catch (const std::exception& error) {
        pass_through(decision, 0, fmt::format("{}; all collectives pass through", error.what()));
    }
    return decision;
}

std::string packed(const Introduction& introduction) {
    const JsonOutput fields = {static_cast<std::int64_t>(introduction.settings),
                               introduction.fault,
                               introduction.has_gpu_runtime,
                               introduction.has_progress,
                               introduction.has_threads,
                               introduction.host.name,
                               introduction.host.identity,
                               introduction.host.boot,
                               introduction.interfaces};
    return fields.to_msgpack();
}

Introduction introduction_from(const std::string& bytes) {
    using Limits = std::numeric_limits<std::int64_t>;
    const JsonElements fields = JsonInput::from_msgpack(bytes, "a rank's introduction").elements();
    return {.settings = static_cast<std::uint64_t>(fields[0].integer(Limits::min(), Limits::max())),
            .fault = fields[1].string(),
            .has_gpu_runtime = fields[2].boolean(),
            .has_progress = fields[3].boolean(),
            .has_threads = fields[4].boolean(),
            .host = {.name = fields[5].string(), .identity = fields[6].string(), .boot = fields[7].string()},
            .interfaces = fields[8].string()};
}

std::string packed(const Agreement& agreement) {
    const JsonOutput fields = {static_cast<int>(agreement.course),
                               agreement.first_faulty,
                               agreement.has_one_setting,
                               agreement.has_progress,
                               agreement.has_threads,
                               agreement.host_names,
                               agreement.platform_text,
                               agreement.settings_from_files,
                               agreement.plan_texts,
                               agreement.keeps_experience,
                               agreement.experience_text,
                               agreement.time_stamp,
                               numbers_of(agreement.traced),
                               agreement.share_one_kernel};
    return fields.to_msgpack();
}

Agreement agreement_from(const std::string& bytes) {
    const JsonElements fields = JsonInput::from_msgpack(bytes, "the agreement").elements();
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    return {.course = static_cast<Course>(fields[0].integer(0, kMost)),
            .first_faulty = static_cast<int>(fields[1].integer(-1, kMost)),
            .settings_from_files = fields[7].string(),
            .has_one_setting = fields[2].boolean(),
            .has_progress = fields[3].boolean(),
            .has_threads = fields[4].boolean(),
            .host_names = strings_of(fields[5]),
            .share_one_kernel = fields[13].boolean(),
            .plan_texts = strings_of(fields[8]),
            .time_stamp = fields[11].string(),
            .keeps_experience = fields[9].boolean(),
            .experience_text = fields[10].string(),
            .traced = table_from(fields[12]),
            .platform_text = fields[6].string()};
}

}  // namespace causeway::job
