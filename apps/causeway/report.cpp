/// causeway report: a run's report, or a platform, for people.
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/page/page.hpp"
#include "causeway/page/run_summary.hpp"
#include "causeway/platform/platform_json.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace causeway::app {

namespace {

struct ReportOptions {
    std::vector<std::string> files;
    OutputOptions output;
};

constexpr std::string_view kPage = ".html";

/// What the files are, at most one of each kind.
page::Subject subject_of(const std::vector<std::string>& files) {
    page::Subject subject;
    for (const std::string& file : files) {
        const std::string text = base::read_file(file);
        const base::JsonInput document = base::JsonInput::parse(text, file);
        const base::JsonInput kind = document.member("causeway");
        const bool is_report = kind.string() == "report";
        if ((!is_report && kind.string() != "platform") ||
            (is_report ? subject.report.has_value() : subject.platform.has_value())) {
            kind.refuse("\"report\" and \"platform\", one of each at most");
        }
        if (is_report) {
            document.require_head("report", 1);
            subject.report = document;
        } else {
            subject.platform = platform::parse_platform(text, file);
        }
    }
    return subject;
}

std::vector<std::string> summary_of(const page::Subject& subject) {
    if (subject.report) {
        return page::summary_of_run(*subject.report);
    }
    const std::string& name = subject.platform->name;
    const int clusters = subject.platform->num_clusters();
    return {fmt::format("the platform{}{} has {} {}", name.empty() ? "" : " ", name, clusters,
                        clusters == 1 ? "cluster" : "clusters")};
}

void run(const ReportOptions& options) {
    const page::Subject subject = subject_of(options.files);
    if (options.output.file.ends_with(kPage)) {
        const std::string title = std::filesystem::path(options.files.front()).filename().string();
        base::write_file(options.output.file, page::html_page(subject, title));
        return;
    }
    const std::vector<std::string> lines = summary_of(subject);
    report::Document document;
    document.conclusion = lines.front();
    document.notes = {"The whole of it, with figures: -o report.html"};
    if (lines.size() > 1) {
        document.table.columns = {"besides"};
    }
    for (std::size_t i = 1; i < lines.size(); ++i) {
        document.table.rows.push_back({report::cell(lines[i])});
    }
    document.json() = {{"summary", lines}};
    options.output.deliver(document);
}

void declare(command_line::Command& command, ReportOptions& options) {
    command
        .option("files", options.files,
                "the report of a run (CAUSEWAY_REPORT, causeway run --report), a platform file, or both")
        .required()
        .file();
    options.output.declare(command);
}

}  // namespace

extern const Verb report_verb{
    .name = "report",
    .summary = "show what a run was worth, or a network; as a page with -o report.html",
    .example = "causeway report run.json platform.json -o report.html",
    .set_up = set_up<ReportOptions>,
};

}  // namespace causeway::app
