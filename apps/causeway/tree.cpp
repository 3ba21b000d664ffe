/// causeway tree: how fast a collective of long messages can be on a platform graph, and by which trees or ways.
#include "collective_option.hpp"
#include "tree_document.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/text.hpp"
#include "causeway/graph/graph_file.hpp"
#include "causeway/graph/validate.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/report/progress.hpp"
#include "causeway/several_trees/cluster_graph.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <utility>

namespace causeway::app {

namespace {

struct TreeOptions {
    std::string graph;
    std::string collective = "broadcast";
    std::string source;
    std::string bytes;
    std::string port;
    std::string heuristic = "all";
    int trees = 8;
    std::string slice;
    std::string bandwidth;
    std::int64_t steps = tree::TreeEffort::kUsualSteps;
    std::uint64_t seed = 1;
    OutputOptions output;
};

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

/// What is asked about.
struct Subject {
    graph::Graph graph;
    std::vector<std::string> remarks;
    graph::PortModel port;
    int source;
    std::vector<double> slices;  ///< [node]: its processes
};

/// The clusters of a platform file, as pipelines of segments see them.
Subject subject_of(const platform::Platform& platform, const TreeOptions& options) {
    const Bytes slice =
        options.slice.empty() ? several_trees::kTypicalSegment : base::parse_bytes(options.slice, "--slice");
    const platform::Placement placement = platform::full_placement(platform);
    several_trees::ClusterGraph clusters = several_trees::cluster_graph(platform, placement, 0, slice);
    const int source = options.source.empty() ? 0 : graph::source_named(clusters.graph, options.source, options.graph);
    if (!options.port.empty() && options.port != graph::name_of(graph::PortModel::kMultiPort)) {
        throw base::InputError({.source = "--port",
                                .place = {},
                                .found = fmt::format("'{}' for a platform file", options.port),
                                .accepted = "multi: what clusters and links share is known there"});
    }
    return {.graph = std::move(clusters.graph),
            .remarks = {},
            .port = graph::PortModel::kMultiPort,
            .source = source,
            .slices = std::move(clusters.num_processes)};
}

Subject read_subject(const TreeOptions& options, const graph::ReadOptions& read_options) {
    const std::string text = base::read_file(options.graph);
    if (platform::is_platform_text(text)) {
        return subject_of(platform::parse_platform(text, options.graph), options);
    }
    graph::ReadGraph read = graph::parse_graph(text, options.graph, read_options);
    const int source = options.source.empty() ? 0 : graph::source_named(read.graph, options.source, options.graph);
    std::vector<double> slices(read.graph.nodes.size(), 1.0);
    return {.graph = std::move(read.graph),
            .remarks = std::move(read.remarks),
            .port = graph::port_model_named(options.port.empty() ? "one" : options.port, "--port"),
            .source = source,
            .slices = std::move(slices)};
}

/// Throws InputError when somebody does not hear of whom the operation needs.
void require_joined(scheme::Operation operation, const Subject& subject, const std::string& file) {
    if (!scheme::is_rooted(operation) || !scheme::comes_up(operation)) {
        graph::require_reachable(subject.graph, subject.source, file);
    }
    if (!scheme::is_rooted(operation) || scheme::comes_up(operation)) {
        graph::require_reaches(subject.graph, subject.source, file);
    }
}

/// Of the whole message, if it was given.
std::optional<Bytes> bytes_of(const TreeOptions& options, const graph::Graph& graph) {
    if (options.bytes.empty()) {
        return std::nullopt;
    }
    const Bytes bytes = base::parse_bytes(options.bytes, "--bytes");
    require_at_least(1, bytes.value(), "--bytes");
    if (!graph.slice) {
        throw base::InputError({.source = options.graph,
                                .place = "slice_bytes",
                                .found = "nothing",
                                .accepted = "the size of a slice, there or as --slice, for --bytes"});
    }
    return bytes;
}

void run(const TreeOptions& options) {
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
    const scheme::Operation operation = parse_operation(options.collective, Ranks::kAreNot);
    const Subject subject = read_subject(options, read_options);
    require_joined(operation, subject, options.graph);
    const graph::Resources resources(subject.graph, subject.port);
    const bool comes_up = scheme::comes_up(operation);
    TreeOutcome outcome{
        .graph = subject.graph,
        .remarks = subject.remarks,
        .resources = resources,
        .port = subject.port,
        .operation = operation,
        .source = subject.source,
        .slices = subject.slices,
        .bytes = bytes_of(options, subject.graph),
        .bound = bound::bound_on_graph(operation, subject.graph, resources, subject.source, subject.slices),
        .question = question,
        .comparison = std::nullopt,
        .both_ways = std::nullopt};
    auto bar = std::make_unique<report::Progress>();
    question.progress = [&bar](double share) { bar->show(share, "trees"); };
    if (operation == scheme::Operation::kBroadcast || operation == scheme::Operation::kReduce) {
        outcome.comparison = study::compare(comes_up ? graph::reversed(subject.graph) : subject.graph, resources,
                                            subject.source, question);
    } else if (operation == scheme::Operation::kAllreduce && subject.graph.num_nodes() > 1 &&
               graph::is_joined_both_ways(subject.graph)) {
        outcome.both_ways = steady_state::route(subject.graph, resources,
                                                {{.kind = steady_state::WayKind::kTwoWays, .from = subject.source}});
    }
    bar.reset();
    options.output.deliver(document_of(outcome));
}

void declare(command_line::Command& command, TreeOptions& options) {
    command.option("graph", options.graph, "platform file, or graph file: JSON, GraphML, Tiers text, SimGrid XML")
        .required()
        .file();
    command.option("--collective", options.collective, collective_names(Ranks::kAreNot))
        .propose(collective_words(Ranks::kAreNot))
        .show_default();
    command.option("--source", options.source, "the root's node (the file's first one)");
    command.option("--bytes", options.bytes, "size of the data, or of what each process has: the least time for it");
    command
        .option("--port", options.port,
                "one, one-unidirectional or multi: how many messages a node handles at once (one; of platforms multi)")
        .propose({"one", "one-unidirectional", "multi"});
    command
        .option("--heuristic", options.heuristic,
                "all, or some of: " + base::joined(tree::heuristics().names()) + ", separated by commas")
        .propose(tree::heuristics().names())
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
    .summary = "trees and ways for long messages of a collective on any platform graph, and the bound",
    .example = "causeway tree graph.json --source p0 --port one --heuristic all --trees 8",
    .set_up = set_up<TreeOptions>,
};

}  // namespace causeway::app
