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

SlicedMessage message_over(const SlicedSeries& series, MessageTimes& times, std::optional<std::int64_t> slices) {
    return slices ? times.in_slices(*slices, series) : times.best(series);
}

}  // namespace

std::vector<int> in_order_of_data(scheme::Operation operation, std::vector<int> edges) {
    if (scheme::comes_up(operation)) {
        std::reverse(edges.begin(), edges.end());
    }
    return edges;
}

SlicedSeries series_of(scheme::Operation operation, const tree::TreeEdges& tree) {
    return {.ways = {{in_order_of_data(operation, tree), 1}}, .passing = passing_of(operation)};
}

SlicedSeries series_of(scheme::Operation operation, const graph::Graph& graph, const graph::Resources& resources,
                       const Packing& packing) {
    Packing turned = packing;
    for (steady_state::WeightedTree& tree : turned.trees) {
        tree.edges = in_order_of_data(operation, std::move(tree.edges));
    }
    const Passing passing = passing_of(operation);
    return {.ways = steady_state::timetable_of(graph, resources, turned, passing, kLongestTimetable).ways,
            .passing = passing};
}

SlicedSeries series_both_ways(const graph::Graph& graph, const graph::Resources& resources,
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
    return {.ways = steady_state::timetable_of(graph, resources, packing, Passing::kCombined, kLongestTimetable).ways,
            .passing = Passing::kCombined};
}

SlicedSeries series_of(scheme::Operation operation, const graph::Resources& resources, const bound::GraphBound& bound) {
    std::vector<steady_state::Way> ways = bound.ways;
    for (steady_state::Way& way : ways) {
        way.edges = in_order_of_data(operation, std::move(way.edges));
    }
    SlicedSeries series = steady_state::sliced_series(resources, bound.demands, ways, kMostOperationsOfPeriod);
    series.passing = passing_of(operation);
    return series;
}

bool is_timed(const SlicedSeries& series) {
    std::int64_t transfers = 0;
    for (const SlicedWay& way : series.ways) {
        transfers += way.slices * static_cast<std::int64_t>(way.edges.size());
    }
    return transfers > 0 && transfers <= kMostTimedTransfers;
}

MessageAnswers message_answers(scheme::Operation operation, const graph::Graph& graph,
                               const graph::Resources& resources, const TreeComparison& comparison, MessageTimes& times,
                               std::optional<std::int64_t> slices) {
    MessageAnswers result;
    for (const TreeAnswer& answer : comparison.trees) {
        result.trees.push_back(message_over(series_of(operation, answer.edges), times, slices));
    }
    for (const PackingAnswer& answer : comparison.packings) {
        result.packings.push_back(
            message_over(series_of(operation, graph, resources, answer.packing), times, slices));
    }
    return result;
}

BestTrees best_trees(const TreeComparison& comparison, const std::optional<MessageAnswers>& answers) {
    BestTrees best;
    double least = std::numeric_limits<double>::infinity();
    const auto offer = [&](double cost, std::string_view name, const Packing& packing) {
        if (best.name.empty() || cost < least) {
            least = cost;
            best = {std::string(name), packing};
        }
    };
    for (const bool is_routed : {false, true}) {
        for (std::size_t t = 0; t < comparison.trees.size() && (!is_routed || best.name.empty()); ++t) {
            const TreeAnswer& answer = comparison.trees[t];
            if (answer.heuristic->is_routed == is_routed) {
                offer(answers ? answers->trees[t].time.value() : 1.0 / answer.throughput, answer.heuristic->name,
                      {.throughput = answer.throughput, .trees = {{answer.throughput, answer.edges}}});
            }
        }
    }
    for (std::size_t k = 0; k < comparison.packings.size(); ++k) {
        const PackingAnswer& answer = comparison.packings[k];
        if (answer.packing.trees.size() > 1) {
            offer(answers ? answers->packings[k].time.value() : 1.0 / answer.packing.throughput, "packing",
                  answer.packing);
        }
    }
    return best;
}

}  // namespace causeway::study
