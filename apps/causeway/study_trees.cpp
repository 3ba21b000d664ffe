/// causeway study trees: what the tree heuristics make of random platforms (Beaumont, Marchal and Robert's figures).
#include "study.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/text.hpp"
#include "causeway/report/line_chart.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/study/tree_goals.hpp"
#include "causeway/study/tree_study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace causeway::app {

namespace {

struct TreesStudyOptions {
    std::string platform = "random";
    std::string nodes = "10..50";
    std::string density = "0.04..0.20";
    int runs = 10;
    std::string port = "one";
    std::string heuristic = "all";
    std::string trees = "1,2,4,8";
    std::int64_t steps = tree::TreeEffort::kUsualSteps;
    std::uint64_t seed = 1;
    std::string figure;
    std::string over = "nodes";
    OutputOptions output;
};

constexpr double kStepOfNodes = 10.0;
constexpr double kStepOfDensity = 0.04;

std::vector<int> whole_numbers(const std::string& text, double usual_step, const std::string& option) {
    std::vector<int> result;
    for (const double number : base::parse_number_list(text, usual_step, option)) {
        if (number != std::floor(number) || number < 1.0 || number > 1e6) {
            throw base::InputError(
                {.source = option, .place = {}, .found = fmt::format("{}", number), .accepted = "whole numbers >= 1"});
        }
        result.push_back(static_cast<int>(number));
    }
    return result;
}

study::TreeFigureAxis axis_named(const std::string& name) {
    if (name == "nodes") {
        return study::TreeFigureAxis::kNodes;
    }
    if (name == "density") {
        return study::TreeFigureAxis::kDensity;
    }
    throw base::InputError(
        {.source = "--over", .place = {}, .found = fmt::format("'{}'", name), .accepted = "nodes, density"});
}

study::TreeStudy study_of(const TreesStudyOptions& options) {
    study::TreeStudy study;
    study.platform = study::tree_platform_named(options.platform, "--platform");
    study.nodes = whole_numbers(options.nodes, kStepOfNodes, "--nodes");
    study.densities = base::parse_number_list(options.density, kStepOfDensity, "--density");
    study.runs = options.runs;
    study.seed = options.seed;
    study.port = graph::port_model_named(options.port, "--port");
    study.heuristics = study::tree_heuristics_named(options.heuristic, "--heuristic");
    study.packings = whole_numbers(options.trees, 1.0, "--trees");
    study.steps = options.steps;
    return study;
}

/// One heuristic or packing.
struct Curve {
    std::string name;
    std::function<study::RatioSummary(const study::TreeRow&)> of_row;
};

std::vector<Curve> curves_of(const study::TreeStudy& study) {
    std::vector<Curve> result;
    for (std::size_t h = 0; h < study.heuristics.size(); ++h) {
        result.push_back(
            {std::string(study.heuristics[h]->name), [h](const study::TreeRow& row) { return row.heuristics[h]; }});
    }
    for (std::size_t k = 0; k < study.packings.size(); ++k) {
        const int count = study.packings[k];
        result.push_back({count == 1 ? "1 tree" : fmt::format("{} trees", count),
                          [k](const study::TreeRow& row) { return row.packings[k]; }});
    }
    return result;
}

base::JsonOutput row_json(const study::TreeStudy& study, const study::TreeRow& row) {
    base::JsonOutput json = {{"nodes", row.nodes}, {"density", row.density}, {"mean_density", row.mean_density}};
    for (std::size_t h = 0; h < study.heuristics.size(); ++h) {
        const std::string name(study.heuristics[h]->name);
        json["means"][name] = row.heuristics[h].mean;
        json["deviations"][name] = row.heuristics[h].deviation;
        json["least"][name] = row.heuristics[h].least;
        json["ratios"][name] = row.heuristics[h].ratios;
        const std::vector<double>& makespans = row.makespans[h].ratios;
        json["makespans"][name] = {{"mean", row.makespans[h].mean},
                                   {"deviation", row.makespans[h].deviation},
                                   {"greatest", *std::max_element(makespans.begin(), makespans.end())}};
    }
    json["proved_makespans"] = row.proved_makespans;
    json["packings"] = base::JsonOutput::array();
    for (std::size_t k = 0; k < study.packings.size(); ++k) {
        json["packings"].push_back({{"most_trees", study.packings[k]},
                                    {"mean", row.packings[k].mean},
                                    {"deviation", row.packings[k].deviation},
                                    {"least", row.packings[k].least},
                                    {"ratios", row.packings[k].ratios}});
    }
    return json;
}

base::JsonOutput count_json(const study::GoalCount& count) {
    return {{"platforms", count.platforms}, {"reached", count.reached}, {"least", count.least}};
}

base::JsonOutput goals_json(const std::vector<study::GoalResult>& goals) {
    auto json = base::JsonOutput::array();
    for (const study::GoalResult& result : goals) {
        base::JsonOutput goal = {{"most_trees", result.goal.most_trees}, {"ratio", result.goal.ratio}};
        goal.update(count_json(result.all));
        goal["worst"] = {{"nodes", result.worst.nodes}, {"density", result.worst.density}};
        goal["by_density"] = base::JsonOutput::array();
        for (const study::GoalCount& count : result.by_density) {
            goal["by_density"].push_back({{"density", count.density}});
            goal["by_density"].back().update(count_json(count));
        }
        json.push_back(std::move(goal));
    }
    return json;
}

/// "8 trees: 0.97 of the bound on 250 of 250 platforms, the worst 0.976 (50 nodes, density 0.20); by density 0.04:
/// 50 of 50, worst 1.000; ..."
std::string goal_text(const study::GoalResult& result) {
    std::string text = fmt::format(
        "{} trees: {:.2f} of the bound or more on {} of {} platforms, the worst {:.3f} ({} nodes, density {:.2f})",
        result.goal.most_trees, result.goal.ratio, result.all.reached, result.all.platforms, result.all.least,
        result.worst.nodes, result.worst.density);
    std::string separator = "; by density ";
    for (const study::GoalCount& count : result.by_density) {
        text += fmt::format("{}{:.2f}: {} of {}, worst {:.3f}", separator, count.density, count.reached,
                            count.platforms, count.least);
        separator = ", ";
    }
    return text;
}

/// "One whole message over the same trees (50 nodes, density 0.20), makespans over the least known: growing 1.35, ..."
std::string makespans_text(const study::TreeStudy& study, const study::TreeRow& row) {
    std::vector<std::string> texts;
    for (std::size_t h = 0; h < study.heuristics.size(); ++h) {
        texts.push_back(fmt::format("{} {:.2f}", study.heuristics[h]->name, row.makespans[h].mean));
    }
    return fmt::format(
        "One whole message over the same trees ({} nodes, density {:.2f}), mean makespans over the least known{}: {}",
        row.nodes, row.density, row.proved_makespans == study.runs ? ", which is the optimum" : "",
        fmt::join(texts, ", "));
}

std::string conclusion_of(const study::TreeStudy& study, const std::vector<study::TreeRow>& rows) {
    const study::TreeRow& last = rows.back();
    std::string text =
        fmt::format("{} nodes, density {:.2f}, port {}:", last.nodes, last.density, graph::name_of(study.port));
    const auto best = std::max_element(last.heuristics.begin(), last.heuristics.end(),
                                       [](const auto& a, const auto& b) { return a.mean < b.mean; });
    if (best != last.heuristics.end()) {
        text +=
            fmt::format(" {} reaches {:.2f} of the bound with one tree",
                        study.heuristics[static_cast<std::size_t>(best - last.heuristics.begin())]->name, best->mean);
    }
    for (std::size_t k = 0; k < study.packings.size(); ++k) {
        const auto worst = std::min_element(rows.begin(), rows.end(), [k](const auto& a, const auto& b) {
            return a.packings[k].least < b.packings[k].least;
        });
        text += fmt::format("{} {} {} {:.2f} (never below {:.2f})", text.back() == ':' ? "" : ",", study.packings[k],
                            study.packings[k] == 1 ? "tree" : "trees", last.packings[k].mean, worst->packings[k].least);
    }
    return text;
}

report::Document document_of(const study::TreeStudy& study, const std::vector<study::TreeRow>& rows) {
    const std::vector<Curve> curves = curves_of(study);
    report::Document document;
    document.table.columns = {"nodes", "density"};
    for (const Curve& curve : curves) {
        document.table.columns.push_back(curve.name);
    }
    auto json_rows = base::JsonOutput::array();
    for (const study::TreeRow& row : rows) {
        std::vector<report::Cell> cells{report::number_cell(row.nodes, 0), report::number_cell(row.density, 2)};
        for (const Curve& curve : curves) {
            cells.push_back(report::number_cell(curve.of_row(row).mean, 3));
        }
        document.table.rows.push_back(std::move(cells));
        json_rows.push_back(row_json(study, row));
    }
    document.conclusion = conclusion_of(study, rows);
    document.notes = {
        fmt::format("Mean ratios to the bound of {} platforms each, seed {}. Standard deviations and the "
                    "worst of each: --format json.",
                    study.runs, study.seed)};
    if (!study.heuristics.empty()) {
        document.notes.push_back(makespans_text(study, rows.back()));
    }
    const std::vector<study::GoalResult> goals = study::goals_of(study, rows);
    for (const study::GoalResult& result : goals) {
        document.notes.push_back(goal_text(result));
    }
    document.json() = {{"study", "trees"},
                       {"platform", study::name_of(study.platform)},
                       {"port", graph::name_of(study.port)},
                       {"runs", study.runs},
                       {"seed", study.seed},
                       {"steps", study.steps}};
    document.json()["goals"] = goals_json(goals);
    document.json()["rows"] = std::move(json_rows);
    return document;
}

report::LineChart chart_of(const study::TreeStudy& study, const std::vector<study::TreeRow>& rows,
                           study::TreeFigureAxis axis) {
    const bool over_nodes = axis == study::TreeFigureAxis::kNodes;
    report::LineChart chart{
        .title = fmt::format("broadcast trees, port {}, {} platforms each", graph::name_of(study.port), study.runs),
        .x_label = over_nodes ? "nodes" : "density",
        .y_label = "mean ratio to the bound",
        .curves = {},
        .y_covers = report::Span{0.0, 1.0}};
    for (const Curve& curve : curves_of(study)) {
        report::ChartCurve drawn{curve.name, {}};
        for (const study::TreeCurvePoint& point : study::curve_over(axis, rows, curve.of_row)) {
            drawn.points.push_back({point.at, point.ratio});
        }
        chart.curves.push_back(std::move(drawn));
    }
    return chart;
}

void run(const TreesStudyOptions& options) {
    const study::TreeFigureAxis axis = axis_named(options.over);
    const study::TreeStudy study = study_of(options);
    std::vector<study::TreeRow> rows;
    {
        report::Progress bar;
        rows = study::run(
            study, study::ThreadTeam::of_this_machine([&bar](double share) { bar.show(share, "random platforms"); }));
    }
    if (!options.figure.empty()) {
        base::write_file(options.figure, report::svg_of(chart_of(study, rows, axis)));
    }
    options.output.deliver(document_of(study, rows));
}

void declare(command_line::Command& command, TreesStudyOptions& options) {
    command.option("--platform", options.platform, "random, tiers-30 or tiers-65")
        .propose({"random", "tiers-30", "tiers-65"})
        .show_default();
    command.option("--nodes", options.nodes, "of random platforms: 10..50 (steps of 10), 10..50:5, or 30,40")
        .show_default();
    command.option("--density", options.density, "of random platforms: 0.04..0.20 (steps of 0.04), or as above")
        .show_default();
    command.option("--runs", options.runs, "platforms of each kind").show_default();
    command.option("--port", options.port, base::joined(graph::port_model_names()))
        .propose(graph::port_model_names())
        .show_default();
    command.option("--heuristic", options.heuristic, "all, or names separated by commas")
        .propose(tree::heuristics().names())
        .show_default();
    command.option("--trees", options.trees, "several trees at once: at most so many").show_default();
    command.option("--steps", options.steps, "what those that search may try on each platform").show_default();
    command.option("--seed", options.seed, "of the random numbers; the same seed, the same result").show_default();
    command.option("--figure", options.figure, "draw the mean ratios there, as SVG").file();
    command.option("--over", options.over, "what the figure's horizontal axis is: nodes or density")
        .propose({"nodes", "density"})
        .show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb trees_study{
    .name = "trees",
    .summary = "mean ratio to the bound of every tree heuristic on random platforms",
    .example = "causeway study trees --nodes 10..50 --density 0.04..0.20 --runs 10 --port one --seed 1",
    .set_up = set_up<TreesStudyOptions>,
};

}  // namespace causeway::app
