/// causeway schedule: in which order the clusters receive a whole message, heuristic by heuristic.
#include "cluster_option.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/text.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/planner/local_choice.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace causeway::app {

namespace {

struct Options {
    std::string platform;
    std::string root;
    std::string bytes = "1M";
    std::string heuristic = "all";
    std::string completion = "sequential";
    OutputOptions output;
};

nlohmann::ordered_json number_or_null(Seconds time) {
    return std::isfinite(time.value()) ? nlohmann::ordered_json(time.value()) : nlohmann::ordered_json(nullptr);
}

Seconds local_time(const platform::Cluster& cluster, Bytes message) {
    if (cluster.broadcast_time) {
        return Seconds((*cluster.broadcast_time)(static_cast<double>(message.value())));
    }
    return cluster.plogp
               ? planner::best_of(planner::predict_strategies(*cluster.plogp, cluster.num_hosts, message)).time
               : Seconds(0.0);
}

std::string order_text(const inter_cluster::TimedSchedule& schedule, const platform::Platform& platform) {
    std::vector<std::string> parts;
    for (const inter_cluster::TimedSend& send : schedule.sends) {
        parts.push_back(fmt::format("{}>{}", platform.clusters[static_cast<std::size_t>(send.from)].name,
                                    platform.clusters[static_cast<std::size_t>(send.to)].name));
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

nlohmann::ordered_json schedule_json(std::string_view name, const inter_cluster::TimedSchedule& schedule,
                                     const platform::Platform& platform) {
    const auto name_of = [&](int cluster) { return platform.clusters[static_cast<std::size_t>(cluster)].name; };
    auto sends = nlohmann::ordered_json::array();
    for (const inter_cluster::TimedSend& send : schedule.sends) {
        sends.push_back({{"from", name_of(send.from)},
                         {"to", name_of(send.to)},
                         {"start", send.start.value()},
                         {"arrival", send.arrival.value()}});
    }
    auto completion = nlohmann::ordered_json::object();
    for (std::size_t c = 0; c < schedule.completion.size(); ++c) {
        completion[name_of(static_cast<int>(c))] = number_or_null(schedule.completion[c]);
    }
    return {{"heuristic", name},
            {"makespan", number_or_null(schedule.makespan)},
            {"sends", std::move(sends)},
            {"completion", std::move(completion)}};
}

void run(const Options& options) {
    const inter_cluster::Completion completion = inter_cluster::completion_named(options.completion, "--completion");
    std::vector<const inter_cluster::Heuristic*> chosen;
    if (options.heuristic == "all") {
        const auto all = inter_cluster::heuristics().members();
        chosen.assign(all.begin(), all.end());
    } else {
        chosen = {&inter_cluster::heuristics().at(options.heuristic, "--heuristic")};
    }
    const Bytes message = base::parse_bytes(options.bytes, "--bytes");
    const platform::Platform platform = platform::read_platform(options.platform);
    int root = 0;
    if (!options.root.empty()) {
        root = cluster_index(platform, options.root, "--root");
    }
    std::vector<int> members(static_cast<std::size_t>(platform.num_clusters()));
    std::iota(members.begin(), members.end(), 0);
    std::vector<Seconds> local;
    for (const platform::Cluster& cluster : platform.clusters) {
        local.push_back(local_time(cluster, message));
    }
    const inter_cluster::Problem problem = inter_cluster::problem_of(platform, members, root, message, local);

    struct Result {
        const inter_cluster::Heuristic* heuristic;
        inter_cluster::TimedSchedule schedule;
    };
    std::vector<Result> results;
    for (const inter_cluster::Heuristic* heuristic : chosen) {
        results.push_back({heuristic, inter_cluster::evaluate(problem, heuristic->order(problem), completion)});
    }
    const auto best = std::min_element(results.begin(), results.end(), [](const Result& a, const Result& b) {
        return a.schedule.makespan < b.schedule.makespan;
    });

    report::Document document;
    const std::string root_name = platform.clusters[static_cast<std::size_t>(root)].name;
    document.conclusion =
        best->schedule.makespan == Seconds::infinity()
            ? fmt::format("{} from {}: some clusters cannot be reached, as no link leads to them",
                          base::to_text(message), root_name)
            : fmt::format("{} from {} reaches all {} clusters after {} with {} ({} completion)", base::to_text(message),
                          root_name, platform.num_clusters(), base::to_text(best->schedule.makespan),
                          best->heuristic->name, inter_cluster::name_of(completion));
    document.table.columns = {"heuristic", "makespan", "order"};
    auto schedules = nlohmann::ordered_json::array();
    for (const Result& result : results) {
        document.table.rows.push_back({report::cell(result.heuristic->name), report::cell(result.schedule.makespan),
                                       report::cell(order_text(result.schedule, platform))});
        schedules.push_back(schedule_json(result.heuristic->name, result.schedule, platform));
    }
    document.json() = {
        {"root", root_name}, {"bytes", message.value()}, {"completion", inter_cluster::name_of(completion)}};
    document.json()["schedules"] = std::move(schedules);
    options.output.deliver(document);
}

void set_up(CLI::App& command) {
    auto options = std::make_shared<Options>();
    command.add_option("platform", options->platform, "platform file")->required();
    command.add_option("--root", options->root, "the cluster that holds the message (the file's first one)");
    command.add_option("--bytes", options->bytes, "size of the message")->capture_default_str();
    command
        .add_option("--heuristic", options->heuristic,
                    "all, or one of: " + base::joined(inter_cluster::heuristics().names()))
        ->capture_default_str();
    command
        .add_option("--completion", options->completion,
                    "when clusters broadcast locally: sequential (after their last send) or overlapped (on arrival)")
        ->capture_default_str();
    options->output.declare(command);
    command.callback([options] { run(*options); });
}

}  // namespace

extern const Verb schedule_verb{
    .name = "schedule",
    .summary = "order the transfers of a whole message between clusters",
    .example = "causeway schedule platform.json --root a --bytes 4M --heuristic all",
    .set_up = set_up,
};

}  // namespace causeway::app
