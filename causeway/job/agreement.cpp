#include "causeway/job/agreement.hpp"

#include "causeway/base/error.hpp"
#include "causeway/experience/kept.hpp"
#include "causeway/job/gained_experience.hpp"
#include "causeway/mpi/library.hpp"
#include "causeway/plan/plan_files.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <utility>

namespace causeway::job {

namespace {

using Json = nlohmann::json;

std::string bytes_of(const Json& value) {
    std::string bytes;
    Json::to_msgpack(value, bytes);  // which leaves strings as they are, whatever their encoding
    return bytes;
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
    decision.hosts.library = mpi::library_version();
    decision.hosts.host_names = agreement.host_names = mpi::names_of_hosts(marks);
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
    return Json::parse(platform::to_json_text(platform)).dump();
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
            agreement.experience_text = Json::parse(experience::to_json_text(*kept)).dump();
        }
    } catch (const base::InputError& error) {
        decision.trouble = fmt::format("{}; what earlier jobs have seen is left aside", error.what());
    }
}

}  // namespace

StartDecision decide_start(const std::vector<Introduction>& ranks,
                           const std::optional<configuration::Settings>& settings) noexcept {
    StartDecision decision;
    try {
        decision.agreement.time_stamp = time_stamp();
        if (settings) {
            decision.agreement.settings_from_files = settings->text_from_files();
        }
        if (!compare(decision, ranks, settings && settings->all_disabled())) {
            return decision;
        }
        look_for_platform(decision, *settings);
        look_for_plans(decision, *settings);
        look_for_experience(decision, *settings);
    } catch (const std::exception& error) {
        pass_through(decision, 0, fmt::format("{}; all collectives pass through", error.what()));
    }
    return decision;
}

std::string packed(const Introduction& introduction) {
    return bytes_of({introduction.settings, introduction.fault, introduction.has_gpu_runtime, introduction.has_progress,
                     introduction.has_threads, introduction.host.name, introduction.host.identity,
                     introduction.interfaces});
}

Introduction introduction_from(const std::string& bytes) {
    const Json fields = Json::from_msgpack(bytes);
    return {.settings = fields[0],
            .fault = fields[1],
            .has_gpu_runtime = fields[2],
            .has_progress = fields[3],
            .has_threads = fields[4],
            .host = {.name = fields[5], .identity = fields[6]},
            .interfaces = fields[7]};
}

std::string packed(const Agreement& agreement) {
    return bytes_of({static_cast<int>(agreement.course), agreement.first_faulty, agreement.has_one_setting,
                     agreement.has_progress, agreement.has_threads, agreement.host_names, agreement.platform_text,
                     agreement.settings_from_files, agreement.plan_texts, agreement.keeps_experience,
                     agreement.experience_text, agreement.time_stamp});
}

Agreement agreement_from(const std::string& bytes) {
    const Json fields = Json::from_msgpack(bytes);
    return {.course = static_cast<Course>(fields[0].get<int>()),
            .first_faulty = fields[1],
            .settings_from_files = fields[7],
            .has_one_setting = fields[2],
            .has_progress = fields[3],
            .has_threads = fields[4],
            .host_names = fields[5],
            .plan_texts = fields[8],
            .time_stamp = fields[11],
            .keeps_experience = fields[9],
            .experience_text = fields[10],
            .platform_text = fields[6]};
}

}  // namespace causeway::job
