#include "tree_document.hpp"

#include "tree_json.hpp"

#include "causeway/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace causeway::app {

namespace {

using steady_state::Way;

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
    const std::string& source = outcome.name_of(outcome.source);
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
    text += fmt::format(", up to {}", rate_text(graph, outcome.greatest_throughput()));
    if (scheme::has_owned_blocks(outcome.operation)) {
        text += " of each process";
    }
    if (outcome.bytes) {
        text += fmt::format(": at least {} for {}", base::to_text(outcome.least_time()), base::to_text(*outcome.bytes));
    }
    if (outcome.comparison) {
        text += reached_text(*outcome.comparison);
    } else if (outcome.both_ways) {
        text += fmt::format("; {} up and down {} {:.2f} of that", in_trees(outcome.both_ways->ways.size()),
                            outcome.both_ways->ways.size() == 1 ? "reaches" : "reach",
                            bound.time / outcome.both_ways->time);
    } else if (bound.ways.empty()) {
        text += "; no trees both ways reach it, as some edge has none that leads back";
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
        const study::TreeComparison& whole = outcome_.comparison_of_whole();
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
        texts.push_back(
            fmt::format("{}>{}", outcome.name_of(outcome.edge(e).from), outcome.name_of(outcome.edge(e).to)));
    }
    return fmt::format("{}", fmt::join(texts, " "));
}

void fill_ways(report::Table& table, const TreeOutcome& outcome) {
    table.columns = {"from", "to", "slices", "over"};
    const auto add_row = [&](const std::string& from, const std::string& to, const Way& way) {
        table.rows.push_back({report::cell(from), report::cell(to), report::number_cell(way.slices, 3),
                              report::cell(edges_text(outcome, way.edges))});
    };
    const auto text_of = [&](std::optional<int> node) { return node ? outcome.name_of(*node) : "all"; };
    for (const Way& way : outcome.bound.ways) {
        const auto [from, to] = outcome.ends_of(outcome.bound.demands[static_cast<std::size_t>(way.demand)]);
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
                    timed.rate() / outcome.greatest_throughput());
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
        const graph::Edge& edge = outcome.edge(transfer.edge);
        lines.push_back(fmt::format("  {} to {}: slice {}, {}>{}", base::to_text(transfer.start),
                                    base::to_text(transfer.start + outcome.resources.transit(transfer.edge)),
                                    transfer.slice, outcome.name_of(edge.from), outcome.name_of(edge.to)));
    }
    add_lines(notes, lines);
}

void add_notes(std::vector<std::string>& notes, const TreeOutcome& outcome) {
    if (outcome.comparison && outcome.graph.num_nodes() > 1) {
        const auto& least = outcome.comparison_of_whole().least_makespan;
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
    document.json() = tree_json(outcome);
    return document;
}

}  // namespace causeway::app
