#include "tree_json.hpp"

#include <cstddef>
#include <utility>

namespace causeway::app {

namespace {

using base::JsonOutput;
using steady_state::Way;

JsonOutput edges_json(const TreeOutcome& outcome, const std::vector<int>& edges) {
    auto json = JsonOutput::array();
    for (const int e : study::in_order_of_data(outcome.operation, edges)) {
        json.push_back({outcome.name_of(outcome.edge(e).from), outcome.name_of(outcome.edge(e).to)});
    }
    return json;
}

JsonOutput certificate_json(const TreeOutcome& outcome) {
    const bound::GraphBound& bound = outcome.bound;
    auto prices = JsonOutput::object();
    for (std::size_t r = 0; r < bound.prices.size(); ++r) {
        if (bound.prices[r] > 0.0) {
            prices[outcome.resources[static_cast<int>(r)].name] = bound.prices[r] * outcome.greatest_throughput();
        }
    }
    auto cuts = JsonOutput::array();
    for (const steady_state::PricedCut& cut : bound.cuts) {
        auto near = JsonOutput::array();
        for (const int node : cut.near) {
            near.push_back(outcome.name_of(node));
        }
        cuts.push_back({{"weight", cut.weight}, {"near", std::move(near)}});
    }
    return {{"gap", bound.gap}, {"binding", bound.binding}, {"prices", std::move(prices)}, {"cuts", std::move(cuts)}};
}

JsonOutput ways_json(const TreeOutcome& outcome) {
    auto json = JsonOutput::array();
    for (const Way& way : outcome.bound.ways) {
        const auto [from, to] = outcome.ends_of(outcome.bound.demands[static_cast<std::size_t>(way.demand)]);
        const auto node_json = [&](std::optional<int> node) {
            return node ? JsonOutput(outcome.name_of(*node)) : JsonOutput(nullptr);
        };
        json.push_back({{"from", node_json(from)},
                        {"to", node_json(to)},
                        {"slices", way.slices},
                        {"edges", edges_json(outcome, way.edges)}});
    }
    return json;
}

/// What a message takes, added to what is said of a tree.
void fill_message(JsonOutput& json, const steady_state::SlicedMessage& message) {
    json["seconds"] = message.time.value();
    json["slice_bytes"] = message.slice.value();
    json["slices"] = message.slices;
    json["interrupted"] = message.is_interrupted;
}

JsonOutput packing_json(const TreeOutcome& outcome, const study::PackingAnswer& answer) {
    auto trees = JsonOutput::array();
    for (const steady_state::WeightedTree& tree : answer.packing.trees) {
        trees.push_back({{"weight", tree.weight}, {"edges", edges_json(outcome, tree.edges)}});
    }
    return {{"throughput", answer.packing.throughput}, {"ratio", answer.ratio}, {"trees", std::move(trees)}};
}

JsonOutput whole_message_json(const TreeOutcome& outcome) {
    const study::TreeComparison& comparison = outcome.comparison_of_whole();
    auto makespans = JsonOutput::object();
    for (const study::TreeAnswer& answer : comparison.trees) {
        makespans[answer.heuristic->name] = answer.makespan.value();
    }
    const std::optional<Bytes> bytes = outcome.whole ? outcome.bytes : outcome.graph.slice;
    JsonOutput json = {{"bytes", bytes ? JsonOutput(bytes->value()) : JsonOutput(nullptr)},
                       {"makespans", std::move(makespans)},
                       {"optimum", nullptr}};
    if (const auto& least = comparison.least_makespan) {
        json["optimum"] = JsonOutput{{"seconds", least->time.value()},
                                     {"proved", least->is_proved},
                                     {"edges", edges_json(outcome, least->edges)}};
    }
    return json;
}

void fill_comparison(JsonOutput& json, const TreeOutcome& outcome) {
    const study::TreeComparison& comparison = *outcome.comparison;
    for (std::size_t t = 0; t < comparison.trees.size(); ++t) {
        const study::TreeAnswer& answer = comparison.trees[t];
        json["trees"].push_back({{"heuristic", answer.heuristic->name},
                                 {"throughput", answer.throughput},
                                 {"ratio", answer.ratio},
                                 {"edges", edges_json(outcome, answer.edges)}});
        if (outcome.messages) {
            fill_message(json["trees"].back(), outcome.messages->trees[t]);
        }
    }
    json["packing"] = packing_json(outcome, comparison.packings.back());
    json["packing_ratios"] = JsonOutput::array();
    for (std::size_t k = 0; k < comparison.packings.size(); ++k) {
        const study::PackingAnswer& answer = comparison.packings[k];
        json["packing_ratios"].push_back(
            {{"most_trees", answer.most_trees}, {"throughput", answer.packing.throughput}, {"ratio", answer.ratio}});
        if (outcome.messages) {
            fill_message(json["packing_ratios"].back(), outcome.messages->packings[k]);
        }
    }
    json["whole_message"] = whole_message_json(outcome);
}

JsonOutput timetable_json(const TreeOutcome& outcome) {
    const study::TimedSeries& timed = outcome.timetable->timed;
    const steady_state::Timetable& timetable = timed.timetable;
    auto transfers = JsonOutput::array();
    for (const steady_state::TimedTransfer& transfer : timetable.transfers) {
        const graph::Edge& edge = outcome.edge(transfer.edge);
        transfers.push_back({{"slice", transfer.slice},
                             {"way", transfer.way},
                             {"from", outcome.name_of(edge.from)},
                             {"to", outcome.name_of(edge.to)},
                             {"start", transfer.start.value()},
                             {"arrival", (transfer.start + outcome.resources.transit(transfer.edge)).value()}});
    }
    JsonOutput json = {{"of", outcome.timetable->of},
                       {"period", timetable.period.value()},
                       {"slices", timetable.slices()},
                       {"operations", timed.series.operations},
                       {"throughput", timed.rate_of_whole_slices()},
                       {"ratio", timed.rate_of_whole_slices() / outcome.greatest_throughput()},
                       {"transfers", std::move(transfers)}};
    if (timed.rounds) {
        auto rounds = JsonOutput::array();
        for (const steady_state::Round& round : timed.rounds->rounds) {
            rounds.push_back({{"seconds", round.duration.value()}, {"edges", edges_json(outcome, round.edges)}});
        }
        json["interrupted"] = JsonOutput{{"period", timed.rounds->period.value()},
                                         {"slices", timed.rounds->slices},
                                         {"throughput", timed.rounds->throughput},
                                         {"ratio", timed.rounds->throughput / outcome.greatest_throughput()},
                                         {"rounds", std::move(rounds)}};
    }
    return json;
}

}  // namespace

JsonOutput tree_json(const TreeOutcome& outcome) {
    const graph::Graph& graph = outcome.graph;
    const bound::GraphBound& bound = outcome.bound;
    JsonOutput json = {{"graph", graph.name},
                       {"collective", scheme::name_of(outcome.operation)},
                       {"nodes", graph.num_nodes()},
                       {"edges", graph.num_edges()},
                       {"source", outcome.name_of(outcome.source)},
                       {"port", graph::name_of(outcome.port)}};
    json["slice_bytes"] = graph.slice ? JsonOutput(graph.slice->value()) : JsonOutput(nullptr);
    json["processes"] = outcome.slices;
    json["seed"] = outcome.question.effort.seed;
    json["steps"] = outcome.question.effort.steps;
    json["bound"] = outcome.greatest_throughput();
    json["latency_seconds"] = bound.latency.value();
    if (outcome.bytes) {
        json["bytes"] = outcome.bytes->value();
        json["seconds"] = outcome.least_time().value();
    }
    json["certificate"] = certificate_json(outcome);
    json["trees"] = JsonOutput::array();
    json["ways"] = ways_json(outcome);
    if (outcome.comparison) {
        fill_comparison(json, outcome);
    }
    if (outcome.both_ways) {
        auto trees = JsonOutput::array();
        for (const Way& way : outcome.both_ways->ways) {
            trees.push_back(
                {{"weight", way.slices / outcome.both_ways->time.value()}, {"edges", edges_json(outcome, way.edges)}});
        }
        json["packing"] = JsonOutput{{"throughput", 1.0 / outcome.both_ways->time.value()},
                                     {"ratio", bound.time / outcome.both_ways->time},
                                     {"trees", std::move(trees)}};
    }
    if (outcome.ways_message) {
        json["message"] = JsonOutput::object();
        fill_message(json["message"], *outcome.ways_message);
    }
    if (outcome.timetable) {
        json["timetable"] = timetable_json(outcome);
    }
    if (outcome.plan) {
        json["plan"] = JsonOutput{{"seconds", outcome.plan->time.value()}, {"description", outcome.plan_text}};
    }
    json["remarks"] = outcome.remarks;
    return json;
}

}  // namespace causeway::app
