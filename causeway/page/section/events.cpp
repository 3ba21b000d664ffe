/// What happened while the job ran: links that were measured again, ranks that were moved.
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"

#include <cstdint>
#include <limits>

namespace causeway::page {

namespace {

using base::JsonInput;

std::int64_t count_in(const JsonInput& entry, std::string_view key) {
    return entry.member(key).integer(0, std::numeric_limits<std::int64_t>::max());
}

HtmlCell count_cell(const JsonInput& entry, std::string_view key) {
    const std::int64_t count = count_in(entry, key);
    return number_cell(static_cast<double>(count), std::to_string(count));
}

std::string table_of_drift(const JsonInput& report) {
    HtmlTable table{.caption = "Links that were measured again",
                    .columns = {"call", "reason", "found", "took", "communicator"},
                    .rows = {}};
    for (const JsonInput event : report.member("drift").elements()) {
        table.rows.push_back({count_cell(event, "call"), text_cell(event.member("reason").string()),
                              text_cell(event.member("found").string()), seconds_cell(event.member("seconds").number()),
                              text_cell(event.member("communicator").string())});
    }
    return table.rows.empty() ? "" : html_of(table);
}

std::string table_of_reorderings(const JsonInput& report) {
    HtmlTable table{.caption = "Grids and graphs whose ranks were put on near hosts",
                    .columns = {"topology", "processes", "moved", "messages before", "and after"},
                    .rows = {}};
    for (const JsonInput entry : report.member("reorderings").elements()) {
        table.rows.push_back({text_cell(entry.member("topology").string()), count_cell(entry, "processes"),
                              count_cell(entry, "moved"),
                              seconds_cell(entry.member("predicted_seconds_before").number()),
                              seconds_cell(entry.member("predicted_seconds_after").number())});
    }
    return table.rows.empty() ? "" : html_of(table);
}

std::string events_content(const Subject& subject) {
    return subject.report ? table_of_drift(*subject.report) + table_of_reorderings(*subject.report) : "";
}

}  // namespace

extern const Section events_section{.name = "events", .title = "While it ran", .content = events_content};

}  // namespace causeway::page
