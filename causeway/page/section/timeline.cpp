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
std::vector<RouteOfCall> shown_routes(const TimedCall& call) {
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

/// `end`: of the figure.
std::string figure_of(const TimedCall& call, const std::vector<RouteOfCall>& routes, Seconds end,
                      const Subject& subject) {
    report::TimeLine figure{.description = fmt::format("time line of a {}, {}, a lane for each route", call.name,
                                                       call.is_observed ? "as it was observed" : "simulated"),
                            .end = end.value(),
                            .lanes = {}};
    for (const RouteOfCall& route : routes) {
        figure.lanes.push_back(
            {.name = name_of(route, *subject.platform), .bars = {}, .stands_out = !route.is_inside()});
        for (const TimedMessage* const message : route.messages) {
            figure.lanes.back().bars.push_back({message->begin.value(), message->arrival.value()});
        }
    }
    const std::string how =
        call.is_observed
            ? fmt::format(
                  "Observed in one call, by {}: over by {}. A bar lasts from when messages are handed to the MPI "
                  "library until they are seen to have come.",
                  subject.run->observed_clock, base::to_text(call.duration))
            : fmt::format("{}. Simulated: over by {}. A bar lasts while messages are on their way.", call.plan,
                          base::to_text(call.duration));
    return html_of(Figure{.svg = report::svg_of(figure), .caption = how});
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

/// One call, simulated or observed, with its table.
std::string drawn_call(const TimedCall& call, Seconds end, const Subject& subject) {
    const std::vector<RouteOfCall> routes = shown_routes(call);
    const std::size_t left_out = routes_of(call).size() - routes.size();
    const std::string rest = left_out > 0 ? fmt::format("<p>{} that carry less are left out.</p>\n",
                                                        counted(static_cast<std::int64_t>(left_out), "route"))
                                          : std::string();
    return figure_of(call, routes, end, subject) + rest + table_of(routes, *subject.platform);
}

/// What is shown at a time: a call as it is simulated, as it was observed, or both.
using CallPictures = std::vector<const TimedCall*>;

std::vector<CallPictures> pictures_of(const Retraced& retraced) {
    std::vector<CallPictures> pictures;
    for (const TimedCall& call : retraced.calls) {
        pictures.push_back({&call});
    }
    for (const TimedCall& call : retraced.observed) {
        const auto same = std::find_if(pictures.begin(), pictures.end(), [&](const CallPictures& one) {
            return one.size() == 1 && one.front()->name == call.name && one.front()->plan == call.plan &&
                   *one.front()->placement == *call.placement;
        });
        if (same == pictures.end()) {
            pictures.push_back({&call});
        } else {
            same->push_back(&call);
        }
    }
    return pictures;
}

std::string introduction_of(const Subject& subject) {
    const std::vector<CallKind>& kinds = subject.run->kinds;
    const std::size_t drawn = subject.retraced->calls.size();
    const auto by_plan =
        std::count_if(kinds.begin(), kinds.end(), [](const CallKind& kind) { return kind.main_plan() != nullptr; });
    const std::string some =
        static_cast<std::ptrdiff_t>(drawn) < by_plan
            ? fmt::format(": {} of {} that ran by plan, of those that took most time", drawn, counted(by_plan, "kind"))
            : std::string();
    return fmt::format("<p>As the simulator sees a call of as much data as its kind may have{}{}.</p>\n", some,
                       subject.retraced->observed.empty() ? "" : "; below it a call as it was observed");
}

std::string timeline_content(const Subject& subject) {
    const std::vector<CallPictures> pictures =
        subject.retraced ? pictures_of(*subject.retraced) : std::vector<CallPictures>{};
    if (pictures.empty()) {
        return {};
    }
    std::string choices;
    std::string figures;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        Seconds end;
        for (const TimedCall* const call : pictures[i]) {
            end = std::max(end, call->duration);
        }
        const std::string name = report::escaped(pictures[i].front()->name);
        choices += fmt::format("<option value=\"timeline-{}\">{}</option>", i, name);
        figures += fmt::format("<div class=\"choice\" id=\"timeline-{}\"><h3>{}</h3>\n", i, name);
        for (const TimedCall* const call : pictures[i]) {
            figures += drawn_call(*call, end, subject);
        }
        figures += "</div>\n";
    }
    return introduction_of(subject) +
           fmt::format("<p class=\"chooser\"><label>Call <select>{}</select></label></p>\n{}", choices, figures);
}

}  // namespace

extern const Section timeline_section{.name = "timeline", .title = "Time line of a call", .content = timeline_content};

}  // namespace causeway::page
