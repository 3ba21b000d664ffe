/// causeway report: a run's report, or a platform, for people.
#include "verb.hpp"

#include "causeway/base/error.hpp"
#include "causeway/base/files.hpp"
#include "causeway/page/html.hpp"
#include "causeway/page/page.hpp"
#include "causeway/page/run_summary.hpp"
#include "causeway/page/time_lines.hpp"
#include "causeway/platform/platform_json.hpp"
#include "causeway/report/chrome_trace.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace causeway::app {

namespace {

struct ReportOptions {
    std::vector<std::string> files;
    std::string format;  ///< empty: by the name of `output`
    std::string output;
};

constexpr std::string_view kPage = "html";
constexpr std::string_view kTrace = "chrome-trace";
constexpr std::string_view kFormats = "text, json, csv, html, chrome-trace";

bool is_page_name(const std::string& file) {
    const std::string suffix = std::filesystem::path(file).extension().string();
    return suffix == ".html" || suffix == ".htm";
}

/// The format that is meant: the one that is asked for, if the file's name does not say another.
std::string format_of(const ReportOptions& options) {
    const bool is_page = is_page_name(options.output);
    if (options.format.empty()) {
        return is_page ? std::string(kPage) : "text";
    }
    if (is_page && options.format != kPage) {
        throw base::InputError({.source = "--format",
                                .place = {},
                                .found = fmt::format("{} for {}", options.format, options.output),
                                .accepted = "html, or another name for the file"});
    }
    return options.format;
}

/// What the files are, at most one of each kind.
page::Subject subject_from(const std::vector<std::string>& files) {
    std::optional<page::Run> run;
    std::optional<platform::Platform> platform;
    for (const std::string& file : files) {
        const base::JsonInput document = base::JsonInput::read_file(file);
        const base::JsonInput kind = document.member("causeway");
        const bool is_report = kind.string() == "report";
        if ((!is_report && kind.string() != "platform") || (is_report ? run.has_value() : platform.has_value())) {
            kind.refuse(R"("report" and "platform", one of each at most)");
        }
        if (is_report) {
            run = page::run_from(document);
        } else {
            platform = platform::platform_from(document);
        }
    }
    return page::subject_of(std::move(run), std::move(platform));
}

/// The calls that a page draws, for a trace viewer.
std::string trace_of(const page::Subject& subject, const std::string& file) {
    std::vector<page::TimedCall> calls = subject.retraced ? subject.retraced->calls : std::vector<page::TimedCall>{};
    if (subject.retraced) {
        calls.insert(calls.end(), subject.retraced->observed.begin(), subject.retraced->observed.end());
    }
    if (calls.empty()) {
        throw base::InputError({.source = file,
                                .place = {},
                                .found = "no call that can be simulated",
                                .accepted = "the report of a run with calls by plan, and the platform that it ran on"});
    }
    return report::chrome_trace(page::trace_of(calls, *subject.platform));
}

report::Document summary_document(const page::Subject& subject) {
    const std::vector<std::string> lines =
        subject.run ? page::summary_of(*subject.run)
                    : std::vector{fmt::format("the platform{}{} has {}", subject.platform->name.empty() ? "" : " ",
                                              subject.platform->name,
                                              page::counted(subject.platform->num_clusters(), "cluster"))};
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
    return document;
}

void run(const ReportOptions& options) {
    const std::string format = format_of(options);
    const page::Subject subject = subject_from(options.files);
    const std::string& first = options.files.front();
    if (format == kPage) {
        report::deliver(page::html_page(subject, std::filesystem::path(first).filename().string()), options.output);
    } else if (format == kTrace) {
        report::deliver(trace_of(subject, first), options.output);
    } else {
        report::deliver(summary_document(subject), report::format_named(format), options.output);
    }
}

void declare(command_line::Command& command, ReportOptions& options) {
    command
        .option("files", options.files,
                "the report of a run (CAUSEWAY_REPORT, causeway run --report), a platform file, or both")
        .required()
        .file();
    command
        .option("--format", options.format,
                "text (for people), json or csv (for programs), html (a page), chrome-trace (time lines of calls, for "
                "https://ui.perfetto.dev); without it text, or a page if the file's name ends in .html")
        .propose({"text", "json", "csv", std::string(kPage), std::string(kTrace)})
        .check([](const std::string& name) {
            if (name != kPage && name != kTrace) {
                (void)report::format_named(name, kFormats);
            }
        });
    command.option("-o,--output", options.output, "write there instead of to the standard output").file();
}

}  // namespace

extern const Verb report_verb{
    .name = "report",
    .summary = "show what a run was worth, or a network; as a page with -o report.html",
    .example = "causeway report run.json platform.json -o report.html",
    .set_up = set_up<ReportOptions>,
};

}  // namespace causeway::app
