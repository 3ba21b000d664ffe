/// causeway tree: how fast a collective of long messages can be on a platform graph, and by which trees or ways.
#include "collective_option.hpp"
#include "tree_answering.hpp"
#include "tree_document.hpp"
#include "tree_subject.hpp"
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/base/number.hpp"
#include "causeway/base/text.hpp"
#include "causeway/graph/validate.hpp"
#include "causeway/page/timetable_figure.hpp"
#include "causeway/plan/plan_json.hpp"
#include "causeway/report/progress.hpp"

#include <fmt/format.h>

#include <cmath>
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
    std::string save;
    std::string figure;
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

/// Throws InputError when somebody does not hear of whom the operation needs.
void require_joined(scheme::Operation operation, const TreeSubject& subject, const std::string& file) {
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

/// Throws InputError where the answer is nothing that a plan could be made of.
void require_plannable(const TreeOptions& options, const TreeSubject& subject, scheme::Operation operation) {
    const auto refuse = [](std::string found, std::string accepted) {
        throw base::InputError(
            {.source = "--save", .place = {}, .found = std::move(found), .accepted = std::move(accepted)});
    };
    if (!subject.platform) {
        refuse("a graph file", "a platform file, whose clusters are the nodes: a plan is for its processes");
    }
    if (operation != scheme::Operation::kBroadcast && operation != scheme::Operation::kReduce) {
        refuse(std::string(scheme::name_of(operation)),
               "broadcast or reduce; 'causeway plan --save' plans the others over their ways");
    }
    if (options.bytes.empty()) {
        refuse("no --bytes", "the size that the plan is for");
    }
    if (subject.graph.num_nodes() < 2) {
        refuse("a platform of one cluster", "several clusters");
    }
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
    const TreeSubject subject = read_tree_subject(options.graph, options.source, options.port, read_options);
    require_joined(operation, subject, options.graph);
    if (!options.save.empty()) {
        require_plannable(options, subject, operation);
    }
    const graph::Resources resources(subject.graph, subject.port);
    const bound::GraphBound bound =
        bound::bound_on_graph(operation, subject.graph, resources, subject.source, subject.slices);
    TreeOutcome outcome{.graph = subject.graph,
                        .remarks = subject.remarks,
                        .resources = resources,
                        .port = subject.port,
                        .operation = operation,
                        .source = subject.source,
                        .slices = subject.slices,
                        .bytes = bytes_of(options, subject.graph),
                        .bound = bound,
                        .question = question,
                        .comparison = std::nullopt,
                        .both_ways = std::nullopt};
    TreeAnswering answering(subject, outcome);
    {
        report::Progress bar;
        question.progress = [&bar](double share) { bar.show(share, "trees"); };
        answering.compare(question);
    }
    if (!options.save.empty()) {
        answering.plan();
        base::write_file(options.save, plan::to_json_text(outcome.plan->plan, *subject.platform));
    }
    if (!options.figure.empty()) {
        if (!outcome.timetable) {
            throw base::InputError({.source = "--figure",
                                    .place = {},
                                    .found = "nothing that is sent period after period, or too much",
                                    .accepted = fmt::format("a collective of data, over several nodes, with at most {} "
                                                            "transfers in a period",
                                                            study::kMostTimedTransfers)});
        }
        const study::TimedSeries& timed = outcome.timetable->timed;
        const std::string description =
            fmt::format("{} over {}: what is busy when in a period", scheme::name_of(operation), outcome.timetable->of);
        base::write_file(options.figure,
                         report::svg_of(timed.rounds ? page::time_line_of(*timed.rounds, resources, description)
                                                     : page::time_line_of(timed.timetable, resources, description)));
    }
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
    command.option("--bytes", options.bytes,
                   "size of the data, or of what each process has: the least time for it, and what it takes over each "
                   "tree in the slices that suit it");
    command
        .option("--port", options.port,
                base::joined(graph::port_model_names()) + ": what a message keeps busy (one; of platforms multi)")
        .propose(graph::port_model_names());
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
    command
        .option(
            "--save", options.save,
            "of a broadcast or reduction of --bytes on a platform: write the plan over the best of these trees to this "
            "file, for 'bench --plan'")
        .file();
    command.option("--figure", options.figure, "draw the timetable of the best to this file (SVG)").file();
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
