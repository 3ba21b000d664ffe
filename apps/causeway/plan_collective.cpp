#include "plan_collective.hpp"

#include "causeway/base/text.hpp"
#include "causeway/plan/plan_json.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace causeway::app {

namespace {

/// Candidates that people are shown, the choice included.
constexpr std::size_t kMostRows = 10;

nlohmann::ordered_json to_json(const plan::CollectivePlan& plan, const platform::Platform& platform) {
    if (plan.scheme == nullptr) {
        return {{"scheme", "native"}};
    }
    nlohmann::ordered_json json = {{"scheme", plan.scheme->name},
                                   {"block_bytes", plan.block.value()},
                                   {"blocks", plan.num_blocks()},
                                   {"grain", plan.grain == schedule::Grain::kCombined ? "combined" : "relayed"}};
    auto trees = nlohmann::ordered_json::array();
    for (const plan::Plan& tree : plan.trees) {
        trees.push_back(plan::to_json(tree, platform));
    }
    json["trees"] = std::move(trees);
    return json;
}

nlohmann::ordered_json seconds_or_null(Seconds time) {
    return time < Seconds::infinity() ? nlohmann::ordered_json(time.value()) : nlohmann::ordered_json(nullptr);
}

}  // namespace

report::Document plan_collective(const platform::Platform& platform, const planner::CollectiveRequest& request) {
    const platform::Placement placement = platform::full_placement(platform);
    const planner::CollectiveDecision decision = planner::plan_collective(platform, placement, request);
    const planner::CollectiveCandidate& choice = decision.choice();
    report::Document document;
    document.conclusion = fmt::format(
        "{}\n{} of {} over {} processes on {} hosts in {} clusters: {}\nWhy: {}.",
        plan::describe(choice.plan, platform), collective::name_of(request.operation), base::to_text(request.message),
        placement.num_processes(), placement.num_hosts(), platform.num_clusters(),
        choice.time < Seconds::infinity() ? base::to_text(choice.time) : "no time can be predicted", decision.reason);
    document.table.columns = {"", "time", "plan"};
    auto rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < decision.ranking.size(); ++i) {
        const planner::CollectiveCandidate& candidate = decision.ranking[i];
        const std::string description = plan::describe(candidate.plan, platform);
        if (i < kMostRows) {
            document.table.rows.push_back(
                {report::cell(i == 0 ? "chosen" : ""),
                 candidate.time < Seconds::infinity() ? report::cell(candidate.time) : report::cell("not predicted"),
                 report::cell(description)});
        }
        rows.push_back({{"seconds", seconds_or_null(candidate.time)},
                        {"description", description},
                        {"plan", to_json(candidate.plan, platform)}});
    }
    document.json() = {{"collective", collective::name_of(request.operation)},
                       {"bytes", request.message.value()},
                       {"root", request.root},
                       {"processes", placement.num_processes()},
                       {"choice", rows.front()}};
    rows.erase(0);
    document.json()["runners_up"] = std::move(rows);
    document.json()["reason"] = decision.reason;
    if (decision.ranking.size() > kMostRows) {
        document.notes.push_back(fmt::format("{} more candidates are slower; --format json lists them.",
                                             decision.ranking.size() - kMostRows));
    }
    return document;
}

}  // namespace causeway::app
