/// What was gained, or why nothing was, in plain words.
#include "causeway/base/text.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/run_summary.hpp"
#include "causeway/page/section.hpp"
#include "causeway/report/markup.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace causeway::page {

namespace {

using base::JsonInput;

std::string fact(std::string_view name, std::string_view value) {
    return fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", report::escaped(name), report::escaped(value));
}

/// A member that is a string or a number, for people.
std::string shown(const JsonInput& report, std::string_view key) {
    const auto member = report.optional_member(key);
    if (!member) {
        return {};
    }
    return member->is_string() ? member->string()
                               : std::to_string(member->integer(0, std::numeric_limits<std::int64_t>::max()));
}

std::string of_run(const JsonInput& report) {
    std::string html;
    std::string way = "lead";
    for (const std::string& line : summary_of_run(report)) {
        html += fmt::format("<p class=\"{}\">{}</p>\n", way, report::escaped(line));
        way = "";
    }
    html += "<dl class=\"facts\">\n";
    for (const auto& [name, key] :
         {std::pair{"processes", "processes"}, std::pair{"hosts", "hosts"}, std::pair{"clusters", "clusters"},
          std::pair{"MPI library", "mpi"}, std::pair{"network from", "platform_from"}, std::pair{"by", "by"}}) {
        std::string value = shown(report, key);
        value = value.substr(0, value.find(','));  // MPI libraries say much more
        html += value.empty() ? "" : fact(name, value);
    }
    return html + "</dl>\n";
}

std::string of_platform(const platform::Platform& platform) {
    int hosts = 0;
    for (const platform::Cluster& cluster : platform.clusters) {
        hosts += cluster.num_hosts;
    }
    return fmt::format("<p class=\"lead\">{}: {} hosts in {} clusters</p>\n", report::escaped(platform.name), hosts,
                       platform.num_clusters());
}

std::string outcome_content(const Subject& subject) {
    return subject.report ? of_run(*subject.report) : of_platform(*subject.platform);
}

}  // namespace

extern const Section outcome_section{.name = "outcome", .title = "What it was worth", .content = outcome_content};

}  // namespace causeway::page
