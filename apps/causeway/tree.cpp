/// causeway tree: broadcast trees on a platform graph, one or several, and how far they are from the bound.
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/json_output.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/text.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/validate.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/study/tree_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace causeway::app {

namespace {

struct TreeOptions {
    std::string graph;
    std::string source;
    std::string port = "one";
    std::string heuristic = "all";
    int trees = 8;
    std::string slice;
    std::string bandwidth;
    std::int64_t steps = tree::TreeEffort::kUsualSteps;
    std::uint64_t seed = 1;
    OutputOptions output;
};

/// Everything that is printed.
struct Outcome {
    const graph::ReadGraph& read;
    const graph::Resources& resources;
    graph::PortModel port;
    int source;
    const study::TreeQuestion& question;
    const study::TreeComparison& comparison;
};

const std::string& name_of(const graph::Graph& graph, int node) {
    return graph.nodes[static_cast<std::size_t>(node)];
}

base::JsonOutput edges_json(const graph::Graph& graph, const tree::TreeEdges& edges) {
    auto json = base::JsonOutput::array();
    for (const int e : edges) {
        const graph::Edge& edge = graph.edges[static_cast<std::size_t>(e)];
        json.push_back({name_of(graph, edge.from), name_of(graph, edge.to)});
    }
    return json;
}

base::JsonOutput certificate_json(const Outcome& outcome) {
    const steady_state::ThroughputBound& bound = outcome.comparison.bound;
    auto prices = base::JsonOutput::object();
    for (std::size_t r = 0; r < bound.prices.size(); ++r) {
        if (bound.prices[r] > 0.0) {
            prices[outcome.resources[static_cast<int>(r)].name] = bound.prices[r];
        }
    }
    auto cuts = base::JsonOutput::array();
    for (const steady_state::PricedCut& cut : bound.cuts) {
        auto near = base::JsonOutput::array();
        for (const int node : cut.near) {
            near.push_back(name_of(outcome.read.graph, node));
        }
        cuts.push_back({{"weight", cut.weight}, {"near", std::move(near)}});
    }
    return {{"gap", bound.gap}, {"binding", bound.binding}, {"prices", std::move(prices)}, {"cuts", std::move(cuts)}};
}

base::JsonOutput packing_json(const Outcome& outcome, const study::PackingAnswer& answer) {
    auto trees = base::JsonOutput::array();
    for (const steady_state::WeightedTree& tree : answer.packing.trees) {
        trees.push_back({{"weight", tree.weight}, {"edges", edges_json(outcome.read.graph, tree.edges)}});
    }
    return {{"throughput", answer.packing.throughput}, {"ratio", answer.ratio}, {"trees", std::move(trees)}};
}

void fill_json(base::JsonOutput& json, const Outcome& outcome) {
    const graph::Graph& graph = outcome.read.graph;
    const study::TreeComparison& comparison = outcome.comparison;
    json = {{"graph", graph.name},
            {"nodes", graph.num_nodes()},
            {"edges", graph.num_edges()},
            {"source", name_of(graph, outcome.source)},
            {"port", graph::name_of(outcome.port)}};
    json["slice_bytes"] = graph.slice ? base::JsonOutput(graph.slice->value()) : base::JsonOutput(nullptr);
    json["seed"] = outcome.question.effort.seed;
    json["steps"] = outcome.question.effort.steps;
    json["bound"] = comparison.bound.throughput;
    json["certificate"] = certificate_json(outcome);
    json["trees"] = base::JsonOutput::array();
    for (const study::TreeAnswer& answer : comparison.trees) {
        json["trees"].push_back({{"heuristic", answer.heuristic->name},
                                 {"throughput", answer.throughput},
                                 {"ratio", answer.ratio},
                                 {"edges", edges_json(graph, answer.edges)}});
    }
    json["packing"] = packing_json(outcome, comparison.packings.back());
    json["packing_ratios"] = base::JsonOutput::array();
    for (const study::PackingAnswer& answer : comparison.packings) {
        json["packing_ratios"].push_back(
            {{"most_trees", answer.most_trees}, {"throughput", answer.packing.throughput}, {"ratio", answer.ratio}});
    }
    json["remarks"] = outcome.read.remarks;
}

std::string in_trees(int count) {
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

std::string conclusion_of(const Outcome& outcome) {
    const graph::Graph& graph = outcome.read.graph;
    const study::TreeComparison& comparison = outcome.comparison;
    if (graph.num_nodes() == 1) {
        return fmt::format("{} is the only node: nothing is to be sent", name_of(graph, outcome.source));
    }
    const auto best = std::max_element(comparison.trees.begin(), comparison.trees.end(),
                                       [](const auto& a, const auto& b) { return a.throughput < b.throughput; });
    std::string text =
        fmt::format("from {}, up to {}; {} reaches {:.2f} of that with one tree", name_of(graph, outcome.source),
                    rate_text(graph, comparison.bound.throughput), best->heuristic->name, best->ratio);
    const study::PackingAnswer& most = comparison.packings.back();
    if (most.packing.trees.size() > 1) {
        text += fmt::format(", {} {:.2f}", in_trees(static_cast<int>(most.packing.trees.size())), most.ratio);
    } else if (most.most_trees > 1) {
        text += ", more trees no more";
    }
    return text + fmt::format("; limited by {}", comparison.bound.binding);
}

report::Document document_of(const Outcome& outcome) {
    const graph::Graph& graph = outcome.read.graph;
    report::Document document;
    document.conclusion = conclusion_of(outcome);
    document.table.columns = {"heuristic", "slices/s", "of the bound"};
    if (graph.slice) {
        document.table.columns.emplace_back("rate");
    }
    const auto add_row = [&](const std::string& name, double throughput, double ratio) {
        document.table.rows.push_back(
            {report::cell(name), report::number_cell(throughput, 2), report::number_cell(ratio, 3)});
        if (graph.slice) {
            const BytesPerSecond rate(throughput * static_cast<double>(graph.slice->value()));
            document.table.rows.back().push_back({base::to_text(rate), fmt::format("{}", rate.value()), true});
        }
    };
    for (const study::TreeAnswer& answer : outcome.comparison.trees) {
        add_row(std::string(answer.heuristic->name), answer.throughput, answer.ratio);
    }
    for (const study::PackingAnswer& answer : outcome.comparison.packings) {
        if (answer.most_trees > 1) {
            add_row(fmt::format("up to {}", in_trees(answer.most_trees)), answer.packing.throughput, answer.ratio);
        }
    }
    document.notes = outcome.read.remarks;
    fill_json(document.json(), outcome);
    return document;
}

void require_at_least(std::int64_t least, std::int64_t value, const std::string& option) {
    if (value < least) {
        throw base::InputError({.source = option,
                                .place = {},
                                .found = fmt::format("{}", value),
                                .accepted = fmt::format("at least {}", least)});
    }
}

BytesPerSecond bandwidth_of(const std::string& text) {
    const std::optional<double> value = base::number_in<double>(text);
    if (!value || !(*value > 0.0) || !std::isfinite(*value)) {
        throw base::InputError({.source = "--bandwidth",
                                .place = {},
                                .found = fmt::format("'{}'", text),
                                .accepted = "bytes per second, > 0, as 125e6"});
    }
    return BytesPerSecond(*value);
}

void run(const TreeOptions& options) {
    const graph::PortModel port = graph::port_model_named(options.port, "--port");
    study::TreeQuestion question;
    question.heuristics = study::tree_heuristics_named(options.heuristic, "--heuristic");
    require_at_least(1, options.trees, "--trees");
    require_at_least(0, options.steps, "--steps");
    question.packings = study::tree_counts_up_to(options.trees);
    question.effort = {.steps = options.steps, .seed = options.seed};
    graph::ReadOptions read_options;
    if (!options.slice.empty()) {
        read_options.slice = base::parse_bytes(options.slice, "--slice");
        require_at_least(1, read_options.slice->value(), "--slice");
    }
    if (!options.bandwidth.empty()) {
        read_options.bandwidth = bandwidth_of(options.bandwidth);
    }
    const graph::ReadGraph read = graph::read_graph(options.graph, read_options);
    const int source = options.source.empty() ? 0 : graph::source_named(read.graph, options.source, options.graph);
    graph::require_reachable(read.graph, source, options.graph);
    const graph::Resources resources(read.graph, port);
    study::TreeComparison comparison;
    {
        report::Progress bar;
        question.progress = [&bar](double share) { bar.show(share, "broadcast trees"); };
        comparison = study::compare(read.graph, resources, source, question);
    }
    options.output.deliver(document_of({read, resources, port, source, question, comparison}));
}

void declare(command_line::Command& command, TreeOptions& options) {
    command.option("graph", options.graph, "graph file: JSON, GraphML, Tiers text, SimGrid XML").required();
    command.option("--source", options.source, "the node that has the message (the file's first one)");
    command.option("--port", options.port, "one, one-unidirectional or multi: how many messages a node handles at once")
        .show_default();
    command
        .option("--heuristic", options.heuristic,
                "all, or some of: " + base::joined(tree::heuristics().names()) + ", separated by commas")
        .show_default();
    command.option("--trees", options.trees, "at most so many trees at once").show_default();
    command.option("--slice", options.slice, "size of a slice, for edges given with bandwidths, and for bytes/s");
    command.option("--bandwidth", options.bandwidth,
                   "bytes per second of links whose speed a GraphML file does not tell (the most frequent it tells)");
    command.option("--steps", options.steps, "changes that a heuristic that searches may try").show_default();
    command.option("--seed", options.seed, "of everything that searches").show_default();
    options.output.declare(command);
}

}  // namespace

extern const Verb tree_verb{
    .name = "tree",
    .summary = "broadcast trees for large messages on any platform graph, and the bound",
    .example = "causeway tree graph.json --source p0 --port one --heuristic all --trees 8",
    .set_up = set_up<TreeOptions>,
};

}  // namespace causeway::app
