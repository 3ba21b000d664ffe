/// causeway study grids: what the heuristics between clusters make of random grids (Steffenel, figures 7 and 8).
#include "completion_option.hpp"
#include "heuristic_option.hpp"
#include "study.hpp"

#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/study/random_grids.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace causeway::app {

namespace {

struct GridsStudyOptions {
    std::string clusters = "2..50";
    int runs = 10000;
    std::uint64_t seed = 1;
    CompletionOption completion;
    std::string heuristics = "constructive";
    std::int64_t steps = inter_cluster::OrderEffort::kPlanningSteps;
    std::string latency = "0.001..0.015";
    std::string gap = "0.1..0.6";
    std::string local_time = "0.02..3";
    OutputOptions output;
};

base::JsonOutput range_json(const base::SecondsRange& range) {
    return {range.least.value(), range.most.value()};
}

study::GridStudy study_of(const GridsStudyOptions& options) {
    study::GridStudy study;
    const base::IntRange clusters = base::parse_int_range(options.clusters, 1, "--clusters");
    study.fewest_clusters = clusters.first;
    study.most_clusters = clusters.last;
    study.runs = options.runs;
    study.seed = options.seed;
    study.completion = options.completion.value();
    study.heuristics = heuristics_named(options.heuristics, "--heuristic");
    study.steps = options.steps;
    study.ranges.latency = base::parse_seconds_range(options.latency, "--latency");
    study.ranges.gap = base::parse_seconds_range(options.gap, "--gap");
    study.ranges.local_time = base::parse_seconds_range(options.local_time, "--local-time");
    return study;
}

report::Document document_of(const study::GridStudy& study, const std::vector<study::GridRow>& rows) {
    report::Document document;
    document.table.columns = {"clusters"};
    for (const inter_cluster::Heuristic* heuristic : study.heuristics) {
        document.table.columns.emplace_back(heuristic->name);
    }
    auto json_rows = base::JsonOutput::array();
    for (const study::GridRow& row : rows) {
        std::vector<report::Cell> cells{report::number_cell(row.clusters, 0)};
        base::JsonOutput json_row = {{"clusters", row.clusters}};
        for (std::size_t h = 0; h < row.results.size(); ++h) {
            const study::HeuristicResult& result = row.results[h];
            const std::string name(study.heuristics[h]->name);
            cells.push_back(report::cell(result.mean));
            json_row["means"][name] = result.mean.value();
            json_row["standard_errors"][name] = result.standard_error.value();
            json_row["hit_rates"][name] = result.hit_rate;
        }
        document.table.rows.push_back(std::move(cells));
        json_rows.push_back(std::move(json_row));
    }
    const study::GridRow& last = rows.back();
    const auto best = std::min_element(last.results.begin(), last.results.end(),
                                       [](const auto& a, const auto& b) { return a.mean < b.mean; });
    document.conclusion =
        fmt::format("{} clusters: {} takes the least, {} on the average of {} random grids ({} completion)",
                    last.clusters, study.heuristics[static_cast<std::size_t>(best - last.results.begin())]->name,
                    base::to_text(best->mean), study.runs, inter_cluster::name_of(study.completion));
    document.notes = {fmt::format(
        "Mean makespans, root 0, seed {}. How often each was the best of them: --format json.", study.seed)};
    document.json() = {{"study", "grids"},
                       {"completion", inter_cluster::name_of(study.completion)},
                       {"runs", study.runs},
                       {"seed", study.seed},
                       {"steps", study.steps},
                       {"latency", range_json(study.ranges.latency)},
                       {"gap", range_json(study.ranges.gap)},
                       {"local_time", range_json(study.ranges.local_time)}};
    document.json()["rows"] = std::move(json_rows);
    return document;
}

void run(const GridsStudyOptions& options) {
    const study::GridStudy study = study_of(options);
    std::vector<study::GridRow> rows;
    {
        report::Progress bar;
        rows = study::run(
            study, study::ThreadTeam::of_this_machine([&bar](double share) { bar.show(share, "random grids"); }));
    }
    options.output.deliver(document_of(study, rows));
}

void declare(command_line::Command& command, GridsStudyOptions& options) {
    command.option("--clusters", options.clusters, "numbers of clusters: 2..50, or one").show_default();
    command.option("--runs", options.runs, "grids of each size").show_default();
    command.option("--seed", options.seed, "of the random numbers; the same seed, the same result").show_default();
    options.completion.declare(command);
    command
        .option("--heuristic", options.heuristics,
                "constructive (all that do not search), all, or names separated by commas")
        .propose(inter_cluster::heuristics().names())
        .show_default();
    command.option("--steps", options.steps, "what those that search may try on each grid").show_default();
    command.option("--latency", options.latency, "L between two clusters, in seconds").show_default();
    command.option("--gap", options.gap, "g of the message between two clusters, in seconds").show_default();
    command.option("--local-time", options.local_time, "T of a cluster's own broadcast, in seconds").show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb grids_study{
    .name = "grids",
    .summary = "mean makespan of every heuristic between clusters on random grids",
    .example = "causeway study grids --clusters 2..50 --runs 10000 --seed 1",
    .set_up = set_up<GridsStudyOptions>,
};

}  // namespace causeway::app
