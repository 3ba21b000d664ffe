/// What was left to the MPI library without a plan, and why.
#include "causeway/page/html.hpp"
#include "causeway/page/section.hpp"

namespace causeway::page {

namespace {

/// Kinds whose plan is the MPI library's own, by why it was chosen, beside calls that no plan was made for.
std::string passed_content(const Subject& subject) {
    if (!subject.run) {
        return {};
    }
    HtmlTable table{.caption = "Calls that ran as the MPI library does",
                    .columns = {"collective", "calls", "why"},
                    .rows = {},
                    .has_row_headings = true,
                    .can_be_sorted = true};
    for (const PassedCalls& passed : subject.run->passed) {
        table.rows.push_back({text_cell(passed.collective), count_cell(passed.calls), text_cell(passed.why)});
    }
    for (const CallKind& kind : subject.run->kinds) {
        for (const PlannedCalls& planned : kind.plans) {
            const bool is_choice =
                kind.trial ? kind.trial->choice() == kind.trial->native() : kind.main_plan() == nullptr;
            if (planned.digest == kNative && is_choice) {
                const std::string why = kind.trial ? "of what was tried it is the fastest" : planned.reason;
                table.rows.push_back({text_cell(kind.name()), count_cell(planned.calls), text_cell(why)});
            }
        }
    }
    return table.rows.empty() ? "" : html_of(table);
}

}  // namespace

extern const Section passed_section{.name = "passed", .title = "What passed through", .content = passed_content};

}  // namespace causeway::page
