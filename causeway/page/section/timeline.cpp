/// What happens when in a call of a kind: drawn by routes, and as a table.
#include "causeway/base/text.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"
#include "causeway/page/time_lines.hpp"
#include "causeway/report/markup.hpp"
#include "causeway/report/time_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace causeway::page {

namespace {

/// Lanes of a figure; the table has as many.
constexpr std::size_t kMostLanes = 40;

/// Those that carry most, in order of their first messages.
std::vector<RouteOfCall> shown_routes(const SimulatedCall& call) {
    std::vector<RouteOfCall> routes = routes_of(call);
    if (routes.size() > kMostLanes) {
        std::stable_sort(routes.begin(), routes.end(),
                         [](const RouteOfCall& one, const RouteOfCall& other) { return one.size > other.size; });
        routes.resize(kMostLanes);
        std::stable_sort(routes.begin(), routes.end(),
                         [](const RouteOfCall& one, const RouteOfCall& other) { return one.begin() < other.begin(); });
    }
    return routes;
}

std::string figure_of(const SimulatedCall& call, const std::vector<RouteOfCall>& routes,
                      const platform::Platform& platform) {
    report::TimeLine figure{.description = fmt::format("time line of a {}, a lane for each route", call.name),
                            .end = call.duration.value(),
                            .lanes = {}};
    for (const RouteOfCall& route : routes) {
        figure.lanes.push_back({.name = name_of(route, platform), .bars = {}, .stands_out = !route.is_inside()});
        for (const SimulatedMessage* const message : route.messages) {
            figure.lanes.back().bars.push_back({message->begin.value(), message->arrival.value()});
        }
    }
    return html_of(
        Figure{.svg = report::svg_of(figure),
               .caption = fmt::format("{}. Simulated: over by {}. A bar lasts while messages are on their way.",
                                      call.plan, base::to_text(call.duration))});
}

std::string table_of(const std::vector<RouteOfCall>& routes, const platform::Platform& platform) {
    HtmlTable table{.caption = "The same in numbers",
                    .columns = {"route", "first message", "last arrival", "messages", "data"},
                    .rows = {},
                    .has_row_headings = true};
    for (const RouteOfCall& route : routes) {
        table.rows.push_back({text_cell(name_of(route, platform)), seconds_cell(route.begin()),
                              seconds_cell(route.end()), count_cell(std::ssize(route.messages)),
                              number_cell(static_cast<double>(route.size.value()), base::rounded_text(route.size))});
    }
    return fmt::format("<details><summary>as a table</summary>{}</details>\n", html_of(table));
}

/// One call with its figure and its table.
std::string drawn_call(const SimulatedCall& call, const std::string& id, const platform::Platform& platform) {
    const std::vector<RouteOfCall> routes = shown_routes(call);
    const std::size_t left_out = routes_of(call).size() - routes.size();
    return fmt::format("<div class=\"choice\" id=\"{}\"><h3>{}</h3>\n{}{}{}</div>\n", id, report::escaped(call.name),
                       figure_of(call, routes, platform),
                       left_out > 0 ? fmt::format("<p>{} that carry less are left out.</p>\n",
                                                  counted(static_cast<std::int64_t>(left_out), "route"))
                                    : std::string(),
                       table_of(routes, platform));
}

std::string timeline_content(const Subject& subject) {
    if (!subject.retraced || subject.retraced->calls.empty()) {
        return {};
    }
    const std::vector<SimulatedCall>& calls = subject.retraced->calls;
    const std::vector<CallKind>& kinds = subject.run->kinds;
    const auto by_plan =
        std::count_if(kinds.begin(), kinds.end(), [](const CallKind& kind) { return kind.main_plan() != nullptr; });
    std::string choices;
    std::string figures;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const std::string id = fmt::format("timeline-{}", i);
        choices += fmt::format("<option value=\"{}\">{}</option>", id, report::escaped(calls[i].name));
        figures += drawn_call(calls[i], id, *subject.platform);
    }
    return fmt::format(
        "<p>As the simulator sees a call of as much data as its kind may have{}.</p>\n"
        "<p class=\"chooser\"><label>Call <select>{}</select></label></p>\n{}",
        std::ssize(calls) < by_plan ? fmt::format(": {} of {} that ran by plan, of those that took most time",
                                                  calls.size(), counted(by_plan, "kind"))
                                    : std::string(),
        choices, figures);
}

}  // namespace

extern const Section timeline_section{.name = "timeline", .title = "Time line of a call", .content = timeline_content};

}  // namespace causeway::page
