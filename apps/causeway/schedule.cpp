/// causeway schedule: in which order the clusters receive a whole message, heuristic by heuristic.
#include "cluster_option.hpp"
#include "cluster_schedule.hpp"
#include "completion_option.hpp"
#include "heuristic_option.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/inter_cluster/heuristic.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace causeway::app {

namespace {

struct ScheduleOptions {
    std::string platform;
    std::string root;
    std::string bytes = "1M";
    std::string heuristic = "all";
    CompletionOption completion;
    double budget = 0.5;
    std::optional<std::int64_t> steps;
    std::uint64_t seed = 1;
    OutputOptions output;
};

std::string order_text(const inter_cluster::TimedSchedule& schedule, const platform::Platform& platform) {
    std::vector<std::string> parts;
    for (const inter_cluster::TimedSend& send : schedule.sends) {
        parts.push_back(fmt::format("{}>{}", platform.clusters[static_cast<std::size_t>(send.from)].name,
                                    platform.clusters[static_cast<std::size_t>(send.to)].name));
    }
    return fmt::format("{}", fmt::join(parts, " "));
}

/// What one heuristic answered.
struct Result {
    const inter_cluster::Heuristic* heuristic;
    inter_cluster::Answer answer;
    inter_cluster::TimedSchedule schedule;

    [[nodiscard]] bool is_proven() const { return answer.lower_bound && *answer.lower_bound >= schedule.makespan; }
};

base::JsonOutput result_json(const Result& result, const platform::Platform& platform) {
    base::JsonOutput json = schedule_json(result.heuristic->name, result.schedule, platform);
    if (result.heuristic->improve != nullptr) {
        const std::optional<Seconds>& bound = result.answer.lower_bound;
        const bool is_known = bound && *bound < Seconds::infinity();
        json["lower_bound"] = is_known ? base::JsonOutput(bound->value()) : base::JsonOutput(nullptr);
        json["stopped_early"] = result.answer.stopped_early;
        json["steps"] = result.answer.steps;
    }
    return json;
}

/// How good the answer of a heuristic that searches is known to be.
std::string claim_text(const Result& result) {
    const std::string_view name = result.heuristic->name;
    if (result.schedule.makespan == Seconds::infinity()) {
        return fmt::format("{}: only the clusters that can be reached are counted", name);
    }
    if (result.is_proven()) {
        return fmt::format("{}: no schedule is shorter, proven after {} steps", name, result.answer.steps);
    }
    const std::string bound = result.answer.lower_bound ? fmt::format("no schedule takes less than {}",
                                                                      base::to_text(*result.answer.lower_bound))
                                                        : "nothing is known of the best";
    return fmt::format("{}: stopped after {} steps; {}", name, result.answer.steps, bound);
}

inter_cluster::OrderEffort effort_of(const ScheduleOptions& options, inter_cluster::Completion completion) {
    if (!options.steps) {
        return inter_cluster::effort_of(completion, Seconds(options.budget), options.seed);
    }
    inter_cluster::OrderEffort effort;
    effort.completion = completion;
    effort.steps = *options.steps;
    effort.seed = options.seed;
    return effort;
}

void run(const ScheduleOptions& options) {
    const inter_cluster::Completion completion = options.completion.value();
    std::vector<const inter_cluster::Heuristic*> chosen = heuristics_named(options.heuristic, "--heuristic");
    if (!(options.budget >= 0.0) || !std::isfinite(options.budget)) {
        throw base::InputError({.source = "--budget",
                                .place = {},
                                .found = fmt::format("{}", options.budget),
                                .accepted = "a number of seconds >= 0"});
    }
    if (options.steps && *options.steps < 0) {
        throw base::InputError(
            {.source = "--steps", .place = {}, .found = fmt::format("{}", *options.steps), .accepted = "at least 0"});
    }
    const Bytes message = base::parse_bytes(options.bytes, "--bytes");
    const platform::Platform platform = platform::read_platform(options.platform);
    int root = 0;
    if (!options.root.empty()) {
        root = cluster_index(platform, options.root, "--root");
    }
    const inter_cluster::ClusterProblem problem = whole_message_problem(platform, root, message);

    report::Document document;
    auto left_out = base::JsonOutput::array();
    if (options.heuristic == "all") {
        std::erase_if(chosen, [&](const inter_cluster::Heuristic* heuristic) {
            if (problem.size() <= heuristic->most_clusters) {
                return false;
            }
            document.notes.push_back(fmt::format("{} is left out: it is meant for at most {} clusters, here are {}",
                                                 heuristic->name, heuristic->most_clusters, problem.size()));
            left_out.push_back({{"heuristic", heuristic->name}, {"most_clusters", heuristic->most_clusters}});
            return true;
        });
    }
    std::vector<Result> results;
    for (const inter_cluster::Heuristic* heuristic : chosen) {
        inter_cluster::Answer answer = inter_cluster::solve(*heuristic, problem, effort_of(options, completion));
        inter_cluster::TimedSchedule schedule = inter_cluster::evaluate(problem, answer.sends, completion);
        results.push_back({heuristic, std::move(answer), std::move(schedule)});
        if (heuristic->improve != nullptr) {
            document.notes.push_back(claim_text(results.back()));
        }
    }
    const auto best = std::min_element(results.begin(), results.end(), [](const Result& a, const Result& b) {
        return a.schedule.makespan < b.schedule.makespan;
    });

    const std::string root_name = platform.clusters[static_cast<std::size_t>(root)].name;
    document.conclusion =
        best->schedule.makespan == Seconds::infinity()
            ? fmt::format("{} from {}: some clusters cannot be reached, as no link leads to them",
                          base::to_text(message), root_name)
            : fmt::format("{} from {} reaches all {} clusters after {} with {} ({} completion)", base::to_text(message),
                          root_name, platform.num_clusters(), base::to_text(best->schedule.makespan),
                          best->heuristic->name, inter_cluster::name_of(completion));
    document.table.columns = {"heuristic", "makespan", "order"};
    auto schedules = base::JsonOutput::array();
    for (const Result& result : results) {
        document.table.rows.push_back({report::cell(result.heuristic->name), report::cell(result.schedule.makespan),
                                       report::cell(order_text(result.schedule, platform))});
        schedules.push_back(result_json(result, platform));
    }
    document.json() = {
        {"root", root_name}, {"bytes", message.value()}, {"completion", inter_cluster::name_of(completion)}};
    document.json()["schedules"] = std::move(schedules);
    if (!left_out.empty()) {
        document.json()["left_out"] = std::move(left_out);
    }
    options.output.deliver(document);
}

void declare(command_line::Command& command, ScheduleOptions& options) {
    command.option("platform", options.platform, "platform file").required().file();
    command.option("--root", options.root, "the cluster that holds the message (the file's first one)");
    command.option("--bytes", options.bytes, "size of the message").show_default();
    command
        .option("--heuristic", options.heuristic,
                "all, constructive (those that do not search), or some of: " +
                    base::joined(inter_cluster::heuristics().names()))
        .propose(inter_cluster::heuristics().names())
        .show_default();
    options.completion.declare(command);
    command.option("--budget", options.budget, "seconds that each heuristic that searches may take").show_default();
    command.option("--steps", options.steps,
                   "instead of --budget: steps that it may take; then the answer is the same on every machine");
    command.option("--seed", options.seed, "of heuristics that search").show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb schedule_verb{
    .name = "schedule",
    .summary = "order the transfers of a whole message between clusters",
    .example = "causeway schedule platform.json --root a --bytes 4M --heuristic all",
    .set_up = set_up<ScheduleOptions>,
};

}  // namespace causeway::app
