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

JsonOutput edges_json(const TreeOutcome& outcome, const std::vector<int>& edges) {
    auto json = JsonOutput::array();
    for (const int e : study::in_order_of_data(outcome.operation, edges)) {
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

/// What a message takes, added to what is said of a tree.
void fill_message(JsonOutput& json, const steady_state::SlicedMessage& message) {
    json["seconds"] = message.time.value();
    json["slice_bytes"] = message.slice.value();
    json["slices"] = message.slices;
}

JsonOutput packing_json(const TreeOutcome& outcome, const study::PackingAnswer& answer) {
    auto trees = JsonOutput::array();
    for (const steady_state::WeightedTree& tree : answer.packing.trees) {
        trees.push_back({{"weight", tree.weight}, {"edges", edges_json(outcome, tree.edges)}});
    }
    return {{"throughput", answer.packing.throughput}, {"ratio", answer.ratio}, {"trees", std::move(trees)}};
}

/// The trees for one message that goes as a whole: of all bytes, or of a slice.
const study::TreeComparison& comparison_of_whole(const TreeOutcome& outcome) {
    return outcome.whole ? *outcome.whole : *outcome.comparison;
}

JsonOutput whole_message_json(const TreeOutcome& outcome) {
    const study::TreeComparison& comparison = comparison_of_whole(outcome);
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
        const graph::Edge& edge = edge_of(outcome, transfer.edge);
        transfers.push_back({{"slice", transfer.slice},
                             {"way", transfer.way},
                             {"from", name_of(outcome.graph, edge.from)},
                             {"to", name_of(outcome.graph, edge.to)},
                             {"start", transfer.start.value()},
                             {"arrival", (transfer.start + outcome.resources.transit(transfer.edge)).value()}});
    }
    JsonOutput json = {{"of", outcome.timetable->of},
                       {"period", timetable.period.value()},
                       {"slices", timetable.slices()},
                       {"operations", timed.series.operations},
                       {"throughput", timed.rate_of_whole_slices()},
                       {"ratio", timed.rate_of_whole_slices() / throughput_of(outcome.bound)},
                       {"transfers", std::move(transfers)}};
    if (timed.rounds) {
        auto rounds = JsonOutput::array();
        for (const steady_state::Round& round : timed.rounds->rounds) {
            rounds.push_back({{"seconds", round.duration.value()}, {"edges", edges_json(outcome, round.edges)}});
        }
        json["interrupted"] = JsonOutput{{"period", timed.rounds->period.value()},
                                         {"slices", timed.rounds->slices},
                                         {"throughput", timed.rounds->throughput},
                                         {"ratio", timed.rounds->throughput / throughput_of(outcome.bound)},
                                         {"rounds", std::move(rounds)}};
    }
    return json;
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
        text += fmt::format(": at least {} for {}", base::to_text(least_time(outcome)), base::to_text(*outcome.bytes));
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

/// What is said of a tree in a row.
struct TreeRow {
    std::string name;
    double throughput = 0.0;
    double ratio = 1.0;
    const steady_state::SlicedMessage* message = nullptr;  ///< null: none was asked for
    std::optional<Seconds> makespan;
};

class RateTable {
public:
    RateTable(report::Table& table, const TreeOutcome& outcome) : table_(table), outcome_(outcome) {
        table_.columns = {"heuristic", "slices/s", "of the bound"};
        if (outcome_.graph.slice) {
            table_.columns.emplace_back("rate");
        }
        if (outcome_.messages) {
            table_.columns.insert(table_.columns.end(), {"message", "in slices of"});
        }
        table_.columns.emplace_back(outcome_.whole ? "as a whole" : "a slice alone");
    }

    void fill() {
        const study::TreeComparison& comparison = *outcome_.comparison;
        const study::TreeComparison& whole = comparison_of_whole(outcome_);
        for (std::size_t t = 0; t < comparison.trees.size(); ++t) {
            const study::TreeAnswer& answer = comparison.trees[t];
            add({std::string(answer.heuristic->name), answer.throughput, answer.ratio,
                 outcome_.messages ? &outcome_.messages->trees[t] : nullptr, whole.trees[t].makespan});
        }
        for (std::size_t k = 0; k < comparison.packings.size(); ++k) {
            const study::PackingAnswer& answer = comparison.packings[k];
            if (answer.most_trees > 1) {
                add({fmt::format("up to {}", in_trees(static_cast<std::size_t>(answer.most_trees))),
                     answer.packing.throughput, answer.ratio,
                     outcome_.messages ? &outcome_.messages->packings[k] : nullptr, std::nullopt});
            }
        }
        if (whole.least_makespan) {
            table_.rows.emplace_back(table_.columns.size(), report::cell(""));
            table_.rows.back().front() = report::cell(whole.least_makespan->is_proved ? "optimum" : "best found");
            table_.rows.back().back() = report::cell(whole.least_makespan->time);
        }
    }

private:
    void add(const TreeRow& row) {
        table_.rows.push_back(
            {report::cell(row.name), report::number_cell(row.throughput, 2), report::number_cell(row.ratio, 3)});
        std::vector<report::Cell>& cells = table_.rows.back();
        if (outcome_.graph.slice) {
            const BytesPerSecond rate(row.throughput * static_cast<double>(outcome_.graph.slice->value()));
            cells.push_back({base::to_text(rate), fmt::format("{}", rate.value()), true});
        }
        if (row.message != nullptr) {
            cells.push_back(report::cell(row.message->time));
            cells.push_back(report::cell(row.message->slice));
        }
        cells.push_back(row.makespan ? report::cell(*row.makespan) : report::cell(""));
    }

    report::Table& table_;
    const TreeOutcome& outcome_;
};

/// "a>b b>c"
std::string edges_text(const TreeOutcome& outcome, const std::vector<int>& edges) {
    std::vector<std::string> texts;
    for (const int e : study::in_order_of_data(outcome.operation, edges)) {
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

/// Lines of a timetable that people are shown.
constexpr std::size_t kMostShownLines = 40;

void add_lines(std::vector<std::string>& notes, const std::vector<std::string>& lines) {
    notes.insert(notes.end(), lines.begin(),
                 lines.begin() + static_cast<std::ptrdiff_t>(std::min(lines.size(), kMostShownLines)));
    if (lines.size() > kMostShownLines) {
        notes.push_back(fmt::format("  {} more lines: --format json has all.", lines.size() - kMostShownLines));
    }
}

void add_timetable(std::vector<std::string>& notes, const TreeOutcome& outcome) {
    const study::TimedSeries& timed = outcome.timetable->timed;
    const steady_state::Timetable& timetable = timed.timetable;
    const std::string head =
        fmt::format("Timetable of {}: {:.4g} slices/s, {:.3f} of the bound;", outcome.timetable->of, timed.rate(),
                    timed.rate() / throughput_of(outcome.bound));
    const auto number_of = [](int count, std::string_view what) {
        return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    std::vector<std::string> lines;
    if (timed.rounds) {
        int slices = 0;
        for (const int of_tree : timed.rounds->slices) {
            slices += of_tree;
        }
        notes.push_back(fmt::format("{} every {} {}, which may be interrupted, in {} (whole ones: {:.4g} slices/s).",
                                    head, base::to_text(timed.rounds->period), number_of(slices, "slice"),
                                    number_of(static_cast<int>(timed.rounds->rounds.size()), "round"),
                                    timed.rate_of_whole_slices()));
        for (const steady_state::Round& round : timed.rounds->rounds) {
            lines.push_back(
                fmt::format("  for {}: {}", base::to_text(round.duration), edges_text(outcome, round.edges)));
        }
        add_lines(notes, lines);
        return;
    }
    notes.push_back(fmt::format(
        "{} every {} {}, of which the first have all arrived after {}.", head, base::to_text(timetable.period),
        timed.series.operations > 0 ? number_of(timed.series.operations, scheme::name_of(outcome.operation))
                                    : number_of(timetable.slices(), "slice"),
        base::to_text(timetable.time_of_periods(1))));
    std::vector<steady_state::TimedTransfer> transfers = timetable.transfers;
    std::stable_sort(transfers.begin(), transfers.end(),
                     [](const auto& a, const auto& b) { return a.start < b.start; });
    for (const steady_state::TimedTransfer& transfer : transfers) {
        const graph::Edge& edge = edge_of(outcome, transfer.edge);
        lines.push_back(fmt::format("  {} to {}: slice {}, {}>{}", base::to_text(transfer.start),
                                    base::to_text(transfer.start + outcome.resources.transit(transfer.edge)),
                                    transfer.slice, name_of(outcome.graph, edge.from),
                                    name_of(outcome.graph, edge.to)));
    }
    add_lines(notes, lines);
}

void add_notes(std::vector<std::string>& notes, const TreeOutcome& outcome) {
    if (outcome.comparison && outcome.graph.num_nodes() > 1) {
        const auto& least = comparison_of_whole(outcome).least_makespan;
        if (!least) {
            notes.push_back(
                fmt::format("The optimum for one message that goes as a whole is sought for up to {} nodes.",
                            tree::kMostNodesForOptimum));
        } else if (!least->is_proved) {
            notes.push_back(
                fmt::format("For one message that goes as a whole nothing better was found in {} states; "
                            "there may be something.",
                            least->states));
        }
    }
    if (outcome.ways_message) {
        notes.push_back(fmt::format("{} take {} over these ways, in slices of {}.", base::to_text(*outcome.bytes),
                                    base::to_text(outcome.ways_message->time),
                                    base::to_text(outcome.ways_message->slice)));
    }
    if (outcome.timetable) {
        add_timetable(notes, outcome);
    }
    if (outcome.plan) {
        notes.push_back(
            fmt::format("Plan, predicted to take {}: {}.", base::to_text(outcome.plan->time), outcome.plan_text));
    }
}

}  // namespace

report::Document document_of(const TreeOutcome& outcome) {
    report::Document document;
    document.conclusion = conclusion_of(outcome);
    if (outcome.comparison) {
        RateTable(document.table, outcome).fill();
    } else {
        fill_ways(document.table, outcome);
    }
    document.notes = outcome.remarks;
    add_notes(document.notes, outcome);
    fill_json(document.json(), outcome);
    return document;
}

}  // namespace causeway::app
