/// What was gained, or why nothing was, in plain words.
#include "causeway/page/html.hpp"
#include "causeway/page/run_summary.hpp"
#include "causeway/page/section.hpp"
#include "causeway/report/markup.hpp"

#include <fmt/format.h>

namespace causeway::page {

namespace {

std::string of_run(const Run& run) {
    std::string html;
    std::string_view look = " class=\"lead\"";
    for (const std::string& line : summary_of(run)) {
        html += fmt::format("<p{}>{}</p>\n", look, report::escaped(line));
        look = "";
    }
    html += "<dl class=\"facts\">\n";
    for (const auto& [name, value] : run.facts) {
        html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", report::escaped(name), report::escaped(value));
    }
    return html + "</dl>\n";
}

std::string of_platform(const platform::Platform& platform) {
    int hosts = 0;
    for (const platform::Cluster& cluster : platform.clusters) {
        hosts += cluster.num_hosts;
    }
    return fmt::format("<p class=\"lead\">{}: {} in {}</p>\n", report::escaped(platform.name), counted(hosts, "host"),
                       counted(platform.num_clusters(), "cluster"));
}

std::string outcome_content(const Subject& subject) {
    return subject.run ? of_run(*subject.run) : of_platform(*subject.platform);
}

}  // namespace

extern const Section outcome_section{.name = "outcome", .title = "What it was worth", .content = outcome_content};

}  // namespace causeway::page
