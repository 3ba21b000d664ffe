/// Every kind of calls: what it goes by, what it takes, what nothing can beat, what else was tried.
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace causeway::page {

namespace {

/// What calls of a kind go by, as the report knows it.
struct Choice {
    std::string plan;
    std::optional<Seconds> predicted;
    std::optional<Seconds> observed;
    std::optional<Seconds> native;  ///< the MPI library's own
};

/// What was tried counts as it was timed for that; the rest by its mean on the rank where it took longest.
Choice choice_of(const CallKind& kind) {
    Choice choice;
    if (const PlannedCalls* const most = kind.most_called()) {
        choice = {.plan = most->plan, .predicted = most->predicted, .observed = most->observed, .native = {}};
    }
    for (const PlannedCalls& planned : kind.plans) {
        if (planned.digest == kNative) {
            choice.native = planned.observed;
        }
    }
    const TriedWay* const native = kind.trial ? kind.trial->native() : nullptr;
    if (native != nullptr && native->median) {
        choice.native = native->median;
    }
    if (const TriedWay* const stays = kind.trial ? kind.trial->choice() : nullptr) {
        choice.plan = stays->plan;
        choice.predicted = stays->promised;
        choice.observed = stays->median ? stays->median : choice.observed;
    }
    return choice;
}

/// A way that was tried, in one line.
std::string line_of(const TriedWay& way) {
    std::string line = way.plan;
    if (way.median && way.low && way.high) {
        line += fmt::format(": {} ({} to {}, {})", base::to_text(*way.median), base::to_text(*way.low),
                            base::to_text(*way.high), counted(way.timed_calls, "call"));
    } else {
        line += ": not tried";
    }
    return line + (way.promised ? fmt::format("; promised {}", base::to_text(*way.promised)) : "");
}

/// What the choice was made from, behind it.
HtmlCell choice_cell(const CallKind& kind, const Choice& choice, const std::optional<planner::TimeBound>& bound) {
    std::vector<std::string> lines;
    for (const TriedWay& way : kind.trial ? kind.trial->ways : std::vector<TriedWay>{}) {
        lines.push_back(line_of(way));
    }
    for (const PlannedCalls& planned : kind.plans) {
        const std::string observed =
            planned.observed ? ", " + base::to_text(*planned.observed) + " each" : std::string();
        lines.push_back(fmt::format("{} in this run{}: {}", counted(planned.calls, "call"), observed, planned.plan));
    }
    const PlannedCalls* const most = kind.most_called();
    if (most != nullptr && !most->reason.empty()) {
        lines.push_back("planned because: " + most->reason);
    }
    if (bound && !bound->reason.empty()) {
        lines.push_back("bound by " + bound->reason);
    }
    if (!kind.processes.empty()) {
        lines.push_back("of " + kind.processes);
    }
    HtmlCell cell = text_cell(choice.plan.empty() ? "not settled" : choice.plan);
    cell.order = choice.plan;
    if (lines.size() > 1) {
        const std::string summary =
            kind.trial ? fmt::format("{} tried", counted(std::ssize(kind.trial->ways), "way")) : "more";
        cell.html += fmt::format("<details><summary>{}</summary>{}</details>", summary, html_list(lines));
    }
    return cell;
}

/// "12, 5f0c": enough to tell processes on other hosts apart.
HtmlCell processes_cell(const std::string& processes) {
    constexpr std::size_t kShown = 4;
    const std::size_t digest = processes.find(", ");
    const std::string number = processes.substr(0, processes.find(' '));
    return text_cell(digest == std::string::npos ? number : number + processes.substr(digest, kShown + 2));
}

/// Without its processes.
std::vector<HtmlCell> row_of(const CallKind& kind, const std::optional<planner::TimeBound>& bound) {
    const Choice choice = choice_of(kind);
    const std::string form = kind.is_nonblocking ? " (nonblocking)" : "";
    const bool has_gain = choice.native && choice.observed && *choice.observed > Seconds(0.0);
    const double gain = has_gain ? *choice.native / *choice.observed : 0.0;
    return {text_cell(kind.collective + form),
            kind.up_to ? number_cell(static_cast<double>(kind.up_to->value()), base::to_text(*kind.up_to))
                       : number_cell(-1.0, "any"),
            kind.root ? count_cell(*kind.root) : number_cell(-1.0, "-"),
            count_cell(kind.plans.empty() && kind.trial ? kind.trial->calls : kind.calls()),
            seconds_cell(choice.predicted),
            seconds_cell(choice.observed),
            seconds_cell(bound ? std::optional(bound->time) : std::nullopt),
            seconds_cell(choice.native),
            has_gain ? number_cell(gain, fmt::format("{:.2f}x", gain)) : number_cell(-1.0, "-"),
            seconds_cell(kind.trial ? std::optional(kind.trial->won) : std::nullopt),
            choice_cell(kind, choice, bound)};
}

std::string calls_content(const Subject& subject) {
    if (!subject.run || subject.run->kinds.empty()) {
        return {};
    }
    HtmlTable table{
        .caption =
            "Times of a call. Predicted: of the most data that its kind may have; observed: on the rank where it took "
            "longest, from when that came; bound: what nothing can beat that begins everywhere at once, for as much "
            "as calls had on the average; won: by this run, beside the MPI library's own.",
        .columns = {"collective", "up to", "root", "calls", "predicted", "observed", "bound", "MPI's own", "gain",
                    "won", "plan"},
        .rows = {},
        .has_row_headings = true,
        .can_be_sorted = true};
    const std::vector<CallKind>& kinds = subject.run->kinds;
    const bool are_alike = std::all_of(kinds.begin(), kinds.end(),
                                       [&](const CallKind& kind) { return kind.processes == kinds.front().processes; });
    if (!are_alike) {
        table.columns.emplace_back("processes");
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        table.rows.push_back(row_of(kinds[i], subject.retraced ? subject.retraced->bounds[i] : std::nullopt));
        if (!are_alike) {
            table.rows.back().push_back(processes_cell(kinds[i].processes));
        }
    }
    return html_of(table);
}

}  // namespace

extern const Section calls_section{.name = "calls", .title = "Every kind of calls", .content = calls_content};

}  // namespace causeway::page
