#include "causeway/study/timed_trees.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace causeway::study {

namespace {

using steady_state::MessageTimes;
using steady_state::Packing;
using steady_state::Passing;
using steady_state::SlicedMessage;
using steady_state::SlicedSeries;
using steady_state::SlicedWay;

Passing passing_of(scheme::Operation operation) {
    return operation == scheme::Operation::kReduce || operation == scheme::Operation::kReduceScatter
               ? Passing::kCombined
               : Passing::kCopied;
}

TimedSeries timed_series(const graph::Graph& graph, const graph::Resources& resources, SlicedSeries series) {
    steady_state::Timetable timetable = steady_state::timetable_of(graph, resources, series.ways, series.passing);
    return {.series = std::move(series), .timetable = std::move(timetable)};
}

/// In the periods that carry most.
TimedSeries timed_packing(const graph::Graph& graph, const graph::Resources& resources, const Packing& packing,
                          Passing passing) {
    steady_state::Timetabled best = steady_state::timetable_of(graph, resources, packing, passing, kLongestTimetable);
    return {.series = {.ways = std::move(best.ways), .passing = passing}, .timetable = std::move(best.timetable)};
}

}  // namespace

std::vector<int> in_order_of_data(scheme::Operation operation, std::vector<int> edges) {
    if (scheme::comes_up(operation)) {
        std::reverse(edges.begin(), edges.end());
    }
    return edges;
}

double TimedSeries::rate_of_whole_slices() const {
    return (series.operations > 0 ? series.operations : timetable.slices()) / timetable.period.value();
}

double TimedSeries::rate() const {
    return rounds ? rounds->throughput : rate_of_whole_slices();
}

TimedSeries timed_tree(scheme::Operation operation, const graph::Graph& graph, const graph::Resources& resources,
                       const tree::TreeEdges& tree) {
    return timed_series(graph, resources,
                        {.ways = {{in_order_of_data(operation, tree), 1}}, .passing = passing_of(operation)});
}

TimedSeries timed_packing(scheme::Operation operation, const graph::Graph& graph, graph::PortModel port,
                          const graph::Resources& resources, const Packing& packing) {
    constexpr double kWorthInterrupting = 1.001;
    Packing turned = packing;
    for (steady_state::WeightedTree& tree : turned.trees) {
        tree.edges = in_order_of_data(operation, std::move(tree.edges));
    }
    TimedSeries result = timed_packing(graph, resources, turned, passing_of(operation));
    if (operation == scheme::Operation::kBroadcast && port == graph::PortModel::kOnePort && graph.shared.empty()) {
        steady_state::PeriodicSchedule rounds = steady_state::periodic_schedule(graph, packing, kLongestTimetable);
        if (rounds.throughput > kWorthInterrupting * result.rate_of_whole_slices()) {
            result.rounds = std::move(rounds);
        }
    }
    return result;
}

TimedSeries timed_both_ways(const graph::Graph& graph, const graph::Resources& resources,
                            const steady_state::Routing& routing) {
    const std::vector<std::optional<int>> back = graph::edges_back(graph);
    Packing packing;
    for (const steady_state::Way& way : routing.ways) {
        std::vector<int> edges;
        for (auto edge = way.edges.rbegin(); edge != way.edges.rend(); ++edge) {
            edges.push_back(*back[static_cast<std::size_t>(*edge)]);
        }
        edges.insert(edges.end(), way.edges.begin(), way.edges.end());
        packing.trees.push_back({way.slices / routing.time.value(), std::move(edges)});
        packing.throughput += packing.trees.back().weight;
    }
    return timed_packing(graph, resources, packing, Passing::kCombined);
}

std::optional<TimedSeries> timed_ways(scheme::Operation operation, const graph::Graph& graph,
                                      const graph::Resources& resources, const bound::GraphBound& bound) {
    std::vector<steady_state::Way> ways = bound.ways;
    for (steady_state::Way& way : ways) {
        way.edges = in_order_of_data(operation, std::move(way.edges));
    }
    SlicedSeries series = steady_state::sliced_series(resources, bound.demands, ways, kMostOperationsOfPeriod);
    series.passing = passing_of(operation);
    std::int64_t transfers = 0;
    for (const SlicedWay& way : series.ways) {
        transfers += way.slices * static_cast<std::int64_t>(way.edges.size());
    }
    return transfers > 0 && transfers <= kMostTimedTransfers
               ? std::optional(timed_series(graph, resources, std::move(series)))
               : std::nullopt;
}

TimedComparison timed(scheme::Operation operation, const graph::Graph& graph, graph::PortModel port,
                      const graph::Resources& resources, const TreeComparison& comparison) {
    TimedComparison result;
    for (const TreeAnswer& answer : comparison.trees) {
        result.trees.push_back(timed_tree(operation, graph, resources, answer.edges));
    }
    for (const PackingAnswer& answer : comparison.packings) {
        result.packings.push_back(timed_packing(operation, graph, port, resources, answer.packing));
    }
    return result;
}

MessageAnswers messages_over(const TreeComparison& comparison, const TimedComparison& timed, MessageTimes& times,
                             std::optional<std::int64_t> slices) {
    const auto message_over = [&](const TimedSeries& one) {
        return slices ? times.in_slices(*slices, one.series) : times.best(one.series);
    };
    MessageAnswers result;
    for (const TimedSeries& tree : timed.trees) {
        result.trees.push_back(message_over(tree));
    }
    const auto message_in_rounds = [&](const Packing& packing) {
        return slices ? times.in_slices_in_rounds(*slices, packing, kLongestTimetable)
                      : times.best_in_rounds(packing, kLongestTimetable);
    };
    for (std::size_t k = 0; k < timed.packings.size(); ++k) {
        SlicedMessage message = message_over(timed.packings[k]);
        if (timed.packings[k].rounds) {
            const SlicedMessage in_rounds = message_in_rounds(comparison.packings[k].packing);
            message = in_rounds.time < message.time ? in_rounds : message;
        }
        const bool is_worse = !result.packings.empty() && result.packings.back().time < message.time;
        result.packings.push_back(is_worse ? result.packings.back() : message);
    }
    return result;
}

BestTrees best_trees(const TreeComparison& comparison, const TimedComparison& timed,
                     const std::optional<MessageAnswers>& messages) {
    BestTrees best;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](double cost, std::string_view name, const Packing& packing, const TimedSeries& series) {
        if (best.name.empty() || cost < least) {
            least = cost;
            best = {std::string(name), packing, series};
        }
    };
    for (const bool is_routed : {false, true}) {
        for (std::size_t t = 0; t < comparison.trees.size() && (!is_routed || best.name.empty()); ++t) {
            const TreeAnswer& answer = comparison.trees[t];
            if (answer.heuristic->is_routed == is_routed) {
                offer(messages ? messages->trees[t].time.value() : 1.0 / timed.trees[t].rate(), answer.heuristic->name,
                      {.throughput = answer.throughput, .trees = {{answer.throughput, answer.edges}}}, timed.trees[t]);
            }
        }
    }
    for (std::size_t k = 0; k < comparison.packings.size(); ++k) {
        const PackingAnswer& answer = comparison.packings[k];
        if (answer.packing.trees.size() > 1) {
            offer(messages ? messages->packings[k].time.value() : 1.0 / timed.packings[k].rate(), "packing",
                  answer.packing, timed.packings[k]);
        }
    }
    return best;
}

}  // namespace causeway::study
