#include "tree_answering.hpp"

#include "causeway/base/error.hpp"
#include "causeway/several_trees/plan_over_trees.hpp"
#include "causeway/steady_state/verify.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace causeway::app {

void TreeAnswering::compare(const study::TreeQuestion& question) {
    const scheme::Operation operation = outcome_.operation;
    const graph::Graph& graph = subject_.graph;
    if (operation == scheme::Operation::kBroadcast || operation == scheme::Operation::kReduce) {
        outcome_.comparison = compared(graph, question);
    } else if (operation == scheme::Operation::kAllreduce && graph.num_nodes() > 1 &&
               graph::is_joined_both_ways(graph)) {
        outcome_.both_ways = steady_state::route(graph, outcome_.resources,
                                                 {{.kind = steady_state::WayKind::kTwoWays, .from = subject_.source}});
    }
    if (graph.num_nodes() < 2) {
        return;
    }
    if (outcome_.comparison && outcome_.bytes && subject_.graph_for) {
        outcome_.whole = compared(
            subject_.graph_for(*outcome_.bytes),
            {.heuristics = question.heuristics, .packings = {}, .effort = question.effort, .progress = nullptr});
    }
    add_times();
}

void TreeAnswering::plan() {
    const several_trees::ClusterGraph clusters{.graph = subject_.graph,
                                               .clusters = subject_.clusters,
                                               .num_processes = subject_.slices,
                                               .source = subject_.source};
    outcome_.plan = several_trees::plan_over_trees(*subject_.platform, subject_.placement, clusters, outcome_.operation,
                                                   subject_.source, *outcome_.bytes, best_.packing, best_.name);
    if (!outcome_.plan) {
        throw base::Error("no plan can be made over these trees: not all their links have figures");
    }
    outcome_.plan_text = plan::describe(outcome_.plan->plan, *subject_.platform);
}

study::TreeComparison TreeAnswering::compared(const graph::Graph& graph, const study::TreeQuestion& question) const {
    const graph::Resources resources(graph, subject_.port);
    return scheme::comes_up(outcome_.operation)
               ? study::compare(graph::reversed(graph), resources.turned_round(), subject_.source, question)
               : study::compare(graph, resources, subject_.source, question);
}

void TreeAnswering::add_times() {
    const auto graph_for = [&](Bytes slice) { return subject_.graph_for ? subject_.graph_for(slice) : subject_.graph; };
    std::optional<steady_state::MessageTimes> times;
    std::optional<std::int64_t> slices;
    if (outcome_.bytes) {
        times.emplace(graph_for, subject_.port, *outcome_.bytes);
        if (!subject_.graph_for) {
            slices = base::num_parts(*outcome_.bytes, *subject_.graph.slice);
        }
    }
    const graph::Graph& graph = subject_.graph;
    if (outcome_.comparison) {
        const study::TimedComparison timed =
            study::timed(outcome_.operation, graph, subject_.port, outcome_.resources, *outcome_.comparison);
        if (times) {
            outcome_.messages = study::messages_over(*outcome_.comparison, timed, *times, slices);
        }
        best_ = study::best_trees(*outcome_.comparison, timed, outcome_.messages);
        set_timetable(best_.name, best_.timed);
        return;
    }
    std::optional<study::TimedSeries> timed;
    if (outcome_.both_ways) {
        timed = study::timed_both_ways(graph, outcome_.resources, *outcome_.both_ways);
    } else if (!outcome_.bound.ways.empty()) {
        timed = study::timed_ways(outcome_.operation, graph, outcome_.resources, outcome_.bound);
    }
    if (timed) {
        if (times) {
            outcome_.ways_message = slices ? times->in_slices(*slices, timed->series) : times->best(timed->series);
        }
        set_timetable(outcome_.both_ways ? "the trees both ways" : "the ways", *std::move(timed));
    }
}

void TreeAnswering::set_timetable(std::string of, study::TimedSeries timed) {
    const std::vector<std::string> faults = steady_state::verify(timed.timetable, subject_.graph, outcome_.resources,
                                                                 timed.series.ways, timed.series.passing);
    if (!faults.empty()) {
        throw base::Error(fmt::format("a timetable is wrong: {}", faults.front()));
    }
    outcome_.timetable = TimetableOutcome{std::move(of), std::move(timed)};
}

}  // namespace causeway::app
