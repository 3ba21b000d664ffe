#include "tree_document.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::app {

namespace {

using base::JsonOutput;
using scheme::Operation;
using steady_state::Demand;
using steady_state::Way;
using steady_state::WayKind;

const std::string& name_of(const graph::Graph& graph, int node) {
    return graph.nodes[static_cast<std::size_t>(node)];
}

const graph::Edge& edge_of(const TreeOutcome& outcome, int edge) {
    return outcome.graph.edges[static_cast<std::size_t>(edge)];
}

/// What leads to where data of these operations comes from is listed first where it leaves last: the other way.
std::vector<int> in_order_of_data(const TreeOutcome& outcome, std::vector<int> edges) {
    if (scheme::comes_up(outcome.operation)) {
        std::reverse(edges.begin(), edges.end());
    }
    return edges;
}

JsonOutput edges_json(const TreeOutcome& outcome, const std::vector<int>& edges) {
    auto json = JsonOutput::array();
    for (const int e : in_order_of_data(outcome, edges)) {
        json.push_back(
            {name_of(outcome.graph, edge_of(outcome, e).from), name_of(outcome.graph, edge_of(outcome, e).to)});
    }
    return json;
}

/// Slices a second; infinite where nothing is carried.
double throughput_of(const bound::GraphBound& bound) {
    return 1.0 / bound.time.value();
}

/// Of the whole message.
Seconds least_time(const TreeOutcome& outcome) {
    return outcome.bound.of(static_cast<double>(outcome.bytes->value()) /
                            static_cast<double>(outcome.graph.slice->value()));
}

JsonOutput certificate_json(const TreeOutcome& outcome) {
    const bound::GraphBound& bound = outcome.bound;
    auto prices = JsonOutput::object();
    for (std::size_t r = 0; r < bound.prices.size(); ++r) {
        if (bound.prices[r] > 0.0) {
            prices[outcome.resources[static_cast<int>(r)].name] = bound.prices[r] * throughput_of(bound);
        }
    }
    auto cuts = JsonOutput::array();
    for (const steady_state::PricedCut& cut : bound.cuts) {
        auto near = JsonOutput::array();
        for (const int node : cut.near) {
            near.push_back(name_of(outcome.graph, node));
        }
        cuts.push_back({{"weight", cut.weight}, {"near", std::move(near)}});
    }
    return {{"gap", bound.gap}, {"binding", bound.binding}, {"prices", std::move(prices)}, {"cuts", std::move(cuts)}};
}

/// Where the data of a demand is from and where it goes; of trees one of them is everywhere.
std::pair<std::optional<int>, std::optional<int>> ends_of(const TreeOutcome& outcome, const Demand& demand) {
    std::pair<std::optional<int>, std::optional<int>> ends{demand.from, std::nullopt};
    if (demand.kind == WayKind::kPath) {
        ends.second = demand.to;
    }
    if (scheme::comes_up(outcome.operation)) {
        std::swap(ends.first, ends.second);
    }
    return ends;
}

JsonOutput ways_json(const TreeOutcome& outcome) {
    auto json = JsonOutput::array();
    for (const Way& way : outcome.bound.ways) {
        const auto [from, to] = ends_of(outcome, outcome.bound.demands[static_cast<std::size_t>(way.demand)]);
        const auto node_json = [&](std::optional<int> node) {
            return node ? JsonOutput(name_of(outcome.graph, *node)) : JsonOutput(nullptr);
        };
        json.push_back({{"from", node_json(from)},
                        {"to", node_json(to)},
                        {"slices", way.slices},
                        {"edges", edges_json(outcome, way.edges)}});
    }
    return json;
}

JsonOutput packing_json(const TreeOutcome& outcome, const study::PackingAnswer& answer) {
    auto trees = JsonOutput::array();
    for (const steady_state::WeightedTree& tree : answer.packing.trees) {
        trees.push_back({{"weight", tree.weight}, {"edges", edges_json(outcome, tree.edges)}});
    }
    return {{"throughput", answer.packing.throughput}, {"ratio", answer.ratio}, {"trees", std::move(trees)}};
}

void fill_comparison(JsonOutput& json, const TreeOutcome& outcome) {
    const study::TreeComparison& comparison = *outcome.comparison;
    for (const study::TreeAnswer& answer : comparison.trees) {
        json["trees"].push_back({{"heuristic", answer.heuristic->name},
                                 {"throughput", answer.throughput},
                                 {"ratio", answer.ratio},
                                 {"edges", edges_json(outcome, answer.edges)}});
    }
    json["packing"] = packing_json(outcome, comparison.packings.back());
    json["packing_ratios"] = JsonOutput::array();
    for (const study::PackingAnswer& answer : comparison.packings) {
        json["packing_ratios"].push_back(
            {{"most_trees", answer.most_trees}, {"throughput", answer.packing.throughput}, {"ratio", answer.ratio}});
    }
}

void fill_json(JsonOutput& json, const TreeOutcome& outcome) {
    const graph::Graph& graph = outcome.graph;
    const bound::GraphBound& bound = outcome.bound;
    json = {{"graph", graph.name},
            {"collective", scheme::name_of(outcome.operation)},
            {"nodes", graph.num_nodes()},
            {"edges", graph.num_edges()},
            {"source", name_of(graph, outcome.source)},
            {"port", graph::name_of(outcome.port)}};
    json["slice_bytes"] = graph.slice ? JsonOutput(graph.slice->value()) : JsonOutput(nullptr);
    json["processes"] = outcome.slices;
    json["seed"] = outcome.question.effort.seed;
    json["steps"] = outcome.question.effort.steps;
    json["bound"] = throughput_of(bound);
    json["latency_seconds"] = bound.latency.value();
    if (outcome.bytes) {
        json["bytes"] = outcome.bytes->value();
        json["seconds"] = least_time(outcome).value();
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
    json["remarks"] = outcome.remarks;
}

std::string in_trees(std::size_t count) {
    return fmt::format("{} {}", count, count == 1 ? "tree" : "trees");
}

/// "31.2 slices/s", with the bytes if a slice's size is known.
std::string rate_text(const graph::Graph& graph, double throughput) {
    std::string text = fmt::format("{:.4g} slices/s", throughput);
    if (graph.slice) {
        text +=
            fmt::format(" ({})", base::to_text(BytesPerSecond(throughput * static_cast<double>(graph.slice->value()))));
    }
    return text;
}

/// "one-tree heuristic reaches 0.93 of that with one tree, 3 trees 1.00".
std::string reached_text(const study::TreeComparison& comparison) {
    const auto best = std::max_element(comparison.trees.begin(), comparison.trees.end(),
                                       [](const auto& a, const auto& b) { return a.throughput < b.throughput; });
    std::string text = fmt::format("; {} reaches {:.2f} of that with one tree", best->heuristic->name, best->ratio);
    const study::PackingAnswer& most = comparison.packings.back();
    if (most.packing.trees.size() > 1) {
        text += fmt::format(", {} {:.2f}", in_trees(most.packing.trees.size()), most.ratio);
    } else if (most.most_trees > 1) {
        text += ", more trees no more";
    }
    return text;
}

std::string conclusion_of(const TreeOutcome& outcome) {
    const graph::Graph& graph = outcome.graph;
    const bound::GraphBound& bound = outcome.bound;
    const std::string& source = name_of(graph, outcome.source);
    if (graph.num_nodes() == 1) {
        return fmt::format("{} is the only node: nothing is to be sent", source);
    }
    std::string text(scheme::name_of(outcome.operation));
    if (scheme::is_rooted(outcome.operation)) {
        text += fmt::format(" {} {}", scheme::comes_up(outcome.operation) ? "to" : "from", source);
    }
    if (!(bound.time > Seconds(0.0))) {
        return fmt::format("{}: at least {}, the latency between the nodes farthest from each other", text,
                           base::to_text(bound.latency));
    }
    text += fmt::format(", up to {}", rate_text(graph, throughput_of(bound)));
    if (scheme::has_owned_blocks(outcome.operation)) {
        text += " of each process";
    }
    if (outcome.bytes) {
        text += fmt::format(": at least {} for {}", base::to_text(least_time(outcome)),
                            base::to_text(*outcome.bytes));
    }
    if (outcome.comparison) {
        text += reached_text(*outcome.comparison);
    } else if (outcome.both_ways) {
        text += fmt::format("; {} up and down {} {:.2f} of that", in_trees(outcome.both_ways->ways.size()),
                            outcome.both_ways->ways.size() == 1 ? "reaches" : "reach",
                            bound.time / outcome.both_ways->time);
    } else {
        text += fmt::format("; {} ways reach it", bound.ways.size());
    }
    return text + fmt::format("; limited by {}", bound.binding);
}

void fill_rates(report::Table& table, const TreeOutcome& outcome) {
    const graph::Graph& graph = outcome.graph;
    table.columns = {"heuristic", "slices/s", "of the bound"};
    if (graph.slice) {
        table.columns.emplace_back("rate");
    }
    const auto add_row = [&](const std::string& name, double throughput, double ratio) {
        table.rows.push_back({report::cell(name), report::number_cell(throughput, 2), report::number_cell(ratio, 3)});
        if (graph.slice) {
            const BytesPerSecond rate(throughput * static_cast<double>(graph.slice->value()));
            table.rows.back().push_back({base::to_text(rate), fmt::format("{}", rate.value()), true});
        }
    };
    for (const study::TreeAnswer& answer : outcome.comparison->trees) {
        add_row(std::string(answer.heuristic->name), answer.throughput, answer.ratio);
    }
    for (const study::PackingAnswer& answer : outcome.comparison->packings) {
        if (answer.most_trees > 1) {
            add_row(fmt::format("up to {}", in_trees(static_cast<std::size_t>(answer.most_trees))),
                    answer.packing.throughput, answer.ratio);
        }
    }
}

/// "a>b b>c"
std::string edges_text(const TreeOutcome& outcome, const std::vector<int>& edges) {
    std::vector<std::string> texts;
    for (const int e : in_order_of_data(outcome, edges)) {
        texts.push_back(fmt::format("{}>{}", name_of(outcome.graph, edge_of(outcome, e).from),
                                    name_of(outcome.graph, edge_of(outcome, e).to)));
    }
    return fmt::format("{}", fmt::join(texts, " "));
}

void fill_ways(report::Table& table, const TreeOutcome& outcome) {
    table.columns = {"from", "to", "slices", "over"};
    const auto add_row = [&](const std::string& from, const std::string& to, const Way& way) {
        table.rows.push_back({report::cell(from), report::cell(to), report::number_cell(way.slices, 3),
                              report::cell(edges_text(outcome, way.edges))});
    };
    const auto text_of = [&](std::optional<int> node) { return node ? name_of(outcome.graph, *node) : "all"; };
    for (const Way& way : outcome.bound.ways) {
        const auto [from, to] = ends_of(outcome, outcome.bound.demands[static_cast<std::size_t>(way.demand)]);
        add_row(text_of(from), text_of(to), way);
    }
    if (outcome.both_ways) {
        for (const Way& way : outcome.both_ways->ways) {
            add_row("all", "all", way);
        }
    }
}

}  // namespace

report::Document document_of(const TreeOutcome& outcome) {
    report::Document document;
    document.conclusion = conclusion_of(outcome);
    if (outcome.comparison) {
        fill_rates(document.table, outcome);
    } else {
        fill_ways(document.table, outcome);
    }
    document.notes = outcome.remarks;
    fill_json(document.json(), outcome);
    return document;
}

}  // namespace causeway::app
