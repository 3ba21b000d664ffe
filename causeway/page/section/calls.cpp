/// Every kind of calls: what ran, what it took, what else was tried.
#include "causeway/base/text.hpp"
#include "causeway/base/units.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"
#include "causeway/report/markup.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace causeway::page {

namespace {

using base::JsonInput;

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

std::int64_t whole(const JsonInput& number) {
    return number.integer(0, std::numeric_limits<std::int64_t>::max());
}

double seconds_in(const JsonInput& entry, std::string_view key) {
    const auto seconds = entry.optional_member(key);
    return seconds ? seconds->number() : kNotKnown;
}

HtmlCell size_cell(const JsonInput& entry) {
    const auto bytes = entry.optional_member("bytes_up_to");
    return bytes ? number_cell(static_cast<double>(whole(*bytes)), base::to_text(Bytes(whole(*bytes))))
                 : number_cell(-1.0, "any");
}

HtmlCell root_cell(const JsonInput& entry) {
    const auto root = entry.optional_member("root");
    return root ? number_cell(static_cast<double>(whole(*root)), std::to_string(whole(*root))) : number_cell(-1.0, "-");
}

std::string table_of_plans(const JsonInput& report) {
    HtmlTable table{
        .caption = "Plans that ran",
        .columns = {"collective", "up to", "root", "calls", "predicted", "observed", "plan", "communicator"},
        .rows = {},
        .has_row_headings = true,
        .can_be_sorted = true};
    for (const JsonInput plan : report.member("plans").elements()) {
        const std::string form = plan.member("nonblocking").boolean() ? " (nonblocking)" : "";
        const std::int64_t calls = whole(plan.member("calls"));
        table.rows.push_back(
            {text_cell(plan.member("collective").string() + form), size_cell(plan), root_cell(plan),
             number_cell(static_cast<double>(calls), std::to_string(calls)),
             seconds_cell(seconds_in(plan, "predicted_seconds")), seconds_cell(seconds_in(plan, "observed_seconds")),
             text_cell(plan.member("plan").string()), text_cell(plan.member("communicator").string())});
    }
    return table.rows.empty() ? "" : html_of(table);
}

/// A way that was tried, in one line.
std::string line_of(const JsonInput& way) {
    std::string line = way.member("description").string();
    const double median = seconds_in(way, "median_seconds");
    if (median == median) {
        line += fmt::format(": {} ({} to {}, {} calls)", base::to_text(Seconds(median)),
                            base::to_text(Seconds(seconds_in(way, "low_seconds"))),
                            base::to_text(Seconds(seconds_in(way, "high_seconds"))), whole(way.member("calls")));
    } else {
        line += ": not tried";
    }
    const double promised = seconds_in(way, "promised_seconds");
    return line + (promised == promised ? fmt::format("; promised {}", base::to_text(Seconds(promised))) : "");
}

std::vector<HtmlCell> row_of_trial(const JsonInput& kind) {
    double native = kNotKnown;
    double best = kNotKnown;
    std::string chosen = "not settled";
    std::vector<std::string> ways;
    for (const JsonInput way : kind.member("ways").elements()) {
        const double median = seconds_in(way, "median_seconds");
        if (way.member("plan").string() == "native") {
            native = median;
        }
        if (way.member("chosen").boolean()) {
            best = median;
            chosen = way.member("description").string();
        }
        ways.push_back(line_of(way));
    }
    const double gain = native / best;
    HtmlCell choice = text_cell(chosen);
    choice.html =
        fmt::format("{}<details><summary>{} ways</summary>{}</details>", choice.html, ways.size(), html_list(ways));
    choice.order = chosen;
    const std::int64_t calls = whole(kind.member("calls"));
    return {text_cell(kind.member("collective").string()),
            size_cell(kind),
            root_cell(kind),
            number_cell(static_cast<double>(calls), std::to_string(calls)),
            seconds_cell(native),
            seconds_cell(best),
            gain == gain ? number_cell(gain, fmt::format("{:.2f}x", gain)) : number_cell(0.0, "-"),
            seconds_cell(kind.member("won_seconds").number()),
            choice};
}

std::string table_of_trials(const JsonInput& report) {
    HtmlTable table{
        .caption = "Kinds of calls that were tried against the MPI library's own",
        .columns = {"collective", "up to", "root", "calls", "MPI's own", "what stays", "gain", "won", "choice"},
        .rows = {},
        .has_row_headings = true,
        .can_be_sorted = true};
    for (const JsonInput kind : report.member("experience").elements()) {
        table.rows.push_back(row_of_trial(kind));
    }
    return table.rows.empty() ? "" : html_of(table);
}

std::string calls_content(const Subject& subject) {
    return subject.report ? table_of_trials(*subject.report) + table_of_plans(*subject.report) : "";
}

}  // namespace

extern const Section calls_section{.name = "calls", .title = "Every kind of calls", .content = calls_content};

}  // namespace causeway::page
