/// Processors that run slowly, or sleep so deep that a message is there before they are awake.
///
/// With a driver that leaves the choice to the governor, `powersave` holds the lowest frequency whatever there is to
/// do. intel_pstate and amd-pstate-epp call their own way of choosing so, which is no fault; there the preference says
/// whether power counts more than speed. Of sleep, only states count that take longer to leave than the shortest
/// latency of the platform: ranks that wait for a message busily do not sleep, those that yield or block do.
///
/// Source: Linux admin-guide/pm/cpufreq.rst (powersave), intel_pstate.rst, amd-pstate.rst
/// (energy_performance_preference), cpuidle.rst (latency, disable).
#include "causeway/diagnosis/check/check.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace causeway::diagnosis {

namespace {

constexpr double kMicroseconds = 1e6;

bool chooses_itself(const std::string& driver) {
    return driver == "intel_pstate" || driver == "amd-pstate-epp" || driver == "amd_pstate_epp";
}

void judge_governor(const Governor& one, std::vector<Finding>& findings) {
    const std::string fact = fmt::format(
        "{} processors: driver {}, governor {}{}", one.num_processors, one.driver.empty() ? "not known" : one.driver,
        one.governor, one.preference.empty() ? "" : ", energy_performance_preference " + one.preference);
    if (one.governor == "powersave" && !chooses_itself(one.driver)) {
        findings.push_back({Severity::kProblem, "processors are held at their lowest frequency", fact,
                            "cpupower frequency-set -g performance"});
    } else if (one.preference == "power" || one.preference == "balance_power") {
        findings.push_back(
            {one.preference == "power" ? Severity::kProblem : Severity::kHint, "processors prefer to save power", fact,
             "echo performance | tee /sys/devices/system/cpu/cpu*/cpufreq/energy_performance_preference"});
    }
}

std::optional<Seconds> shortest_latency(const platform::Platform& platform) {
    std::optional<Seconds> shortest;
    const auto consider = [&](const std::optional<platform::Plogp>& plogp) {
        if (plogp && plogp->latency > Seconds(0.0)) {
            shortest = std::min(plogp->latency, shortest.value_or(plogp->latency));
        }
    };
    for (const platform::Cluster& cluster : platform.clusters) {
        consider(cluster.plogp);
    }
    for (const platform::Link& link : platform.links) {
        consider(link.plogp);
    }
    return shortest;
}

Look look_at_power_saving(const Facts& host, const Job& job) {
    Look look;
    std::vector<std::string> missing;
    for (const Governor& one : host.governors) {
        judge_governor(one, look.findings);
    }
    if (!host.tells_frequency) {
        missing.emplace_back("no governor of frequencies (virtual machines have none)");
    }
    const auto latency = job.platform ? shortest_latency(*job.platform) : std::nullopt;
    if (host.sleep_states.empty()) {
        missing.emplace_back("no states of sleep to read");
    } else if (!latency) {
        missing.emplace_back("sleep: no platform to compare with");
    } else {
        const SleepState* deepest = &host.sleep_states.front();
        const SleepState* shallowest = nullptr;  // of those that take too long
        for (const SleepState& state : host.sleep_states) {
            deepest = state.latency > deepest->latency ? &state : deepest;
            if (state.latency > *latency && (shallowest == nullptr || state.latency < shallowest->latency)) {
                shallowest = &state;
            }
        }
        if (shallowest != nullptr) {
            look.findings.push_back(
                {Severity::kHint, "processors that sleep wake up later than a message arrives",
                 fmt::format("{} takes {} to leave; the platform's shortest latency is {}", deepest->name,
                             base::to_text(deepest->latency), base::to_text(*latency)),
                 fmt::format("cpupower idle-set -D {}", std::llround(shallowest->latency.value() * kMicroseconds))});
        }
    }
    if (!missing.empty()) {
        look.not_checked = fmt::format("{}", fmt::join(missing, "; "));
    }
    return look;
}

}  // namespace

extern constexpr Check power_saving{
    .name = "power_saving",
    .summary = "the governor of frequencies, and how long processors take to wake up",
    .source = "Linux admin-guide/pm: cpufreq.rst, intel_pstate.rst, amd-pstate.rst, cpuidle.rst",
    .at_host = look_at_power_saving,
};

}  // namespace causeway::diagnosis
