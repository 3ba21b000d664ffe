/// What happened while the job ran: links that were measured again, ranks that were moved.
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"

namespace causeway::page {

namespace {

std::string table_of_drift(const Run& run) {
    HtmlTable table{.caption = "Links that were measured again",
                    .columns = {"call", "reason", "found", "took", "communicator"},
                    .rows = {}};
    for (const Drift& event : run.drift) {
        table.rows.push_back({count_cell(event.call), text_cell(event.reason), text_cell(event.found),
                              seconds_cell(event.took), text_cell(event.communicator)});
    }
    return table.rows.empty() ? "" : html_of(table);
}

std::string table_of_reorderings(const Run& run) {
    HtmlTable table{.caption = "Grids and graphs whose ranks were put on near hosts",
                    .columns = {"topology", "processes", "moved", "messages before", "and after"},
                    .rows = {}};
    for (const Reordering& entry : run.reorderings) {
        table.rows.push_back({text_cell(entry.topology), count_cell(entry.processes), count_cell(entry.moved),
                              seconds_cell(entry.before), seconds_cell(entry.after)});
    }
    return table.rows.empty() ? "" : html_of(table);
}

std::string events_content(const Subject& subject) {
    return subject.run ? table_of_drift(*subject.run) + table_of_reorderings(*subject.run) : "";
}

}  // namespace

extern const Section events_section{.name = "events", .title = "While it ran", .content = events_content};

}  // namespace causeway::page
