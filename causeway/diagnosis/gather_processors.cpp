/// What the kernel says of processors: which there are, which may be used, how fast and how awake they are.
#include "causeway/base/number.hpp"
#include "causeway/diagnosis/gather_parts.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace causeway::diagnosis {

namespace {

constexpr std::string_view kProcessors = "/sys/devices/system/cpu/cpu";

/// The quota of a folder of control groups, in processors: version 2 has it in cpu.max ("200000 100000", "max 100000"),
/// version 1 in two files, -1 for none.
std::optional<double> quota_at(const RootFolder& root, const std::string& folder) {
    if (const std::string line = root.first_line(folder + "/cpu.max"); !line.empty()) {
        const std::vector<std::int64_t> both = root.numbers(folder + "/cpu.max");
        return both.size() == 2 && both[0] > 0 && both[1] > 0
                   ? std::optional(static_cast<double>(both[0]) / static_cast<double>(both[1]))
                   : std::nullopt;
    }
    const auto quota = root.number(folder + "/cpu.cfs_quota_us");
    const auto period = root.number(folder + "/cpu.cfs_period_us");
    return quota && period && *quota > 0 && *period > 0
               ? std::optional(static_cast<double>(*quota) / static_cast<double>(*period))
               : std::nullopt;
}

/// The least quota of the group and all those above it.
std::optional<double> least_quota(const RootFolder& root, const std::string& mount, std::string group) {
    std::optional<double> least;
    while (true) {
        if (const auto quota = quota_at(root, mount + group)) {
            least = std::min(*quota, least.value_or(*quota));
        }
        if (group.empty()) {
            return least;
        }
        group.erase(group.find_last_of('/'));
    }
}

/// /proc/self/cgroup: "0::/group" (version 2), "4:cpu,cpuacct:/group" (version 1).
std::optional<double> own_quota(const RootFolder& root) {
    std::optional<double> least;
    for (const std::string& line : root.lines("/proc/self/cgroup")) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        std::string group = line.substr(second + 1);
        if (!group.starts_with('/') || group == "/") {
            group.clear();
        }
        for (const char* mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"}) {
            const bool is_second_version = std::string_view(mount) == "/sys/fs/cgroup";
            if (controllers != (is_second_version ? ",," : controllers) ||
                (!is_second_version && controllers.find(",cpu,") == std::string::npos)) {
                continue;
            }
            if (const auto quota = least_quota(root, mount, group)) {
                least = std::min(*quota, least.value_or(*quota));
            }
        }
    }
    return least;
}

void gather_governors(Facts& facts, const RootFolder& root) {
    for (const std::int64_t processor : facts.processors) {
        const std::string folder = std::string(kProcessors) + std::to_string(processor) + "/cpufreq";
        const Governor one{.driver = root.first_line(folder + "/scaling_driver"),
                           .governor = root.first_line(folder + "/scaling_governor"),
                           .preference = root.first_line(folder + "/energy_performance_preference")};
        if (one.governor.empty()) {
            continue;
        }
        facts.tells_frequency = true;
        const auto same = std::find_if(facts.governors.begin(), facts.governors.end(), [&](const Governor& other) {
            return other.driver == one.driver && other.governor == one.governor && other.preference == one.preference;
        });
        Governor& counted = same == facts.governors.end() ? facts.governors.emplace_back(one) : *same;
        ++counted.num_processors;
    }
}

}  // namespace

void gather_processors(Facts& facts, const Machine& machine, const RootFolder& root) {
    constexpr double kMicrosecond = 1e-6;
    facts.processors = machine.processors;
    std::set<std::string> cores;  // by the list of their threads
    for (const std::int64_t processor : facts.processors) {
        const std::string threads =
            root.first_line(std::string(kProcessors) + std::to_string(processor) + "/topology/thread_siblings_list");
        if (threads.empty()) {
            cores.clear();
            break;
        }
        cores.insert(threads);
    }
    if (!cores.empty()) {
        facts.num_cores = static_cast<std::int64_t>(cores.size());
    }
    facts.processor_quota = own_quota(root);
    gather_governors(facts, root);
    if (facts.processors.empty()) {
        return;
    }
    const std::string folder = std::string(kProcessors) + std::to_string(facts.processors.front()) + "/cpuidle";
    for (const std::string& state : root.names_in(folder)) {
        const std::string place = folder + "/" + state;
        const auto latency = root.number(place + "/latency");
        if (latency && *latency >= 0 && !root.is_on(place + "/disable").value_or(false)) {
            facts.sleep_states.push_back(
                {root.first_line(place + "/name"), Seconds(static_cast<double>(*latency) * kMicrosecond)});
        }
    }
}

}  // namespace causeway::diagnosis
